"""Is a user told what a model is sent before it is, and asked where it is much?"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from chat_server import ChatServer, Sent, chat, refused, serving

pytest.importorskip("openai", reason="the OpenAI SDK is not installed here")

SECRET = "sk-never-to-be-written"
ROWS = [
    {"doc": "mill", "subject": "Odell Mill", "predicate": "grinds", "object": "rye"},
    {"doc": "mill", "subject": "Odell Mill", "predicate": "grinds", "object": "oats"},
    {"doc": "ferry", "subject": "Marlow Ferries", "predicate": "based_in", "object": "Skail"},
]
GROUND = ("ground", "--facts", "rows.jsonl", "--texts", "texts", "--config", "asks.json")
TOLD = re.compile(
    r"odke: to ask openai/small at this machine \(127\.0\.0\.1:\d+\); nothing leaves it\n"
    r"odke: 3 calls on 2 texts: [\d,]+ characters, about [\d,]+ tokens in and 30 out; "
    r"cost unknown\n"
)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    """A server that supports every claim."""
    with serving(chat()) as held:
        yield held


@pytest.fixture
def folder(tmp_path: Path, server: ChatServer) -> Path:
    """Three claims on two texts, and a configuration that names the server's model."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/mill.txt").write_text("Odell Mill grinds rye and oats.", "utf-8")
    (tmp_path / "texts/ferry.txt").write_text("Marlow Ferries is based in Skail.", "utf-8")
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "rows.jsonl").write_text(lines, "utf-8")
    configure(tmp_path, server.url)
    return tmp_path


def configure(folder: Path, url: str, **fields: object) -> None:
    """Write the configuration."""
    ground = {"model": "openai/small", "base_url": url, **fields}
    (folder / "asks.json").write_text(json.dumps({"models": {"ground": ground}}), "utf-8")


