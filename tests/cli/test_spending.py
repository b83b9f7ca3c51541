"""Does a run keep what it paid for, stop at its budget, and say what it left undone?"""

from __future__ import annotations

import json
import signal
import socket
import stat
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from killed_runs import (
    WORKERS,
    kept_answers,
    killed_at_random,
    started,
    wrong_verdicts,
)
from paid_server import PaidServer, write_barges

CLAIMS = 60


@pytest.fixture
def barges(tmp_path: Path) -> Path:
    """A folder of claims, each on its own sentence."""
    folder = tmp_path / "barges"
    write_barges(folder, CLAIMS)
    return folder


class Done:
    """One run that ended: its exit status and what it said and wrote."""

    def __init__(self, folder: Path, server: PaidServer, *options: str, out: str = "out") -> None:
        run = started(folder, server, out, *options)
        self.out, self.err = run.communicate(timeout=120)
        self.status = run.returncode
        self.folder = folder / out
        assert "Traceback" not in self.err, self.err

    @property
    def reasons(self) -> Counter[str]:
        """How many claims have each reason."""
        lines = (self.folder / "facts.jsonl").read_text("utf-8").splitlines()
        return Counter(json.loads(line)["qualifiers"]["odke.ground"]["reason"] for line in lines)

    def held(self, name: str) -> Any:
        """Return what a file of the run holds."""
        return json.loads((self.folder / name).read_text("utf-8"))


