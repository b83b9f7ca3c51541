"""Does `odke ground` ask the model that is named, and does a gate decide what is written?"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from openodke.interop import read_facts

REPO = Path(__file__).resolve().parents[2]
EXAMPLE = ("--facts", "triples.jsonl", "--texts", "texts")
ASK = ("ground", *EXAMPLE, "--config", "odke.yaml")
SHOWN = """\
odke ground
rows          7 (7 grounded)
verdicts      supported 3, contradicted 1, not_found 3, unchecked 0
free checks   1 refused: 1 not in the text
no span       4 of 7 cite no span of their own
model         6 calls, {tokens} tokens, USD unknown (ground.span@1)
failures
  the evidence does not support the fact: 2
    Marlow Ferries —sails_to→ Port Ansel  [contradicted, examples/triples/texts/ferry.txt]
    Odell Mill —supplies→ Marlow Ferries  [not_found, examples/triples/texts/mill.txt]
  the citation is too narrow for its claim: 1
    Marlow Ferries —sails_to→ Skerra Island  [not_found, examples/triples/texts/ferry.txt]

spans  (n=7)
  cited           2
  located         0
  the whole text  4
  nowhere         1
wrote {out}/facts.jsonl, {out}/summary.json, {out}/manifest.json
"""


@pytest.fixture
def example(corpus: Path) -> Path:
    """The folder the command runs in, holding the example instead of the usual corpus."""
    there = REPO / "examples/triples"
    for path in ("triples.jsonl", "ontology.json", "odke.yaml", "answers.json"):
        (corpus / path).write_bytes((there / path).read_bytes())
    for path in (corpus / "texts").iterdir():
        path.unlink()
    for path in (there / "texts").iterdir():
        (corpus / "texts" / path.name).write_bytes(path.read_bytes())
    return corpus


@pytest.fixture
def without_libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, on Python's path, has openai and litellm as if they were not installed."""
    folder = tmp_path_factory.mktemp("bare")
    missing = "import sys\nsys.modules.update(openai=None, litellm=None)\n"
    (folder / "sitecustomize.py").write_text(missing, encoding="utf-8")
    return folder


def verdicts(path: Path) -> list[str]:
    """Return the verdicts of a file of facts."""
    return [fact.verdict.value for fact in read_facts(path)]


def answers(folder: Path, held: object) -> None:
    """Replace the example's recorded answers."""
    (folder / "answers.json").write_text(json.dumps(held), encoding="utf-8")


def test_the_example_prints_the_pages_summary(tmp_path: Path) -> None:
    """From the root of the project, line by line; only tokens are not compared."""
    command = [
        *(sys.executable, "-m", "openodke", "ground"),
        *("--facts", "examples/triples/triples.jsonl", "--texts", "examples/triples/texts"),
        *("--ontology", "examples/triples/ontology.json"),
        *("--config", "examples/triples/odke.yaml", "-o", str(tmp_path / "out")),
    ]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    summary = json.loads((tmp_path / "out/summary.json").read_text("utf-8"))
    expected = SHOWN.format(tokens=summary["tokens"], out=tmp_path / "out")
    assert (done.stdout.splitlines(), done.returncode) == (expected.splitlines(), 0)
    assert summary["tokens"] > 500


def test_what_was_asked_is_in_the_summary_and_the_manifest(odke, example: Path) -> None:
    """Model, prompt with its hash, calls and tokens."""
    assert odke(*ASK, "-o", "out").returncode == 0
    summary = json.loads((example / "out/summary.json").read_text("utf-8"))
    assert (summary["model"], summary["calls"], summary["cost_usd"]) == (
        "ollama/qwen2.5:3b",
        6,
        None,
    )
    assert [summary[shape]["count"] for shape in ("unsupported", "too_narrow", "not_in_text")] == [
        2,
        1,
        1,
    ]
    manifest = json.loads((example / "out/manifest.json").read_text("utf-8"))
    assert manifest["models"] == {"ground": {"model": "ollama/qwen2.5:3b"}}
    assert list(manifest["prompts"]) == ["ground.span@1"]
    assert manifest["spent"]["calls"] == 6
    assert manifest["config"]["grounder"] == "llm"


