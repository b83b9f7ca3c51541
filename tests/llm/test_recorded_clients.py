"""Do scripts and recordings answer as they say, and refuse what they do not hold?"""

import asyncio
import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from pydantic import BaseModel

from openodke.errors import InputError, ProviderError, UnansweredCall
from openodke.llm import (
    Cassette,
    Completion,
    Message,
    ModelSpec,
    RecordedClient,
    RecordedError,
    RecordingClient,
    ReplayClient,
    ScriptedClient,
    open_recording,
)
from openodke.llm.call_failure import is_transient

SPEC = ModelSpec(model="harbour/m")
ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)


class Judged(BaseModel):
    """Structured output as some clients give it."""

    verdict: str


def said(text: str) -> list[Message]:
    """Return a conversation that ends with a text."""
    return [Message(role="system", content="judge"), Message(content=text)]


def test_a_script_answers_in_order_and_keeps_its_calls() -> None:
    """A text stays a text, an object is parsed, an error is raised."""
    client = ScriptedClient(["a", {"verdict": "supported"}, TimeoutError("slow")])
    assert client.complete(said("1"), spec=SPEC).parsed is None
    answer = client.complete(said("2"), spec=SPEC, schema={"type": "object"})
    assert (answer.parsed, answer.text) == ({"verdict": "supported"}, '{"verdict": "supported"}')
    assert answer.completion_tokens == 6  # 24 characters, four a token
    with pytest.raises(TimeoutError):
        client.complete(said("3"), spec=SPEC)
    assert client.exhausted
    messages, spec, schema = client.calls[1]
    assert (messages[1].content, spec, schema) == ("2", SPEC, {"type": "object"})


def test_a_script_that_ran_out_says_so() -> None:
    """Unless it is not strict: then it says nothing."""
    with pytest.raises(UnansweredCall, match="call 1 came after the last of 0"):
        ScriptedClient().complete(said("1"), spec=SPEC)
    assert ScriptedClient(strict=False).complete(said("1"), spec=SPEC) == Completion()


def test_a_recording_answers_by_what_stands_in_the_call() -> None:
    """The first entry that matches answers, as often as it is asked."""
    client = RecordedClient(
        [
            {"match": "Narvik", "response": {"verdict": "not_found"}},
            {"match": "judge", "response": "supported"},
            {"match": "never", "error": "overloaded"},
        ]
    )
    assert client.complete(said("to Narvik"), spec=SPEC).parsed == {"verdict": "not_found"}
    assert client.complete(said("to Narvik"), spec=SPEC).parsed == {"verdict": "not_found"}
    assert client.complete(said("to Bergen"), spec=SPEC).text == "supported"


def test_a_recorded_error_is_raised_and_a_call_without_an_entry_is_one() -> None:
    """The first is the provider's, the second the recording's."""
    client = RecordedClient([{"match": "x", "error": "overloaded"}])
    with pytest.raises(ProviderError, match="overloaded"):
        client.complete(said("x"), spec=SPEC)
    with pytest.raises(UnansweredCall, match=r"entries: no entry matches the call: to Narvik"):
        client.complete(said("to Narvik"), spec=SPEC)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"match": "a", "respons": "b"}, r"\[0\]: the key 'respons' is unknown, did you mean"),
        ({"match": "a"}, r"\[0\]: give either response or error"),
        ({"match": "a", "response": "b", "error": "c"}, "give either"),
        ({"response": "b"}, "match is missing"),
        ({"match": "", "response": "b"}, "match is missing"),
        ({"match": "a", "response": 5}, "the answer is int"),
        ("a", "is str, and not an object"),
    ],
)
def test_a_misspelt_recording_is_refused(entry: Any, message: str) -> None:
    """The entry is named, and what is wrong with it."""
    with pytest.raises(InputError, match=message):
        RecordedClient([entry])


def test_a_recording_file_is_named_in_messages(tmp_path: Path) -> None:
    """Broken JSON has a line, a wrong entry an index."""
    path = tmp_path / "answers.json"
    path.write_text('[{"match": "a",\n "response"}]')
    with pytest.raises(InputError, match=r"answers\.json:2: is no JSON"):
        RecordedClient.from_fixture(path)
    path.write_text('[{"match": "a", "response": "b"}, {"mach": "a", "response": "b"}]')
    with pytest.raises(InputError, match=r"answers\.json\[1\]: the key 'mach'"):
        open_recording(path)
    path.write_text('{"interactions": [{"match": {"modl": "m"}, "response": {}}]}')
    with pytest.raises(InputError, match=r"answers\.json: interactions\.0\.match\.modl"):
        open_recording(path)
    with pytest.raises(InputError, match="nowhere: cannot be opened"):
        open_recording("nowhere")