def test_a_second_run_asks_nothing(barges: Path) -> None:
    """The cache is its owner's alone; the manifest says where it is and what was spent."""
    with PaidServer() as server:
        first = Done(barges, server, "--cache", "kept/answers")
        assert (first.status, server.calls) == (0, CLAIMS)
        again = Done(barges, server, "--cache", "kept/answers", out="again")
        assert (again.status, server.calls) == (0, CLAIMS)
    assert wrong_verdicts(again.folder / "facts.jsonl", CLAIMS) == 0
    assert f"model         0 calls, 0 tokens, USD 0.0000, {CLAIMS} answers kept" in again.out
    assert again.held("manifest.json")["spent"] == {
        "calls": 0,
        "cached_calls": CLAIMS,
        "input_tokens": 0,
        "output_tokens": 0,
        "usd": 0.0,
    }
    manifest = first.held("manifest.json")
    assert (manifest["cache"], manifest["budget"], manifest["stopped"]) == (
        "kept/answers",
        None,
        None,
    )
    assert manifest["spent"]["usd"] is None
    places = [barges / "kept/answers", *(barges / "kept/answers").rglob("*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in places if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in places if path.is_file()} == {0o600}


def test_a_budget_of_calls_ends_with_3_and_a_later_run_goes_on(barges: Path) -> None:
    """What was answered is written; the summary opens with what stopped it."""
    with PaidServer(0.002) as server:
        first = Done(barges, server, "--cache", "cache", "--budget-calls", "25")
        assert (first.status, server.calls) == (3, 25)
        opening = "odke ground\nstopped       the budget of 25 calls is spent; not asked about 35"
        assert first.out.startswith(opening)
        assert first.reasons["unasked"] == CLAIMS - 25
        assert (
            "odke: stopped: the budget of 25 calls is spent: 35 claims were not asked about and "
            "stay unchecked\nodke: run the command again to go on: what was answered is kept"
        ) in first.err
        manifest = first.held("manifest.json")
        assert manifest["budget"]["calls"] == 25
        assert manifest["stopped"] == "the budget of 25 calls is spent"
        assert manifest["spent"]["calls"] == 25
        second = Done(barges, server, "--cache", "cache")
        assert (second.status, server.calls) == (0, CLAIMS)
    assert set(server.asked.values()) == {1}
    assert wrong_verdicts(second.folder / "facts.jsonl", CLAIMS) == 0


def test_a_budget_in_dollars(barges: Path) -> None:
    """Held by what calls cost so far; where the price is not known it ends at the first answer."""
    with PaidServer() as server:
        server.price = 0.01
        done = Done(barges, server, "--budget-usd", "0.105")
        spent = done.held("manifest.json")["spent"]["usd"]
        assert done.status == 3
        assert 0.05 <= spent <= 0.105
        assert spent == pytest.approx(0.01 * server.calls)
        assert "with --cache DIR it would be" in done.err
        server.price = None
        server.asked.clear()
        blind = Done(barges, server, "--budget-usd", "5", out="blind")
        assert (blind.status, server.calls) == (3, 1)
        assert "the price of stub/m is unknown, so that a budget of USD 5 cannot be kept" in (
            blind.out
        )
        assert blind.reasons["unasked"] == CLAIMS - 1


def test_a_budget_of_no_calls_is_a_run_on_the_cache_alone(barges: Path) -> None:
    """What is kept is given, and nothing is asked."""
    with PaidServer() as server:
        Done(barges, server, "--cache", "cache", "--budget-calls", "10")
        again = Done(barges, server, "--cache", "cache", "--budget-calls", "0", out="again")
        assert (again.status, server.calls) == (3, 10)
        assert again.reasons["unasked"] == CLAIMS - 10


def test_a_wrong_key_is_not_tried_for_every_claim(barges: Path) -> None:
    """The run failed: exit 1, loudly, after a few calls."""
    with PaidServer() as server:
        server.status = 401
        done = Done(barges, server)
        assert server.calls <= 5 + WORKERS
    assert done.status == 1
    assert (
        "odke: stopped: 5 questions in a row failed (ProviderError 401): the model's key is not "
        f"accepted: {CLAIMS - server.calls} claims were not asked about"
    ) in done.err
    assert "no question was answered with a verdict" in done.err


def test_a_dead_server_ends_in_a_failed_run(barges: Path) -> None:
    """Nobody listens; the claims stay unchecked, and the command does not seem to have worked."""
    write_barges(barges / "few", 2)
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    dead = PaidServer()
    dead.server_close()
    dead.server_port = port
    run = started(barges / "few", dead, "out", "--cache", "cache")
    out, err = run.communicate(timeout=300)
    assert run.returncode == 1
    assert "supported 0, contradicted 0, not_found 0, unchecked 2" in out
    assert "no question was answered with a verdict: 2 of 2 calls got no verdict" in err
    assert "ConnectionRefusedError" in err
    assert kept_answers(barges / "few/cache") == 0


def test_a_run_that_failed_in_part_says_how_much_and_what_to_do(barges: Path) -> None:
    """It is no failed run, and a later one asks what is left alone."""
    with PaidServer() as server:
        server.statuses = dict.fromkeys(range(0, CLAIMS, 2), 422)
        first = Done(barges, server, "--cache", "cache")
        assert first.status == 0
        assert f"odke: {CLAIMS // 2} of {CLAIMS} calls got no verdict (first failure: " in first.err
        assert "odke: run the command again to go on" in first.err
        server.statuses = {}
        second = Done(barges, server, "--cache", "cache")
        assert second.status == 0
        assert (
            f"odke: {CLAIMS // 2} calls ({CLAIMS // 2} answers more kept) on 1 text" in second.err
        )
        assert "no verdict" not in second.err
        dry = Done(barges, server, "--cache", "cache", "--dry-run", out="dry")
        assert (dry.status, "calls" in dry.err) == (0, False)
    assert server.asked == Counter({n: 1 + (n % 2 == 0) for n in range(CLAIMS)})
    assert wrong_verdicts(second.folder / "facts.jsonl", CLAIMS) == 0


def test_an_overloaded_server_is_asked_less_and_every_claim_answered(barges: Path) -> None:
    """It refuses a while, and asks to wait."""
    with PaidServer(0.005) as server:
        server.status, server.headers = 429, {"Retry-After": "0"}
        run = started(barges, server, "out")
        deadline = time.monotonic() + 60
        while server.calls < WORKERS + 2 and time.monotonic() < deadline:
            time.sleep(0.005)
        server.status, server.headers = 200, {}
        run.communicate(timeout=120)
    assert run.returncode == 0
    assert wrong_verdicts(barges / "out/facts.jsonl", CLAIMS) == 0


def test_runs_that_are_killed_lose_no_answer(tmp_path: Path) -> None:
    """A real SIGKILL; `python bench/kill_resume.py` does it at 20 moments of 2,000 claims."""
    folder, claims = tmp_path / "many", 400
    write_barges(folder, claims)
    with PaidServer(0.01) as server:
        told = killed_at_random(folder, server, 3, claims)
        last = Done(folder, server, "--cache", "cache")
        assert last.status == 0
        assert server.calls - claims == sum(told.lost)
    assert told.kills >= 1
    assert max(told.lost) <= WORKERS
    assert kept_answers(folder / "cache") == claims
    assert list((folder / "cache").rglob("*.part")) == []
    assert wrong_verdicts(folder / "out/facts.jsonl", claims) == 0


def test_two_runs_on_one_cache_pay_once(barges: Path) -> None:
    """Started together, they ask for what the other does not."""
    with PaidServer(0.01) as server:
        runs = [started(barges, server, out, "--cache", "cache") for out in ("one", "two")]
        for run in runs:
            run.communicate(timeout=120)
            assert run.returncode == 0
    assert set(server.asked.values()) == {1}
    for out in ("one", "two"):
        assert wrong_verdicts(barges / out / "facts.jsonl", CLAIMS) == 0


def test_ctrl_c_keeps_what_was_answered(barges: Path) -> None:
    """In the files and in the cache: the next run goes on."""
    with PaidServer(0.1) as server:
        run = started(barges, server, "out", "--cache", "cache")
        deadline = time.monotonic() + 60
        while len(server.answered) < 10 + WORKERS and time.monotonic() < deadline:
            time.sleep(0.005)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        assert run.returncode == 130
        assert out.startswith("odke ground\nstopped       by Ctrl-C; not asked about")
        assert "odke: run the command again to go on" in err
        assert kept_answers(barges / "cache") >= 10  # the others may have been under way
        server.nap = 0
        assert Done(barges, server, "--cache", "cache").status == 0
    assert server.calls <= CLAIMS + WORKERS


def test_the_configuration_names_them_too(barges: Path) -> None:
    """A folder beside the file; an option on the command line wins."""
    (barges / "conf").mkdir()
    models = {
        "ground": "stub/m",
        "cache": "answers",
        "budget": {"calls": 7},
        "limits": {"stub": 1},
    }
    (barges / "conf/odke.json").write_text(json.dumps({"models": models}), encoding="utf-8")
    with PaidServer(0.01) as server:
        first = configured(barges, server)
        assert (first[0], server.calls, server.most_in_flight) == (3, 7, 1)
        assert kept_answers(barges / "conf/answers") == 7
        second = configured(barges, server, "--budget-calls", "9")
        assert (second[0], server.calls) == (3, 16)


def configured(folder: Path, server: PaidServer, *options: str) -> tuple[int, str]:
    """Run by a configuration; return the exit status and what was said of it."""
    run = started(folder, server, "out", *options, model=("--config", "conf/odke.json"))
    _, err = run.communicate(timeout=60)
    return run.returncode, err


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"cache": 3}, "odke.json: models.cache: is 3: name a folder for the answers"),
        ({"budget": {"usd": -1}}, "odke.json: models.budget.usd: Input should be greater than"),
        ({"budget": {"call": 1}}, "odke.json: models.budget.call: Extra inputs are not permitted"),
        ({"budget": 5}, "odke.json: models.budget: Input should be a valid dictionary"),
        ({"limits": {"stub": 0}}, "odke.json: models.limits.stub: is 0: one call at once is the"),
        ({"budget": {"usd": 1e999}}, "odke.json: models.budget.usd: Input should be a finite"),
        ({"limits": 3}, "odke.json: models.limits: is 3: name a number for each provider"),
        (
            {"cache": "answers", "replay": {"ground": "../answers.json"}},
            "models.replay gives recorded answers, and a cache would keep them",
        ),
    ],
)
def test_a_wrong_block_is_refused_by_name(barges: Path, block: Any, message: str) -> None:
    """The file, the dotted path, and what is wrong there; nothing is asked."""
    (barges / "conf").mkdir()
    (barges / "answers.json").write_text("[]", encoding="utf-8")
    held = {"models": {"ground": "stub/m", **block}}
    (barges / "conf/odke.json").write_text(json.dumps(held), encoding="utf-8")
    with PaidServer() as server:
        status, err = configured(barges, server)
        assert (status, server.calls) == (2, 0)
    assert message in err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cache", "out/cache"), "the cache out/cache and out lie in each other"),
        (("--cache", "out"), "the cache out and out lie in each other"),
        (("--cache", "texts"), "texts: holds log0.txt, which is no answer of a model"),
        (("--cache", "triples.jsonl"), "triples.jsonl: cannot hold answers: File exists"),
    ],
)
def test_a_folder_that_cannot_hold_answers_is_refused(
    barges: Path, options: tuple[str, ...], message: str
) -> None:
    """Before anything is asked or written."""
    with PaidServer() as server:
        done = Done(barges, server, *options)
        assert (done.status, server.calls) == (2, 0)
    assert message in done.err
    assert not (barges / "out/facts.jsonl").exists()


