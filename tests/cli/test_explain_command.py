"""What does `odke explain` print, and in which folder does it look?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Odke = Callable[..., CompletedProcess[str]]

VALIDATE = ("validate", "--facts", "triples.jsonl", "--texts", "texts", "-o")
GROUND = ("ground", "--facts", "triples.jsonl", "--texts", "texts", "-o")
BERGEN = """\
grounded  not_found: object_absent, by lexical@1 on texts/harbour.txt:0-152, suspicion 1.0
seen      object:absent
"""


def test_the_one_run_that_lies_here_is_read(odke: Odke, corpus: Path) -> None:
    """Words need no quotation marks; where it was read is said on standard error."""
    assert odke(*VALIDATE, "out").returncode == 0
    done = odke("explain", "kelpway", "ferries", "office_in")
    assert done.returncode == 0, done.stderr
    first, _, rest = done.stdout.partition("\n")
    assert first.startswith("row       ")
    assert first.endswith(": Kelpway Ferries —office_in→ Bergen")
    assert rest.startswith(BERGEN)
    assert rest.splitlines()[-1] == "gate      written"
    assert done.stderr == "odke: from out\n"
    own = first.split()[1].removesuffix(":")
    (corpus / "out/nested").mkdir()
    again = odke("explain", own[:8], "--from", "out")
    assert (again.stdout, again.stderr) == (done.stdout, "")
    assert odke("validate", *VALIDATE[1:], "out", "--explain", own).stdout.count(done.stdout) == 1


def test_of_several_runs_one_has_to_be_named(odke: Odke) -> None:
    """The folders are listed; where there is none, it is said what writes one."""
    nothing = odke("explain", "bergen")
    assert nothing.returncode == 2
    assert "There is none in this folder: add --from OUT" in nothing.stderr
    assert odke(*VALIDATE, "out").returncode == 0
    assert odke(*GROUND, "checked").returncode == 0
    done = odke("explain", "bergen")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr == "odke: of which run? Add --from with one of checked, out\n"
    done = odke("explain", "bergen", "--from", "checked")
    assert done.returncode == 0
    assert done.stdout.endswith(BERGEN)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("orrin", "mill"), "odke: 'orrin mill' fits 3 claims; name one:\n  "),
        (("Kelpway", "Fairies"), "or these words; near it:\n  "),
        (("bergen", "--from", "texts"), "texts: holds no manifest.json"),
    ],
)
def test_what_is_not_one_claim_is_exit_2(odke: Odke, words: tuple[str, ...], said: str) -> None:
    """With the claims that fit or are near."""
    assert odke(*VALIDATE, "out").returncode == 0
    done = odke("explain", *words)
    assert (done.stdout, done.returncode) == ("", 2)
    assert said in done.stderr
