"""Is an answer in a folder whole or not there, whoever else writes, and whoever is killed?"""

import copy
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import OutputError
from openodke.llm import AnswerStore, DirectoryCache, MemoryCache, RecordedAnswer

KEY, OTHER = "ab" + 62 * "0", "cd" + 62 * "0"
ANSWER = RecordedAnswer(
    text='{"verdict": "supported"}',
    parsed={"verdict": "supported"},
    model="small-1",
    prompt_tokens=9,
    completion_tokens=3,
    cost_usd=0.25,
)


def rights(path: Path) -> int:
    """Return who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_an_answer_is_found_again(tmp_path: Path) -> None:
    """By another object on the folder too: one file an answer, in a folder by its first digits."""
    store = DirectoryCache(tmp_path / "answers")
    assert store.get(KEY) is None
    store.put(KEY, ANSWER)
    assert store.get(KEY) == DirectoryCache(tmp_path / "answers").get(KEY) == ANSWER
    assert store.get(OTHER) is None
    held = json.loads((tmp_path / f"answers/ab/{KEY}.json").read_text("utf-8"))
    assert (held["format"], held["key"]) == (1, KEY)
    assert isinstance(store, AnswerStore)
    assert isinstance(MemoryCache(), AnswerStore)


@given(
    text=st.text(st.characters(exclude_categories=["Cs"])),
    parsed=st.recursive(
        st.none() | st.booleans() | st.integers(-99, 99) | st.text("aé\u2028\x00", max_size=3),
        lambda held: st.lists(held, max_size=2) | st.dictionaries(st.text("ab"), held, max_size=2),
        max_leaves=5,
    ),
)
def test_any_answer_is_given_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str, parsed: Any
) -> None:
    """Whatever characters it holds."""
    answer = RecordedAnswer(text=text, parsed=parsed)
    store = DirectoryCache(tmp_path_factory.getbasetemp() / "any")
    store.put(KEY, answer)
    assert store.get(KEY) == answer


def test_answers_are_their_owners_alone(tmp_path: Path) -> None:
    """Folders 0700, files 0600, whatever the umask; no part of a file is left."""
    store = DirectoryCache(tmp_path / "made/answers")
    before = os.umask(0)
    try:
        store.put(KEY, ANSWER)
    finally:
        os.umask(before)
    assert rights(tmp_path / "made/answers") == rights(tmp_path / "made/answers/ab") == 0o700
    files = [path for path in (tmp_path / "made/answers").rglob("*") if path.is_file()]
    assert {rights(path) for path in files} == {0o600}
    assert {path.name for path in files} == {f"{KEY}.json", ".locks"}


@pytest.mark.parametrize(
    "held",
    [
        b"",
        b'{"format": 1, "key": "ab',
        b"\xff\xfe",
        b"null",
        b"[]",
        b"[" * 9999,
        json.dumps({"format": 1, "key": OTHER, "answer": {"text": "yes"}}).encode(),
        json.dumps({"format": 2, "key": KEY, "answer": {"text": "yes"}}).encode(),
        json.dumps({"format": 1, "key": KEY, "answer": {"text": "yes", "mood": 1}}).encode(),
        json.dumps({"format": 1, "key": KEY, "answer": None}).encode(),
        b"\x80\x04\x95cos\nsystem\n",
    ],
)
def test_what_is_no_answer_of_ours_is_none_and_is_replaced(tmp_path: Path, held: bytes) -> None:
    """Cut off, of another key or version, or from elsewhere: nothing of it is believed."""
    store = DirectoryCache(tmp_path)
    file = tmp_path / f"ab/{KEY}.json"
    file.parent.mkdir()
    file.write_bytes(held)
    assert store.get(KEY) is None
    store.put(KEY, ANSWER)
    assert store.get(KEY) == ANSWER


def test_a_folder_in_an_answers_place_is_no_answer(tmp_path: Path) -> None:
    """Nor does it end a run: that the answer cannot be kept is an error of the system."""
    store = DirectoryCache(tmp_path)
    (tmp_path / f"ab/{KEY}.json").mkdir(parents=True)
    assert store.get(KEY) is None
    with pytest.raises(OSError, match=KEY):
        store.put(KEY, ANSWER)
    assert [path.name for path in (tmp_path / "ab").iterdir()] == [f"{KEY}.json"]


def test_a_folder_of_other_things_is_refused(tmp_path: Path) -> None:
    """Answers are not scattered among somebody's files."""
    (tmp_path / "notes.txt").touch()
    with pytest.raises(OutputError, match=r"notes\.txt, which is no answer"):
        DirectoryCache(tmp_path)
    with pytest.raises(OutputError, match="cannot hold answers"):
        DirectoryCache(tmp_path / "notes.txt")


def test_a_key_cannot_name_a_file_elsewhere(tmp_path: Path) -> None:
    """A key is a hash, or a mistake."""
    with pytest.raises(ValueError, match="64 small hexadecimal digits"):
        DirectoryCache(tmp_path).get("../../" + 58 * "0")


def test_a_copy_keeps_its_own_file_of_locks(tmp_path: Path) -> None:
    """When one is gone, the other still answers."""
    store = DirectoryCache(tmp_path)
    other = copy.deepcopy(store)
    del store
    assert other.claim(KEY)
    other.release(KEY)


CLAIMS = """
import sys
from openodke.llm import DirectoryCache
store = DirectoryCache(sys.argv[1])
print(store.claim(sys.argv[2]), store.claim(sys.argv[3]), flush=True)
sys.stdin.read()
"""


def test_a_key_belongs_to_one_process_until_it_ends(tmp_path: Path) -> None:
    """However it ends: nobody has to clear away what a killed one held."""
    store = DirectoryCache(tmp_path)
    assert store.claim(OTHER)
    command = [sys.executable, "-c", CLAIMS, str(tmp_path), KEY, OTHER]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True False\n"
        assert not store.claim(KEY)
        process.kill()
        process.wait()
    assert store.claim(KEY)