def test_paper_mode_reads_the_whole_text(odke, example: Path) -> None:
    """True is supported, False not found, and no citation is too narrow for a whole text."""
    held = [{"match": "sails to, Port Ansel", "response": "False"}]
    answers(example, [*held, {"match": "**Context**", "response": "True"}])
    done = odke(*ASK, "--paper", "-o", "out")
    assert "(ground.paper@1)" in done.stdout
    assert "  the citation is too narrow for its claim: 0\n" in done.stdout
    facts = verdicts(example / "out/facts.jsonl")
    assert facts == ["supported", "not_found", *["supported"] * 4, "not_found"]


def test_a_model_that_never_answers_is_a_failed_run(odke, example: Path) -> None:
    """Every claim stays unchecked, the summary says so, and the command exits with 1."""
    answers(example, [{"match": "Claim:", "error": "overloaded"}])
    done = odke(*ASK, "-o", "out")
    assert done.returncode == 1
    assert "              left unchecked: 6 failed (ProviderError)\n" in done.stdout
    assert "supported 0, contradicted 0, not_found 1, unchecked 6" in done.stdout
    assert len(verdicts(example / "out/facts.jsonl")) == 7


def test_a_call_that_nothing_recorded_answers_ends_the_run(odke, example: Path) -> None:
    """An incomplete recording is not a provider that failed."""
    answers(example, [{"match": "Tarn Harbour", "response": {"verdict": "supported"}}])
    done = odke(*ASK, "-o", "out")
    assert done.returncode == 2
    assert "answers.json: no entry matches the call: Claim: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (example / "out").exists()  # it held nothing


@pytest.mark.parametrize(
    ("held", "message"),
    [
        (
            "models: {ground: a/b, replay: {ground: none.json}}",
            "odke.yaml: models.replay.ground: none.json: cannot be opened",
        ),
        ("modells: {}", "odke.yaml.modells: is unknown: did you mean 'models'?"),
        ("ontology: x", "odke.yaml: models: is missing"),
        ("models: {grund: a/b}", "models.grund: is unknown: did you mean 'ground'?"),
        ("models: {ground: a/b, meter: {}}", "models.meter: is not built yet: leave it"),
        ("models: {ground: {model: a/b, max_token: 3}}", "models.ground.max_token: Extra inputs"),
        ("models: {}", "models: names no model"),
        (
            "models: {ground: a/b}\nmodels: {ground: c/d}",
            "odke.yaml: models: is given more than once: keep one",
        ),
        (
            "models: {replay: {ground: a.json, ground: b.json}}",
            "odke.yaml: models.replay.ground: is given more than once: keep one",
        ),
        ("models: {ground: a/b, replay: answers.json}", "models.replay: is str"),
        ("models: {ground: a/b}", "a/b is asked through the package litellm, which is not"),
        ("- models", "holds list, and not an object"),
        ("models: [", "odke.yaml: line 2"),
    ],
)
def test_a_wrong_configuration_is_refused_by_name(
    odke, example: Path, without_libraries: Path, held: str, message: str
) -> None:
    """The file, the dotted path, and what is wrong there."""
    (example / "odke.yaml").write_text(held + "\n", encoding="utf-8")
    done = odke(*ASK, "-o", "out", path=without_libraries)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not (example / "out").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--config", "odke.yaml", "--model", "a/b"), "--model and --config both name a model"),
        (("--config", "odke.yaml", "--grounder", "span"), "--grounder span asks no model"),
        (("--model", "qwen2.5:3b"), "--model qwen2.5:3b names no provider"),
        (("--model", "ollama/"), "--model ollama/: write <provider>/<model>"),
        (("--model", "/qwen2.5:3b"), "--model /qwen2.5:3b: write <provider>/<model>"),
        (("--model", "ollama/q"), "ollama/q is asked through the package openai, which is not"),
        (("--model", "q", "--model-provider", "a"), "a/q is asked through the package litellm"),
        (("--gate", "strict"), "--gate decides what is written: add -o"),
        (("--model", ""), "--model is empty"),
        (("--model-provider", "ollama"), "--model-provider goes with --model"),
        (("--paper",), "--paper is a way to ask a model"),
        (("--keep",), "for rows use --gate strict and -o"),
        (("--keep", "--adapter", "graphrag"), "add --write-back"),
        (("--force",), "--force goes with --keep"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    odke, example: Path, without_libraries: Path, options: tuple[str, ...], message: str
) -> None:
    """None of them is left out silently."""
    done = odke("ground", *EXAMPLE, *options, path=without_libraries)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert example.exists()


