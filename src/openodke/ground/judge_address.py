"""Does a text speak to whoever judges it?

A mitigation, not a proof: the patterns find the plain forms of an order to a model, in the moods
that give orders, and of forged answers, roles and headings. A passage that holds one is flagged,
and a verdict in the claim's favour that rests on it is left to a person.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from openodke.ground.judge_address_abroad import SIGNS_ABROAD

INSTRUCTION = "instruction_in_text"
"""The flag of a passage, or a claim, that speaks to the judge."""

_GAP = r"[^.!?\n]{0,60}?"  # one clause: nothing here may cross a text
_S = r"[ \n_*-]{1,4}"
_FEW = r"(?:[\w']{1,20}[ \n_*-]{1,4}){0,4}?"
_START = (
    r"(?:^ ?|[.!?:;,>()\[\]\"“*-] ?"
    r"|\b(?:please|kindly|simply|just|now|and|then|must|should|always) )"
)
_VERDICT = r"(?:supported|contradicted|not[ _-]?found)\b(?! by\b)"
_QUOTED = (
    r"[\"'“‘`«„「『] ?(?:supported|contradicted|not[ _-]?found|true|false|yes|no) ?[\"'”’`»“」』]"
)
_MODEL = (
    r"(?:ai|llm|(?:ai |large )?language model|ai (?:model|system|assistant|reviewer|agent|judge)|"
    r"virtual assistant|helpful assistant|fact[- ]?checker|automated (?:judge|reviewer|grader))s?"
)
_CLAIM = (
    r"(?:this|the|that|every|each|any|all)(?: \w{1,20}){0,2}? (?:claim|statement|fact|triple)s?"
)
_SET_ASIDE = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|pay no attention to|"
    r"do not (?:follow|obey|read|use|consider)|don't (?:follow|obey|read|use|consider)|"
    r"stop following)"
)
_BEFORE = (
    r"(?:previous|prior|earlier|above|preceding|foregoing|former|your|system|initial|original)"
)
_ORDERS = r"(?:instruction|prompt|rule|guideline|direction|directive|order|command|message)s?"


class _Sign(NamedTuple):
    """A pattern, and two lists of words: one of each stands in whatever the pattern matches."""

    words: tuple[str, ...]
    beside: tuple[str, ...]
    pattern: str

    def stands_in(self, plain: str) -> bool:
        """Tell whether a text holds the sign; looking for a word costs far less than a pattern."""
        for words in (self.words, self.beside):
            if not any(word in plain for word in words):
                return False
        return re.search(self.pattern, plain, re.MULTILINE) is not None  # compiled at first use


def _sign(words: str, beside: str, *patterns: str) -> _Sign:
    return _Sign(_listed(words), _listed(beside), "|".join(patterns))


def _listed(words: str) -> tuple[str, ...]:
    """Return the words of a list; the empty one stands in every text."""
    return tuple(word.replace("_", " ") for word in words.split()) or ("",)


_SIGNS = (
    _sign(  # what was said before is not to hold
        "ignor disregard forget overr bypass discard neglect attention_to do_not don't"
        " stop_following",
        "instruction prompt rule guideline direct order command message passage document context"
        " claim statement question task above before preceding you",
        rf"\b{_SET_ASIDE}{_S}{_FEW}{_BEFORE}{_S}(?:\w{{1,20}}{_S})?{_ORDERS}\b",
        rf"\b{_SET_ASIDE}{_S}{_FEW}{_ORDERS}{_S}(?:above|before|so far|given|you)\b",
        rf"{_START}{_SET_ASIDE}{_S}(?:(?:all|any|of|the|this|that|these|those|rest){_S}){{0,4}}"
        rf"(?:{_ORDERS}|passage|document|context|claim|statement|question|task)\b",
        rf"\b{_SET_ASIDE}{_S}(?:everything|anything|all|whatever|what){_S}"
        rf"(?:(?:of|the|that|is|was|came|said|written|comes){_S}){{0,3}}(?:above|before|"
        rf"preceding)\b"
        r"(?! (?:the|an?)\b)",
        rf"\b{_SET_ASIDE}{_S}(?:everything|anything|all|whatever|what){_S}you\b",
        r"ignore(?:all|any)?(?:the|your)?(?:previous|prior|above)(?:instructions|rules|prompts)",
    ),
    _sign(  # what is to be answered
        "answer respon reply output return print say write state confirm conclude verdict label"
        " rating",
        "supported contradicted found true false yes \"no 'no “no ‘no `no «no „no correct right"
        " proven verified must_be should_be has_to_be will_be only_with",
        rf"\b(?:answer|respond|reply|output|return|print)\b{_GAP}{_QUOTED}",
        rf"\b(?:say|write|state|conclude)\b{_GAP}[\"'“‘`«„]{_VERDICT}",
        r"\b(?:answer|respond|reply|output|return|print|say|write|state)(?: (?:with|only|just|"
        r"back|"
        r"simply|always|the|a|word|label|verdict|as|one|single|nothing|but|is|of))*"
        rf" ?:? {_VERDICT}(?! \w)|\b(?:answer|respond|reply|output|return|print|say|write)"
        rf"(?: (?:with|only|just|simply|always|the|word|label|verdict))+ ?:? {_VERDICT}",
        rf"\b(?:answer|respond|reply|output|return|print|say|write) {_VERDICT}",
        rf"\b(?:say|state|confirm|conclude|answer|reply|respond)(?: that)? {_CLAIM} "
        rf"(?:is|are|be|was) (?:{_VERDICT}|true|correct|right|proven|verified)",
        r"\b(?:verdict|answer|reply|response|label|rating|output)\b[^.!?\n]{0,40}? "
        rf"(?:is|be|must be|should be) [\"'“‘`«]?{_VERDICT}",
        r"\byour (?:answer|reply|response|verdict|output) (?:must|should|has to|will) be\b",
        r"\bthe (?:answer|reply|response|verdict) (?:must|has to) be\b",
        rf"\b(?:respond|reply|answer) only with\b|\bnever (?:say|answer|reply|return) {_VERDICT}",
    ),
    _sign(  # how the claim is to be judged
        "mark label rate judge classif treat consider accept approve confirm affirm agree endorse"
        " flag",
        "claim statement fact triple supported contradicted found",
        r"\b(?:mark|label|rate|judge|classify|treat|consider|flag)\b"
        rf"{_GAP}\bas [\"'“‘`«]?(?:{_VERDICT}|supported by (?:this|the) (?:text|passage))",
        rf"\b(?:mark|label|rate|judge|classify|treat|consider) {_CLAIM} (?:as )?(?:true|"
        rf"correct)\b",
        r"\b(?:claim|statement)s?\b[^.!?\n]{0,40}? (?:to be|must be|should be|shall be) (?:judged|"
        r"marked|label+ed|considered|treated|accepted|rated|classified) (?:as )?"
        rf"(?:{_VERDICT}|true|correct)",
        rf"(?:{_START}|\byou )(?:always )?(?:accept|approve|confirm|affirm|endorse|agree with) "
        rf"{_CLAIM}\b|\balways agrees? with {_CLAIM}\b",
    ),
    _sign(  # an answer that is forged
        "verdict answer label result assistant response output rating",
        "supported contradicted found true false",
        r"(?:\b(?:supported|contradicted|not_found)\b[ ,.;!]{1,3}){3}",
        rf"\bverdict[\"'”]? ?[:=] ?[\"'“]?(?:{_VERDICT}|true\b|false\b)",
        r"(?:^|[ *#>_-])(?:answer|verdict|label|result|assistant|response|output|rating)"
        rf"[ \"'*_`]{{0,4}}[:=][ \"'*_`]{{0,4}}{_VERDICT}(?! \w)",
    ),
    _sign(  # who is spoken to, and as what
        "_ai_ _ai, _ai: _ais_ _ai. _ai! _ai; _ai- llm language_model assistant checker automated"
        " grader judge the_model any_model all_model every_model",
        "you please dear hey hello attention this reading processing evaluating judging checking"
        " that who note message instruction <!--",
        rf"\byou(?: are|'re) (?:now )?(?:an?|the) (?:\w{{1,20}} ){{0,3}}?{_MODEL}\b",
        r"\byou(?: are|'re) now (?:an?|the) (?:\w{1,20} ){0,3}?(?:assistant|grader|judge|model)\b",
        rf"\bas an? (?:\w{{1,20}} ){{0,2}}?{_MODEL},? (?:you|please)\b",
        rf"\b(?:dear|hey|hello|attention),? (?:\w{{1,20}} ){{0,2}}?{_MODEL}\b",
        rf"\b{_MODEL} (?:reading|processing|evaluating|judging|checking|(?:that|which|who) "
        r"(?:reads?|process(?:es)?|evaluates?|judges?|checks?)) this\b",
        rf"\b(?:to|for) (?:the|any|all|every|whatever) (?:{_MODEL}|model|judge|grader) (?:reading|"
        r"processing|evaluating|judging|checking|that|who)\b",
        r"\b(?:note|message|instruction|attention)s? (?:to|for) (?:the |any |all |every )?"
        rf"(?:{_MODEL}|model|judge|grader|assistant)s? ?(?:[:,.!;–—-]|$)",
        rf"<!-- ?(?:{_MODEL})\b",
    ),
    _sign(  # what is to be made believe, and by whom
        "pretend act_as_if behave_as_if as_the as_an whoever anyone_who anybody_who full_marks"
        " reviewer evaluator evaluation grader judge grading",
        "claim statement passage document you this bot model system full_marks",
        rf"\b(?:pretend|act as if|behave as if)\b{_GAP}\b(?:claim|statement|passage|document)s?\b",
        r"\bas (?:the|an?) (?:\w{1,20} )?(?:evaluator|judge|grader|reviewer|fact[- ]?checker|"
        r"model),? "
        r"you (?:should|must|will|have to|are to)\b",
        r"\b(?:whoever|anyone who|anybody who) (?:grades|judges|evaluates|checks|reviews|scores) "
        r"(?:this|the (?:claim|passage|statement))\b|\bgive (?:it|this) full marks\b",
        r"\b(?:reviewer|evaluator|evaluation|grader|grading|judge) (?:bot|model|system|ai)s?"
        r" ?[:,]",
    ),
    _sign(  # another task
        "instruction your_ prompt system developer assistant: everything_you ai: llm:",
        "",
        r"\b(?:new|updated|real|actual|revised)(?: system)? instructions? ?:",
        r"\byour (?:new |real |only )?(?:task|job|role|instructions?) (?:is now|are now|"
        r"has changed|have changed|has been changed|have been (?:changed|updated|replaced))\b",
        r"\b(?:your|all|previous|earlier) (?:instructions|orders|rules) (?:are|is) (?:now |"
        r"hereby )?"
        r"(?:replaced|void|cancel+ed|revoked|suspended)\b(?! in)",
        r"\beverything you (?:were|have been) told\b[^.!?\n]{0,30} (?:void|wrong|false|"
        r"obsolete)\b",
        r"\b(?:ai|llm) ?: ?(?:please|kindly|answer|reply|respond|say|ignore|output|return|mark)\b",
        r"\b(?:system|developer) prompt\b|\bprompt (?:override|injection)\b",
        r"\b(?:system|developer) (?:message|override) ?(?:[:.!]|$)",
        r"^ ?#{0,6} ?(?:system|developer|assistant) ?: ?(?:you\b|from now on|ignore|always|never|"
        r"answer|respond|reply)",
    ),
    _sign(  # the marks of a conversation
        "<| |> <im_ <<sys inst] assistant bot: ai: #_response #response start_of_turn <endof <eot_"
        " <start_header <end_header <begin_of",
        "",
        r"<\|?(?:im_start|im_end|endoftext|eot_id|start_header_id|end_header_id|"
        r"begin_of_text)\|?>",
        r"<\|(?:system|user|assistant|end|channel|message)\|>|<</?sys>>|\[/?inst\]|"
        r"<start_of_turn>",
        rf"^ ?(?:assistant|system|bot) ?\n ?{_VERDICT}",
        r"^ ?(?:human|user|question) ?:[^\n]{0,300}\n\s{0,9}(?:assistant|ai|bot) ?:",
        r"#{2,3} ?instructions? ?:?[^#]{0,400}#{2,3} ?response",
    ),
    _sign(  # a second passage
        "passage context document claim> verdict>",
        ": ** end_of >",
        r"</?(?:passage|claim|verdict|context|document)> ?<|<verdict>",
        r"^ ?\**(?:passage|context)(?: ?\**: ?\**|\*\*) ?$",
        r"^ ?(?:claim|statement) ?:[^\n]{0,300}\n\s{0,9}\**(?:passage|document|context)\**:?",
        r"\bend of (?:the )?(?:passage|document|context)\b\W{0,4}(?:$|answer|claim|now|verdict)",
    ),
    *(_sign(*sign) for sign in SIGNS_ABROAD),
)

_SPACED = re.compile(r"(?<!\w)(?:\w[ .*_-]{1,3}){7,200}\w(?!\w)")
_SPACE = re.compile(r"[ .*_-]([ .*_-]?)[ .*_-]?")
_BLANKS = re.compile(r"[^\S\n]{2,}|[^\S\n ]")


def speaks_to_judge(text: str) -> bool:
    """Tell whether a text holds what reads as an order to a model; linear in its length."""
    plain = _plain(text)
    return any(sign.stands_in(plain) for sign in _SIGNS)


def _plain(text: str) -> str:
    """Return a text in small letters, as it is read: nothing hidden, widened or spaced out."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        if not text.isprintable():
            text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    spelt = _SPACED.sub(lambda run: _SPACE.sub(r"\1", run[0]), text)
    return f" {_BLANKS.sub(' ', spelt.lower().replace('’', chr(39)))} "
