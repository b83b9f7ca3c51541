"""Do scripts and recordings answer as they say, and refuse what they do not hold?"""

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from openodke.errors import InputError, ProviderError, UnansweredCall
from openodke.llm import (
    Cassette,
    Completion,
    Message,
    ModelSpec,
    RecordedClient,
    RecordingClient,
    ReplayClient,
    ScriptedClient,
    open_recording,
)

SPEC = ModelSpec(model="harbour/m")


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
        (Completion(None), None),  # type: ignore[arg-type]
        (Completion(b"a"), None),  # type: ignore[arg-type]
        (None, None),
        ("a", None),
    ],
)
def test_what_a_recording_cannot_hold_costs_no_answer(answer: Any, held: Any) -> None:
    """The answer is passed on as it is; what can be kept of it is."""

    class Odd:
        def complete(self, *_: Any, **__: Any) -> Any:
            return answer

    recorder = RecordingClient(Odd())
    assert recorder.complete(said("1"), spec=SPEC) is answer
    kept = [one.response.model_dump() for one in recorder.cassette.interactions]
    assert len(kept) == (held is not None)
    for one in kept:
        assert {**one, **held} == one


def test_a_recording_is_plain_json() -> None:
    """A person can read and write it."""
    recorder = RecordingClient(ScriptedClient([{"verdict": "supported"}]), description="harbour")
    recorder.complete(said("1"), spec=SPEC)
    held = json.loads(recorder.cassette.model_dump_json())
    assert held["description"] == "harbour"
    assert held["interactions"][0]["response"]["parsed"] == {"verdict": "supported"}