def test_a_strict_gate_leaves_claims_out(odke, example: Path) -> None:
    """What it refused is beside the facts, each with its reason; nothing is lost."""
    done = odke(*ASK, "--gate", "strict", "-o", "out")
    assert "gate          accepted 3, refused 4 (contradicted 1, not_found 3)\n" in done.stdout
    assert verdicts(example / "out/facts.jsonl") == ["supported"] * 3
    refused = list(read_facts(example / "out/refused.jsonl"))
    assert len(refused) == 4
    assert refused[0].qualifiers["odke.review"].startswith("contradicted: contradicted, by ollama")


def test_a_default_gate_only_marks_what_a_model_says(odke, example: Path) -> None:
    """The model has no calibration card: its contradiction is written, with the reason."""
    done = odke(*ASK, "--gate", "default", "-o", "out")
    assert "gate          accepted 7, refused 0, marked 1 (contradicted 1)\n" in done.stdout
    marked = [f for f in read_facts(example / "out/facts.jsonl") if "odke.review" in f.qualifiers]
    assert [fact.object_name for fact in marked] == ["Port Ansel"]
    assert (example / "out/refused.jsonl").read_bytes() == b""


def test_a_gate_that_refuses_nothing_removes_an_earlier_runs_refusals(odke, example: Path) -> None:
    """The folder holds what the last run wrote."""
    odke(*ASK, "--gate", "strict", "-o", "out")
    odke(*ASK, "-o", "out")
    assert len(verdicts(example / "out/facts.jsonl")) == 7
    assert not (example / "out/refused.jsonl").exists()


def test_a_dry_run_asks_nothing_of_the_model_that_is_named(odke, example: Path) -> None:
    """The same command line with `--dry-run` shows what is free."""
    answers(example, [])
    done = odke(*ASK, "--dry-run")
    assert done.returncode == 0
    assert "model         none asked" in done.stdout


def test_blocks_of_another_command_are_not_passed_over_in_silence(odke, example: Path) -> None:
    """A gate or an ontology in the file would be taken for one that was used."""
    text = (example / "odke.yaml").read_text("utf-8")
    (example / "odke.yaml").write_text(text + "ontology: x.json\nbatch_size: 3\n", "utf-8")
    done = odke(*ASK)
    assert "odke.yaml: only models is read here, not ontology, batch_size\n" in done.stdout


def test_what_the_ontology_forbids_is_shown_with_the_reason(odke, example: Path) -> None:
    """It is never asked about, and not lost among the counts."""
    row = {"doc": "mill", "subject": "Odell Mill", "predicate": "leads", "object": "Ines Corvo"}
    with (example / "triples.jsonl").open("a", encoding="utf-8") as rows:
        rows.write(json.dumps(row) + "\n")
    done = odke(*ASK, "--ontology", "ontology.json")
    assert "  the ontology does not allow the claim: 1\n" in done.stdout
    assert "[unchecked, texts/mill.txt]  the ontology declares no predicate 'leads'" in done.stdout


SLOW = """
import signal
import time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
from openodke.llm import Completion, register

class Slow:
    asked = 0

    def complete(self, messages, *, spec, schema=None):
        Slow.asked += 1
        if Slow.asked > 2:
            open("asked", "w").close()
            time.sleep(60)
        return Completion("supported")

register("slow", lambda spec: Slow())
from openodke.cli import main
main()
"""


@pytest.mark.parametrize("command", ["ground", "validate"])
def test_ctrl_c_leaves_what_was_answered(example: Path, command: str) -> None:
    """A real signal: the files are written, the rest is unchecked and says why; exit 130."""
    environment = {**os.environ, "PYTHONPATH": str(REPO / "src")}
    run = subprocess.Popen(
        [sys.executable, "-c", SLOW, command, *EXAMPLE, "--model", "slow/m", "-o", "out"],
        cwd=example,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (example / "asked").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)  # the two answers are put by then
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, "Traceback" in err) == (130, False)
    assert ("4 not asked, the run was stopped" if command == "ground" else "by Ctrl-C") in out
    name = "facts" if command == "ground" else "rows"
    facts = list(read_facts(example / f"out/{name}.jsonl"))
    assert sum(fact.verdict == "supported" for fact in facts) == 2
    reasons = [fact.qualifiers["odke.ground"]["reason"] for fact in facts]
    assert reasons.count("unasked") == 4
    again = [sys.executable, "-m", "openodke", "verify", "out"]
    done = subprocess.run(again, cwd=example, env=environment, capture_output=True, text=True)
    assert (done.stderr, done.returncode) == ("", 0)
    assert "6 verdicts taken as written" in done.stdout