def odke(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `odke` in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "openodke", *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def at_terminal(folder: Path, answer: str, *arguments: str, term: str = "dumb") -> tuple[int, str]:
    """Run `odke` on a terminal of its own and answer its question; return status and output."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        command = [sys.executable, "-m", "openodke", *arguments]
        os.execve(sys.executable, command, {**os.environ, "COLUMNS": "200", "TERM": term})
    said, answered, deadline = b"", False, time.monotonic() + 120
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.2)[0]:
            continue
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # the child closed its side
            break
        if not piece:
            break
        said += piece
        if b"[y/N]" in said and not answered:
            os.write(terminal, f"{answer}\n".encode())
            answered = True
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), said.decode()


def test_in_a_pipe_it_is_told_and_not_asked(folder: Path, server: ChatServer) -> None:
    """On standard error, before the first call; the claims get their verdicts."""
    done = odke(folder, *GROUND, "-o", "out", "--ask-above", "0")
    assert (done.returncode, done.stderr.count("odke:")) == (0, 2), done.stderr
    assert TOLD.fullmatch(done.stderr)
    assert "supported 3" in done.stdout
    assert len(server.asked) == 3


def test_what_was_told_is_what_was_sent(folder: Path, server: ChatServer) -> None:
    """Calls and characters, as the server got them."""
    done = odke(folder, *GROUND)
    characters = sum(len(m["content"]) for asked in server.asked for m in asked["messages"])
    assert f"3 calls on 2 texts: {characters:,} characters" in done.stderr


def test_a_dry_run_tells_it_and_sends_nothing(folder: Path, server: ChatServer) -> None:
    """The free checks run, also where the key is not set, which is said."""
    configure(folder, server.url, api_key_env="GATEWAY_KEY")
    done = odke(folder, *GROUND, "--dry-run", GATEWAY_KEY="")
    assert done.returncode == 0, done.stderr
    told = TOLD.match(done.stderr)
    assert told is not None
    assert done.stderr[told.end() :] == (
        "odke: openai/small needs a key, and the environment variable GATEWAY_KEY is not set: "
        "export GATEWAY_KEY=…, or name another variable by api_key_env\n"
        "odke: a dry run: nothing is sent\n"
    )
    assert "model         none asked" in done.stdout
    assert server.asked == []


def test_validate_tells_it_too(folder: Path, server: ChatServer) -> None:
    """And a dry run of it."""
    arguments = ("validate", *GROUND[1:])
    dry = odke(folder, *arguments, "--dry-run")
    assert (TOLD.match(dry.stderr) is not None, server.asked) == (True, [])
    done = odke(folder, *arguments)
    assert (done.returncode, len(server.asked)) == (0, 3), done.stderr
    assert TOLD.fullmatch(done.stderr)


def test_a_price_makes_a_cost(folder: Path, server: ChatServer) -> None:
    """Of the tokens that are expected, and then of those that were used."""
    configure(folder, server.url, price={"input": 1000, "output": 2000})
    done = odke(folder, *GROUND)
    told = re.search(r"about ([\d,]+) tokens in and 30 out; cost about USD ([\d.]+)", done.stderr)
    assert told is not None
    expected = (int(told[1].replace(",", "")) * 1000 + 30 * 2000) / 1e6
    assert float(told[2]) == pytest.approx(expected, abs=1e-4)
    assert f"USD {3 * (20 * 1000 + 5 * 2000) / 1e6:.4f}" in done.stdout


def test_a_machine_reads_it_as_an_event(folder: Path, server: ChatServer) -> None:
    """Every line of standard error stays one."""
    done = odke(folder, *GROUND, "--log-format", "json", "--ask-above", "0")
    events = [json.loads(line) for line in done.stderr.splitlines()]
    (told,) = [event for event in events if event["event"] == "model.estimate"]
    assert (told["counts"]["calls"], told["counts"]["texts"], told["cost"]) == (3, 2, None)
    assert told["host"].startswith("this machine (127.0.0.1:")
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("answer", "options", "asks", "sent"),
    [
        ("n", ("--ask-above", "2"), True, 0),
        ("", ("--ask-above", "2"), True, 0),
        ("\x03", ("--ask-above", "2"), True, 0),  # Ctrl-C
        ("\x04", ("--ask-above", "2"), True, 0),  # Ctrl-D
        ("y", ("--ask-above", "2"), True, 3),
        ("n", ("--ask-above", "3"), False, 3),
        ("n", (), False, 3),
        ("n", ("--ask-above", "2", "--yes"), False, 3),
        ("n", ("--ask-above", "2", "--budget-calls", "2"), False, 2),
    ],
)
def test_on_a_terminal_much_is_asked_about(
    folder: Path, server: ChatServer, answer: str, options: tuple[str, ...], asks: bool, sent: int
) -> None:
    """More calls than --ask-above, unless --yes; nothing is sent before the answer."""
    status, said = at_terminal(folder, answer, *GROUND, *options, "-o", "out")
    assert ("Ask? [y/N]" in said) is asks, said
    assert len(server.asked) == sent
    if asks and not sent:
        assert status == (130 if answer == "\x03" else 1)
        assert "odke: nothing was sent" in said
        assert not (folder / "out").exists()
    else:
        assert status == (3 if "--budget-calls" in options else 0), said


def test_a_few_dear_calls_are_asked_about_too(folder: Path, server: ChatServer) -> None:
    """What is likely to cost more than a dollar, however few the calls."""
    configure(folder, server.url, price={"input": 1_000_000, "output": 0})
    status, said = at_terminal(folder, "n", *GROUND)
    assert ("Ask? [y/N]" in said, status, server.asked) == (True, 1, [])


@pytest.mark.parametrize("command", [("validate",), ("eval", "ground"), ("eval", "ablation")])
def test_ctrl_c_at_the_question_ends_every_command_alike(
    folder: Path, server: ChatServer, command: tuple[str, ...]
) -> None:
    """With the status of Ctrl-C, before anything is sent or written."""
    configure(folder, server.url, price={"input": 1_000_000, "output": 0})  # which is asked about
    given = GROUND[1:]
    if command[0] == "eval":
        labels = "".join(json.dumps({**row, "label": True}) + "\n" for row in ROWS)
        (folder / "labels.jsonl").write_text(labels, "utf-8")
        given = ("--labels", "labels.jsonl", *GROUND[3:])
    status, said = at_terminal(folder, "\x03", *command, *given)
    assert ("Ask? [y/N]" in said, status, server.asked) == (True, 130, []), said
    assert said.replace("\r", "").endswith("\nodke: nothing was sent\n")


def test_a_server_that_does_not_run_is_told_at_once(folder: Path) -> None:
    """Before a thousand calls have waited for it."""
    with serving(chat()) as gone:
        url = gone.url
    configure(folder, url)
    done = odke(folder, *GROUND, "-o", "out")
    assert done.returncode == 2
    assert "openai/small: nothing listens at this machine (127.0.0.1:" in done.stderr
    assert not (folder / "out").exists()


@pytest.mark.parametrize("command", ["ground", "validate"])
def test_where_the_model_was_asked_is_written_down(
    folder: Path, server: ChatServer, command: str
) -> None:
    """Without a name, a key or a query; `verify` says where it would be asked now, if elsewhere."""
    secret = server.url.replace("http://", "http://ann:hush@") + "?key=hush#hush"
    (folder / "asks.json").write_text('{"models": {"ground": "openai/small"}}', "utf-8")
    asked = odke(
        folder, command, *GROUND[1:], "-o", "out", OPENAI_BASE_URL=secret, OPENAI_API_KEY="k"
    )
    assert asked.returncode == 0, asked.stderr
    manifest = (folder / "out/manifest.json").read_text("utf-8")
    assert "hush" not in manifest
    model = {"model": "openai/small", "base_url": server.url}
    assert json.loads(manifest)["models"] == {"ground": model}
    same = odke(folder, "verify", "out", OPENAI_BASE_URL=secret)
    assert (same.returncode, same.stderr, "asked at" in same.stdout) == (0, "", False)
    other = odke(folder, "verify", "out", OPENAI_BASE_URL="http://u:hush@127.0.0.1:9/v2?hush")
    assert (other.returncode, other.stderr) == (0, "")
    there = f"it was asked at {server.url}, and would be asked at http://127.0.0.1:9/v2 now\n"
    assert there in other.stdout


@pytest.mark.parametrize("command", ["ground", "validate"])
def test_a_redirect_ends_the_run(folder: Path, command: str) -> None:
    """At the first question, of many: the address is wrong for all of them; exit 1."""
    names = [f"Ferry {number}" for number in range(100)]
    rows = [{**ROWS[2], "subject": name} for name in names]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with serving(chat()) as other:
        away = Sent({}, 308, {"Location": f"{other.url}/chat/completions"})
        with serving(away) as server:
            configure(folder, server.url)
            done = odke(folder, command, *GROUND[1:], "-o", "out")
            assert len(server.asked) <= 16  # those that were under way together
        assert other.asked == []
    assert done.returncode == 1, done.stderr
    assert (
        f"odke: stopped: a question failed, and no other can succeed (308: the address sends calls "
        f"elsewhere (from {server.url} to {other.url}/chat/completions): set base_url to the one "
        "that answers): " in done.stderr
    )
    assert (folder / "out/facts.jsonl").is_file()


@pytest.mark.parametrize("status", [200, 401])
def test_no_key_is_written_anywhere(folder: Path, status: int) -> None:
    """Not in what is printed, not in a file: although the server quotes it."""
    answer = chat() if status == 200 else refused(401, f"wrong key {SECRET}")
    with serving(answer) as server:
        configure(folder, server.url, api_key_env="GATEWAY_KEY")
        done = odke(
            folder,
            *GROUND,
            "-o",
            "out",
            "--cache",
            "kept",
            GATEWAY_KEY=SECRET,
            OPENAI_API_KEY=SECRET,
        )
        assert {headers["authorization"] for headers in server.headers} == {f"Bearer {SECRET}"}
    assert SECRET not in done.stdout + done.stderr
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert {"facts.jsonl", "manifest.json"} <= {path.name for path in written}
    assert [path for path in written if SECRET.encode() in path.read_bytes()] == []
    if status == 401:
        assert done.returncode == 1
        assert "401: the key in GATEWAY_KEY was refused" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_what_is_written_is_its_owners_alone(folder: Path) -> None:
    """The folder of a run and that of kept answers; one that is there keeps its rights."""
    (folder / "there").mkdir(mode=0o755)
    odke(folder, *GROUND, "-o", "out", "--cache", "kept")
    odke(folder, *GROUND, "-o", "there")
    rights = {name: (folder / name).stat().st_mode & 0o777 for name in ("out", "kept", "there")}
    assert rights == {"out": 0o700, "kept": 0o700, "there": 0o755}
    inner = [path for path in (folder / "kept").rglob("*") if path.is_dir()]
    assert {path.stat().st_mode & 0o777 for path in inner} <= {0o700}


def test_eval_tells_it_too(folder: Path, server: ChatServer) -> None:
    """Labelled claims are asked about as others are; a report of an earlier run asks nothing."""
    labels = "".join(json.dumps({**row, "label": True}) + "\n" for row in ROWS)
    (folder / "labels.jsonl").write_text(labels, "utf-8")
    asked = ("--labels", "labels.jsonl", "--texts", "texts", "--config", "asks.json")
    done = odke(folder, "eval", "ground", *asked)
    assert (done.returncode, len(server.asked)) == (0, 3), done.stderr
    assert TOLD.fullmatch(done.stderr)


def test_a_run_that_asked_in_another_way_is_verified(folder: Path) -> None:
    """What was spared, and how far words and model agreed, is taken as it was, as the answers."""
    rows = [*ROWS, ROWS[0], {**ROWS[2], "object": "Bergen"}]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    ways = ("--joint", "4", "--cascade", "--recheck", "1", "-o", "out")
    for command in ("ground", "validate"):
        done = odke(folder, command, *GROUND[1:], *ways)
        assert done.returncode == 0, done.stderr
        summary = json.loads((folder / "out/summary.json").read_text("utf-8"))
        assert (summary["shared"], summary["cascade"]["refuted"]) == (1, 1)
        assert summary["joint"]["calls"]
        assert summary["recheck"]["disagreed"] == 1
        done = odke(folder, "verify", "out")
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert done.stdout.endswith("sum           no difference\n")


@pytest.mark.parametrize("command", ["ground", "validate"])
def test_a_terminal_shows_the_calls_of_a_batch(folder: Path, command: str) -> None:
    """Rows are done a batch at a time, and each call of it may take long."""

    def slow(_body: object, number: int) -> Sent:
        return replace(chat(), after=0.0 if number == 1 else 1.0)

    with serving(slow) as server:
        configure(folder, server.url)
        status, said = at_terminal(folder, "", command, *GROUND[1:], term="xterm")
    assert status == 0, said
    shown = re.findall(r"(\d) calls", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said).split("cost")[1])
    assert "1" in shown, said


def test_what_a_joint_question_may_cost_besides_is_told(folder: Path, server: ChatServer) -> None:
    """Each of its claims may have to be asked about alone, as this server's answers have it."""
    done = odke(folder, *GROUND, "--joint", "4")
    assert "odke: 2 calls on 2 texts: " in done.stderr
    assert "odke: and up to 2 calls more, where an answer to several claims" in done.stderr
    assert len(server.asked) == 4