@pytest.mark.parametrize("option", ["--cache", "--budget-usd", "--budget-calls"])
def test_what_is_for_a_models_calls_needs_a_model(odke: Any, option: str) -> None:
    """It would be left out silently."""
    done = odke("ground", "--facts", "triples.jsonl", "--texts", "texts", option, "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option} is for a model's calls: name one by --model or --config" in done.stderr


def test_validate_holds_to_them_too(barges: Path) -> None:
    """One budget, one cache, the same exit status."""
    with PaidServer(0.002) as server:
        run = started(
            barges, server, "out", "--cache", "cache", "--budget-calls", "5", command="validate"
        )
        out, err = run.communicate(timeout=60)
        assert (run.returncode, server.calls) == (3, 5)
        assert out.startswith("odke validate\nstopped       the budget of 5 calls is spent; not")
        assert "odke: stopped: the budget of 5 calls is spent" in err
        manifest = json.loads((barges / "out/manifest.json").read_text("utf-8"))
        assert (manifest["cache"], manifest["spent"]["calls"]) == ("cache", 5)
        report = json.loads((barges / "out/report.json").read_text("utf-8"))
        assert report["stopped"] == "the budget of 5 calls is spent"
        done = Done(barges, server, "--cache", "cache", out="grounded")
        assert (done.status, server.calls) == (0, CLAIMS)
