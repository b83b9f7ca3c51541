"""What does a machine read of a run, and does a pipe stay clean?"""

import json
from pathlib import Path

import pytest

from openodke.cli.event_log import EventLog

GROUND = ("ground", "--facts", "triples.jsonl", "--texts", "texts")
KEYS = [
    "ts",
    "level",
    "event",
    "run",
    "command",
    "stage",
    "document",
    "counts",
    "latency_s",
    "cost",
    "host",
]
WORDS = ("Kelpway", "Maren", "Tessaly", "Orrin", "Bergen", "Skail", "office_in", "harbour")


def test_one_object_a_line_with_the_same_keys(odke) -> None:
    """Every event has the same keys, one run, and no word of texts or claims."""
    done = odke(*GROUND, "--log-format", "json")
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert [list(event) for event in events] == [KEYS] * len(events)
    names = [event["event"] for event in events]
    assert (names[0], names[-1]) == ("job.start", "job.end")
    assert "stage" in names
    assert {event["command"] for event in events} == {"ground"}
    assert len({event["run"] for event in events}) == 1
    assert not [word for word in WORDS if word in done.stderr]
    assert done.returncode == 0


def test_the_last_event_has_the_counts(odke) -> None:
    """The end of the job says how many facts have which verdict."""
    done = odke(*GROUND, "--log-format", "json")
    assert json.loads(done.stderr.splitlines()[-1])["counts"] == {
        "facts": 6,
        "supported": 0,
        "contradicted": 0,
        "not_found": 2,
        "unchecked": 4,
    }


def test_the_summary_is_the_same(odke) -> None:
    """The log does not change what is printed."""
    assert odke(*GROUND, "--log-format", "json").stdout == odke(*GROUND).stdout


def mismatch(corpus: Path) -> None:
    """Make the rows ones that the texts do not name."""
    rows = [
        {"doc": "harbour", "subject": f"Quorl{n}", "predicate": "near", "object": f"Zib{n}"}
        for n in range(25)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (corpus / "triples.jsonl").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("trouble", [mismatch, lambda corpus: (corpus / "triples.jsonl").unlink()])
def test_every_line_is_an_event(odke, corpus: Path, trouble) -> None:
    """With a JSON log a machine can read every line of standard error, in trouble too."""
    trouble(corpus)
    for line in odke(*GROUND, "--log-format", "json").stderr.splitlines():
        assert list(json.loads(line)) == KEYS


def test_a_pipe_gets_no_bar_and_no_escape_code(odke) -> None:
    """What is not a terminal gets plain lines, and nothing on standard error."""
    done = odke(*GROUND)
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "\r" not in done.stdout


def test_a_name_cannot_steer_the_terminal(odke, corpus: Path) -> None:
    """An escape code in a claim or a text, which nobody has vetted, does not reach the terminal."""
    row = {"doc": "mill", "subject": "Orr\x1b[2Jin", "predicate": "p\x1b]0;x\x07", "object": "Mill"}
    (corpus / "triples.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert "\x1b" not in odke(*GROUND).stdout


def test_a_log_that_is_off_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Without the option there are no events."""
    EventLog("ground", enabled=False).event("job.start")
    assert capsys.readouterr() == ("", "")
