"""Sentences and paragraphs: a table of right splits, and the laws every split obeys."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openodke import chunking
from openodke.chunking import sentences
from openodke.text.sentences import paragraphs

# "|" stands where one sentence ends and the next may begin; it is not part of the text.
SPLITS = {
    "plain": "She left. |He stayed.",
    "title": "Dr. Ada Lovelace met Prof. Babbage and Mrs. Somerville. |They talked.",
    "saint": "He lives in St. Ives. |It is quiet.",
    "latin_abbreviations": "Some fruit, e.g. Apples, i.e. Malus, vs. Pears, is sold. |Buy it.",
    "approx": "It took approx. 40 days. |See Fig. 3 and pp. 3 to 9.",
    "number": "No. 5 is here. |Room No. 7 is not.",
    "no_word": "Did she go? |No. |He went alone.",
    "initials": "J. R. R. Tolkien wrote it. |J.R.R. Tolkien and J.-P. Sartre never met.",
    "decimal": "Pi is 3.14159. |It costs $2.50. |That is all.",
    "domain": "Visit example.com today. |Go to example.com. |See https://a.example/b.c?d=e. |Done.",
    "inc_break": "She joined Acme Inc. |She left in 1999.",
    "inc_lower": "Acme Inc. was founded in 1999. |Acme Inc. Chairman Bo Ek left.",
    "us": "The U.S. Army left the U.S. in May. |He moved to the U.S. |The move was hard.",
    "pm": "We met at 5 p.m. Monday. |We met at 9 a.m. on Friday. |We ate at 5 p.m. |She left.",
    "quote": '"Is it late?" she asked. |"Go!" |He ran. |He said "Stop." |Then he left.',
    "quote_in": 'He shouted "Stop!" and ran. |(It was late.) |We left.',
    "quote_tag": "“Who?” Mary asked. |“Oh!” I said.",
    "curly": "“It is late.” |‘Go home.’ |We went.",
    "ellipsis": "Well… |She left... |Then it rained. |It was . . . odd. |He … left.",
    "list": "1. Install it. |2. Run it. |10. Read the answer.",
    "list_lines": "1. Install it.\n|2. Run it.\n|3. Stop.",
    "year": "He died in 1852. |She was born in 1815.",
    "wrap": "The ship sailed at\nnoon with Dr.\nWatson aboard. |It sank.",
    "crlf": "One came.\r\n|Two went.\r\n\r\n|Three stayed\r\n \t\r\n|Four fell.",
    "bare": "no punctuation here\n\n|nor here",
    "heading": "# A heading\n\n|Acme grew. |It shrank.",
    "footnote": "It rained.[1] |Then it snowed.[2][3] |It froze.",
    "mixed_marks": "What?! |Really!! |Yes.",
    "chinese": "今天下雨。|我们回家！|你呢？|好。",
    "chinese_quote": "他说：“我来了。”|大家很高兴。|“走吧！”他说。",
    "japanese": "東京は雨です。|傘を持ちました！|「はい。」と彼は言った。|終わり｡|次です。",
    "hindi": "राम घर गया। |वह सो गया।|सीता आई॥ |डॉ. वर्मा आए।",
    "arabic": "هل وصل أحمد؟ |نعم، وصل. |د. سامي هنا.",
    "urdu": "علی گھر گیا۔ |کیا وہ سو گیا؟ |ہاں۔",
    "german": "Am 3. Oktober kam er. |Er sah z.B. Berlin. |Dann ging er.",
    "french": "« Non ! » |Il partit. |Mme. Roux resta.",
    "spanish": "¿Qué hora es? |¡Son las dos! |La Sra. Paz salió.",
    "russian": "А. С. Пушкин родился в 1799 г. в Москве. |Он писал.",
    "georgian": "წვიმს. |თოვს.",
    "iphone": "He left. iPhones were sold.",
    "jr": "Tom Ray Jr. Smith came. |Tom Ray Jr. |He left.",
    "etal": "Smith et al. (2010) agree. |Ek et al. |The rest do not.",
    "months": "On Jan. 5 it rained. |It ended in Dec. |Nobody knew.",
    "markdown": "**It rained.** |_It snowed._ |Done.",
    "bracketed": "(See Dr. Reed.) |[It was 3.5.] |She knew.",
    "joined_titles": "Lt.-Col. Hart and Vice-Adm. Moss met. |They ate.",
    "roman": "Art. IV is short. |Vol. II is long. |Is it art? |It is art. |We agree.",
    "section": "2.1. Results stand.\n|They hold.",
    "indented_list": "Buy:\n  1. Tea\n  2. Milk\nand eat. |Done.",
    "nested_quote": "“He said ‘Stop.’” |Then he ran.",
    "speech_dialogue": "「はい。」\n|「いいえ。」\n|次です。",
    "chinese_book": "他写了《你好！世界》这本书。|书很好。|《春》也好。",
    "wide_without_quote": "“你好。”|“再见。”|他走了。",
    "straight_token": "a.b.c is a name. |It is x.y(z). |Use v1.2.3 now.",
    "email": "Write to ann.lee@example.org. |Then wait.",
    "hindi_initials": "ए. पी. जे. वर्मा आए। |वे गए।",
    "decomposed": "E\u0301. Roux came. |Zoe\u0301 left. |Rain fell.",
    "no_space": "It ended.It began. |Yes.",
    "spaced_mark": "Vraiment ? |Oui !",
    "abbreviation_before_quote": "She works at Acme Inc. |“She is good.” |He agreed.",
    "inc_a": "She runs Acme Inc. |A man left. |At 5 p.m. |I slept.",
    "inc_initial": "He owns Acme Inc. A. Reed does not.",
    "lower_after_mark": "What? no. |Wait! said he.",
    "sole_mark": "...",
    "blank": " \n\t ",
    "invisible": "\ufeffIt rained. |It froze.",
    "surrogate": "It \ud800 rained. |It froze.",
    "line_separators": "One\u2028two. |Three\u2029|Four\x85\x85|Five",
    "company_mark": "She left Yahoo! Inc. in May. |Co-op shops grew.",
    "latin_in_chinese": "他是Dr. Wang。|好. |走.",
    "plus": "He writes C++. |She writes C#. |They ship.",
    "digit_start": "It rained. |1999 was dry. |3 men came.",
}

# Pieces that make and unmake sentence ends, for texts no table would think of.
PIECES = st.sampled_from(
    [
        *"aB7.!?…。！।؟۔,;:-()[]\"'“”‘’«»「」《》*_ \t\n\r",
        *(" ", ". ", ".\n", "\n\n", "\r\n", "\r\n\r\n", "\u2029", "\xa0", "...", "[1]"),
        *("Dr.", "e.g.", "Inc. ", "U.S. ", "5 p.m. ", "No. ", "J. ", "3.14", "example.com"),
        *("She left", "the end", "天", "と", "राम", "he said", "Mary asked", "\ud800", "e\u0301"),
    ]
)
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60)


def marked(text: str) -> str:
    """Write a text's split the way the table does, each sentence stripped."""
    return "|".join(text[start:end] for start, end in sentences(text))