def test_what_was_recorded_is_replayed_once(tmp_path: Path) -> None:
    """The file holds answers and tokens, and gives each to its own call, in any order."""
    recorder = RecordingClient(ScriptedClient(["one", Completion("two", cost_usd=0.5)]))
    recorder.complete(said("1"), spec=SPEC)
    recorder.complete(said("2"), spec=SPEC)
    recorder.save(tmp_path / "tape.json")
    client = open_recording(tmp_path / "tape.json")
    assert isinstance(client, ReplayClient)
    assert client.complete(said("2"), spec=SPEC) == Completion("two", cost_usd=0.5)
    assert client.complete(said("1"), spec=SPEC).text == "one"
    with pytest.raises(UnansweredCall, match=r"tape\.json: no interaction left"):
        client.complete(said("1"), spec=SPEC)


def test_a_cassette_can_match_by_texts_and_model() -> None:
    """Every text has to stand in the call."""
    held = {
        "interactions": [
            {"match": {"contains": ["judge", "Narvik"]}, "response": {"text": "a"}},
            {"match": {"model": "other/m"}, "response": {"text": "b"}},
        ]
    }
    client = ReplayClient(Cassette.model_validate(held))
    assert client.complete(said("to Narvik"), spec=SPEC).text == "a"
    with pytest.raises(UnansweredCall):
        client.complete(said("to Narvik"), spec=SPEC)
    assert client.complete(said("x"), spec=ModelSpec(model="other/m")).text == "b"


def test_threads_share_a_recording_without_losing_an_answer() -> None:
    """Each of 200 answers is given exactly once."""
    recorder = RecordingClient(ScriptedClient([str(n) for n in range(200)]))
    for _ in range(200):
        recorder.complete(said("same"), spec=SPEC)
    client, got = ReplayClient(recorder.cassette), []

    def ask() -> None:
        got.extend(client.complete(said("same"), spec=SPEC).text for _ in range(50))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=int) == [str(n) for n in range(200)]


@pytest.mark.parametrize(
    ("answer", "held"),
    [
        (Completion("a", prompt_tokens=None), {"text": "a"}),  # type: ignore[arg-type]
        (Completion("a", parsed=object()), {"text": "a"}),
        (Completion("a", completion_tokens=-1, cost_usd="x"), {"text": "a"}),  # type: ignore[arg-type]
        (Completion(None, parsed={"b": 1}), {"text": "", "parsed": {"b": 1}}),  # type: ignore[arg-type]
        (Completion(None), {"text": "", "parsed": None}),  # type: ignore[arg-type]
        (Completion("a", model=None), {"text": "a", "model": ""}),  # type: ignore[arg-type]
        (Completion("a \ud83d", model="\udcff"), {"text": "a ?", "model": "?"}),
        (Completion("a", parsed={"b": ["\ud83d"]}), {"parsed": {"b": ["?"]}}),
        (Completion("a", parsed=Judged(verdict="supported")), {"parsed": {"verdict": "supported"}}),
        (Completion("a", parsed={1: "b"}), {"parsed": {"1": "b"}}),
        (Completion("a", parsed={"b": float("nan")}), {"parsed": {"b": None}}),
        (Completion("a", parsed=10**5000, prompt_tokens=10**5000), {"text": "a", "parsed": None}),
        (Completion("a", cost_usd=10**400), {"text": "a", "cost_usd": None}),
        (Completion("a", parsed={"b": {1, 2}}), {"parsed": {"b": None}}),
        (Completion("a", parsed=ENDLESS), {"text": "a"}),
        (Completion(b"a"), None),  # type: ignore[arg-type]
        (None, None),
        ("a", None),
    ],
)
def test_what_a_recording_cannot_hold_costs_no_answer(
    answer: Any, held: Any, tmp_path: Path
) -> None:
    """The answer is passed on as it is; what can be kept of it is, and can be saved."""

    class Odd:
        def complete(self, *_: Any, **__: Any) -> Any:
            return answer

    recorder = RecordingClient(Odd())
    assert recorder.complete(said("1"), spec=SPEC) is answer
    recorder.save(tmp_path / "tape.json")
    (kept,) = Cassette.from_file(tmp_path / "tape.json").interactions
    if held is None:
        assert kept.error == RecordedError(kind="NoText")
    else:
        assert kept.response is not None
        assert {**kept.response.model_dump(), **held} == kept.response.model_dump()


class Slow:
    """Fails its first calls and answers the others, awaited or not."""

    def __init__(self, *errors: Exception) -> None:
        self._errors = list(errors)

    def complete(self, *_: Any, **__: Any) -> Completion:
        """Raise the next error, or answer."""
        if self._errors:
            raise self._errors.pop(0)
        return Completion("supported")

    async def acomplete(self, *_: Any, **__: Any) -> Completion:
        """As `complete`."""
        return self.complete()