@pytest.mark.parametrize("name", SPLITS)
def test_splits_as_a_reader_would(name: str) -> None:
    """Each text of the table splits exactly at its bars."""
    split = SPLITS[name]
    expected = "|".join(filter(None, map(str.strip, split.split("|"))))
    assert marked(split.replace("|", "")) == expected


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\n\r\n", "\r\r\n"])
def test_a_line_end_inside_a_paragraph_is_a_space(newline: str) -> None:
    """Wrapped lines make no break, whatever ends them, unless one of them is blank."""
    text = f"The ship sailed{newline}At noon."
    assert len(sentences(text)) == (2 if newline == "\n\r\n" else 1)


@pytest.mark.parametrize(
    "blank", ["\n\n", "\r\n\r\n", "\n \t\n", "\r\r", "\r\n \r\n\n\n", "\u2029"]
)
def test_blank_lines_separate_paragraphs(blank: str) -> None:
    """A blank line ends a paragraph, and so the sentence, with no mark at all."""
    text = f"  One line{blank}Another {blank}"
    second = text.index("Another")
    expected = [(2, 10), (second, second + 7)]
    assert paragraphs(text) == expected
    assert sentences(text) == expected


def test_offsets_count_characters_of_the_raw_text() -> None:
    """Offsets survive Windows line ends and characters outside the basic plane."""
    assert sentences("😀 Hi.\r\nYou?  ") == [(0, 5), (7, 11)]


def test_a_long_word_is_no_abbreviation() -> None:
    """Only a whole word is looked up, never the tail of a longer one."""
    assert marked("He met Xinc. Tom left. " + "X" * 40 + "dr. Tom left.").count("|") == 3


def test_public_face() -> None:
    """The chunking module offers what exists, and nothing else."""
    assert chunking.__all__ == sorted(chunking.__all__)
    assert chunking.sentences is sentences
    assert not hasattr(chunking, "paragraphs")


@given(TEXTS)
def test_sentences_cover_the_text_in_order(text: str) -> None:
    """What lies before, between and after the sentences is white space, and only that."""
    at = 0
    for start, end in sentences(text):
        assert at <= start < end
        assert not text[at:start].strip()
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        at = end
    assert not text[at:].strip()


@given(TEXTS)
def test_paragraphs_hold_whole_sentences(text: str) -> None:
    """Splitting each paragraph on its own gives the same sentences."""
    alone = [
        (start + first, start + last)
        for start, end in paragraphs(text)
        for first, last in sentences(text[start:end])
    ]
    assert sentences(text) == alone


@given(TEXTS, TEXTS, st.sampled_from(["\n\n", "\r\n\r\n", "\n \n"]))
@example("She left Acme Inc. I", "went", "\n\n")
@example('"Oh!" Mary', "said nothing", "\n\n")
def test_joined_paragraphs_split_as_they_did_apart(first: str, second: str, gap: str) -> None:
    """A paragraph's sentences do not depend on the paragraphs around it."""
    shift = len(first) + len(gap)
    apart = sentences(first) + [(start + shift, end + shift) for start, end in sentences(second)]
    assert sentences(first + gap + second) == apart


@given(TEXTS)
def test_no_token_is_cut(text: str) -> None:
    """Two sentences touch only where a mark stands that is written without white space."""
    found = sentences(text)
    for (start, end), (following, _) in pairwise(found):
        if following == end:
            assert text[start:end].rstrip("\"'”’»›)]}」』）】〉》〕*_")[-1] in "。｡！？।॥"


@given(TEXTS)
def test_no_sentence_starts_with_a_lower_case_letter(text: str) -> None:
    """Inside a paragraph what follows a break can start a sentence."""
    first = {start for start, _ in paragraphs(text)}
    for start, _ in sentences(text):
        assert start in first or not ("a" <= text[start] <= "z" or text[start] in ".!?,;:")


@given(st.text(alphabet="abcXYZ 019\n,", max_size=60))
def test_no_marks_no_break(text: str) -> None:
    """Without sentence marks a paragraph is one sentence."""
    assert sentences(text) == paragraphs(text)