class ReadTimeoutError(TimeoutError):
    """What some client calls it."""


@pytest.mark.parametrize(
    ("error", "status", "transient"),
    [
        (ProviderError("key sk-1 is overloaded", status_code=503), 503, True),
        (ProviderError("key sk-1 is refused", status_code=401), 401, False),
        (ReadTimeoutError("key sk-1"), None, True),
        (KeyError("key sk-1"), None, False),
    ],
)
def test_a_failed_call_is_replayed_as_it_failed(
    error: Exception, status: int | None, transient: bool, tmp_path: Path
) -> None:
    """By its class's name and its status, without its message; then the answer that followed."""
    recorder = RecordingClient(Slow(error))
    with pytest.raises(type(error)) as raised:
        recorder.complete(said("1"), spec=SPEC)
    assert raised.value is error
    recorder.complete(said("1"), spec=SPEC)
    recorder.save(tmp_path / "tape.json")
    assert "sk-1" not in (tmp_path / "tape.json").read_text()
    client = open_recording(tmp_path / "tape.json")
    with pytest.raises(ProviderError) as again:
        client.complete(said("1"), spec=SPEC)
    assert type(again.value).__name__ == type(error).__name__
    assert (again.value.status_code, is_transient(again.value)) == (status, transient)
    assert client.complete(said("1"), spec=SPEC).text == "supported"


def test_what_ends_a_run_is_not_recorded() -> None:
    """Such as a call that an inner recording does not answer."""
    recorder = RecordingClient(ScriptedClient())
    with pytest.raises(UnansweredCall):
        recorder.complete(said("1"), spec=SPEC)
    assert recorder.cassette.interactions == ()


def test_a_recorder_can_be_awaited_where_its_client_can() -> None:
    """It has no `acomplete` otherwise: a caller looks for it."""
    assert not hasattr(RecordingClient(ScriptedClient()), "acomplete")
    recorder = RecordingClient(Slow(TimeoutError()))
    with pytest.raises(TimeoutError):
        asyncio.run(recorder.acomplete(said("1"), spec=SPEC))
    answer = asyncio.run(recorder.acomplete(said("1"), spec=SPEC))
    assert answer.text == "supported"
    kinds = [one.error and one.error.kind for one in recorder.cassette.interactions]
    assert kinds == ["TimeoutError", None]


def test_a_recording_that_is_not_strict_says_nothing(tmp_path: Path) -> None:
    """In either of its forms."""
    for held in ('{"interactions": []}', "[]"):
        (tmp_path / "tape.json").write_text(held)
        client = open_recording(tmp_path / "tape.json", strict=False)
        assert client.complete(said("1"), spec=SPEC) == Completion()
        with pytest.raises(UnansweredCall):
            open_recording(tmp_path / "tape.json").complete(said("1"), spec=SPEC)


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("5", r"tape\.json: holds int, and no recording: give an object with interactions"),
        ('"x"', r"tape\.json: holds str, and no recording"),
        ("[" * 100_000, r"tape\.json: is nested too deeply"),
        ("9" * 5000, r"tape\.json: holds a number that is too long"),
        ('{"interactions": 5}', r"tape\.json: interactions: Input should be a valid list|a list"),
        ('{"interactions": [5]}', r"tape\.json: interactions\.0: Input should be a valid object$"),
        ('{"interactions": [{"match": {}}]}', r"interactions\.0: give either response or error"),
        (
            '{"interactions": [{"match": {}, "response": {"parsed": {"a": "\\ud83d"}}}]}',
            r"interactions\.0\.response\.parsed: a lone surrogate",
        ),
        (
            '{"interactions": [{"match": {}, "error": {"kind": "a b"}}]}',
            r"interactions\.0\.error\.kind",
        ),
    ],
)
def test_what_is_no_recording_is_refused(held: str, message: str, tmp_path: Path) -> None:
    """The file is named, the place, and what is expected there."""
    (tmp_path / "tape.json").write_text(held)
    with pytest.raises(InputError, match=message):
        open_recording(tmp_path / "tape.json")


def test_a_recording_is_plain_json() -> None:
    """A person can read and write it."""
    recorder = RecordingClient(ScriptedClient([{"verdict": "supported"}]), description="harbour")
    recorder.complete(said("1"), spec=SPEC)
    held = json.loads(recorder.cassette.model_dump_json())
    assert held["description"] == "harbour"
    assert held["interactions"][0]["response"]["parsed"] == {"verdict": "supported"}
