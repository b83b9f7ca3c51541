"""Is the right adapter found by what it accepts or by its name, and is each wrong one named?"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import openodke.ground.claim_reading  # noqa: F401 - while its packages are on the path
from openodke import Document, Ontology, Predicate, TripleRow, VerdictGate, ground_graph
from openodke.cli.ground_job import GroundJob
from openodke.errors import AdapterError, InputError, OdkeError, RowProblem
from openodke.install import install_line
from openodke.interop import Adapter, adapter_for, installed_adapters, load_adapter
from openodke.interop.adapter import shown

MODULE = """
from pathlib import Path

from openodke import Document, TripleRow
from openodke.errors import RowProblem
from openodke.interop import Built, ItemGate

class {kind}:
    name = "{name}"
    carries = frozenset({{"predicate"}})
    examples = frozenset({{"Zorblatt"}})

    def accepts(self, native):
        held = native if isinstance(native, dict) else {{}}
        return {key!r} in held or str(native).endswith(".{name}")

    def open(self, path):
        lines = Path(path).read_text(encoding="utf-8").splitlines()
        return {{{key!r}: [line.split() for line in lines]}}

    def to_rows(self, native, documents=()):
        text = native.get("text", "Aurora sailed to Skail.")
        documents = list(documents) or [Document(id="{name}:0", text=text, uri="urn:{name}:0#0")]
        rows = [
            TripleRow(doc=documents[0].id, subject=s, predicate=p, object=o, id=f"0/rel/{{n}}")
            for n, (s, p, o) in enumerate(native[{key!r}])
        ]
        return rows, documents

    def left_out(self, native):
        return [RowProblem("{name}", 0, "", reason) for reason in native.get("odd", ())]

    def annotate(self, native, facts, *, graph=None):
        return {{**native, "odke_verdict": [fact.verdict.value for fact in facts]}}

    def keep(self, native, facts, *, gate=None, ontology=None, graph=None):
        asked = ItemGate(gate, ontology)
        pairs = zip(native[{key!r}], facts)
        kept = [row for row, fact in pairs if asked.ask([fact]).action != "refuse"]
        return {{**native, {key!r}: kept}}

    def build(self, graph, documents):
        rows = [[fact.subject.name, fact.predicate, fact.object_name] for fact in graph.facts]
        return Built({{{key!r}: rows}})
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install adapters as real distributions in a folder of the path; none else is installed."""
    site = tmp_path / "site"
    site.mkdir()
    kept = [entry for entry in sys.path if "site-packages" not in entry]
    monkeypatch.setattr(sys, "path", [str(site), *kept])
    load_adapter.cache_clear()
    made = []

    def make(name: str, key: str = "toy", code: str = MODULE) -> None:
        module = f"{tmp_path.name}_{name}".replace("-", "_")
        made.append(module)
        text = code.format(name=name, key=key, kind="Toy")
        (site / f"{module}.py").write_text(text, encoding="utf-8")
        info = site / f"odke_{name}-1.5.dist-info"
        info.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: odke-{name}\nVersion: 1.5\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        points = f"[openodke.adapters]\n{name} = {module}:Toy\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")

    yield make
    load_adapter.cache_clear()
    for module in made:
        sys.modules.pop(module, None)


NATIVE = {"toy": [["Aurora", "sailed_to", "Skail"], ["Aurora", "sailed_to", "Zorblatt"]]}


def test_the_installed_are_listed_by_name(install: Install) -> None:
    """Every distribution's entry point is found, sorted, with its version."""
    install("toy")
    install("ark")
    found = installed_adapters()
    assert list(found) == ["ark", "toy"]
    assert found["toy"].dist
    assert found["toy"].dist.version == "1.5"
    assert isinstance(load_adapter("toy"), Adapter)


def test_a_native_object_finds_its_adapter(install: Install) -> None:
    """Grounded without a word more: lexically, with the framework's own prompt examples."""
    install("toy")
    install("ark", key="ark")
    grounded = ground_graph(NATIVE)
    assert grounded.adapter
    assert grounded.adapter.name == "toy"
    assert grounded.native is NATIVE
    assert [(f.id, f.verdict.value) for f in grounded.facts] == [
        ("0/rel/0", "unchecked"),
        ("0/rel/1", "not_found"),
    ]
    assert grounded.facts[1].qualifiers["odke.ground"]["reason"] == "prompt_example"
    assert grounded.summary.grounder == "lexical"
    assert grounded.annotate() == {**NATIVE, "odke_verdict": ["unchecked", "not_found"]}
    assert "odke_verdict" not in NATIVE


def test_what_a_gate_refuses_goes(install: Install) -> None:
    """Left out, the gate drops what is not found; one that refuses less drops less."""
    install("toy")
    grounded = ground_graph(NATIVE)
    assert grounded.keep() == {"toy": NATIVE["toy"][:1]}
    assert grounded.keep(VerdictGate()) == NATIVE


def test_a_gate_is_asked_with_the_ontology(install: Install) -> None:
    """What the schema forbids is dropped without a word on the text."""
    install("toy")
    ontology = Ontology(predicates={"moored_at": Predicate(name="moored_at", range="Thing")})
    grounded = ground_graph(NATIVE, ontology=ontology, grounder=None)
    assert grounded.keep() == {"toy": []}
    assert grounded.keep(VerdictGate()) == NATIVE


def test_nothing_is_dropped_where_texts_and_graph_do_not_belong_together(install: Install) -> None:
    """The wrong texts refute nothing; who knows better says so."""
    install("toy")
    foreign = {"toy": [[f"Skiff{n}", "met", f"Barge{n}"] for n in range(30)]}
    grounded = ground_graph(foreign)
    assert grounded.summary.mismatch
    with pytest.raises(InputError, match=r"nothing is dropped: .*do not belong.*force=True"):
        grounded.keep()
    assert grounded.keep(force=True) == foreign


def test_none_is_the_dry_run_for_a_native_object_too(install: Install) -> None:
    """`grounder=None` asks for the free checks alone."""
    install("toy")
    grounded = ground_graph(NATIVE, grounder=None)
    assert grounded.summary.dry_run
    assert {fact.verdict.value for fact in grounded.facts} == {"unchecked"}


def test_documents_stand_in_for_the_natives_own(install: Install) -> None:
    """Texts that are handed in reach the adapter."""
    install("toy")
    document = Document(id="given", text="Aurora sailed to Leeds.")
    grounded = ground_graph(NATIVE, [document])
    assert grounded.documents == (document,)
    assert [fact.verdict.value for fact in grounded.facts] == ["not_found", "not_found"]


def test_what_is_left_out_is_reported(install: Install) -> None:
    """Items that are no claim are among the problems, and on the summary."""
    install("toy")
    grounded = ground_graph({**NATIVE, "odd": ["not_a_claim: a heading"]})
    assert grounded.problems == (RowProblem("toy", 0, "", "not_a_claim: a heading"),)
    assert "toy:0: not_a_claim: a heading" in str(grounded.summary)
    assert len(grounded.facts) == 2


def test_a_path_is_opened_by_its_adapter(install: Install, tmp_path: Path) -> None:
    """A file that an adapter accepts becomes the native object."""
    install("toy")
    (tmp_path / "boats.toy").write_text("Aurora sailed_to Skail\n", encoding="utf-8")
    grounded = ground_graph(tmp_path / "boats.toy")
    assert grounded.native == {"toy": [["Aurora", "sailed_to", "Skail"]]}
    assert len(grounded.facts) == 1


def test_a_file_without_a_row_is_opened_by_the_adapter_that_accepts_it(
    install: Install, tmp_path: Path
) -> None:
    """Though its name is one that files of rows have; one row makes it such a file."""
    install("jsonl")
    path = tmp_path / "graph.jsonl"
    path.write_text("Aurora sailed_to Skail\n", encoding="utf-8")
    grounded = ground_graph(path)
    assert grounded.adapter is not None
    assert [fact.subject.name for fact in grounded.facts] == ["Aurora"]
    assert grounded.problems == ()
    row = '{"doc": null, "subject": "Aurora", "predicate": "sailed_to", "object": "Skail"}'
    path.write_text(f"{row}\nAurora sailed_to Skail\n", encoding="utf-8")
    assert ground_graph(path).adapter is None


def test_two_that_accept_are_an_error_naming_both(install: Install) -> None:
    """Which of two is meant is not guessed; `adapter=` says it."""
    install("toy")
    install("ark", key="toy")
    with pytest.raises(AdapterError, match=r"'ark' and 'toy' .*a dict with the keys .*adapter="):
        ground_graph(NATIVE)
    for chosen in ("ark", load_adapter("ark")):
        grounded = ground_graph(NATIVE, adapter=chosen)
        assert grounded.adapter
        assert grounded.adapter.name == "ark"


def test_rows_are_tried_before_any_adapter(install: Install) -> None:
    """A list of rows is a list of rows, whatever is installed."""
    install("toy")
    rows = [TripleRow(doc=None, subject="a", predicate="p", object="b")]
    assert ground_graph(rows).adapter is None


def test_none_that_accepts_is_an_error(install: Install) -> None:
    """The error names the kind of object, what is installed, and what rows are."""
    with pytest.raises(AdapterError, match=r"accepts a dict with .* \(installed: none\).*subject"):
        adapter_for(NATIVE)
    install("ark", key="ark")
    with pytest.raises(AdapterError, match=r"installed: ark"):
        ground_graph(NATIVE)


def test_an_unknown_name_gets_the_nearest(install: Install) -> None:
    """A misspelt name is answered with the one meant, or with all there are."""
    install("toy")
    with pytest.raises(AdapterError, match=r"no adapter 'toyy'.*Did you mean 'toy'\?"):
        ground_graph(NATIVE, adapter="toyy")
    with pytest.raises(
        AdapterError,
        match=r"there are: graphrag, langchain, langextract, llama-index, toy, triples\.$",
    ):
        load_adapter("zzzz")


def test_one_of_ours_that_is_not_installed(install: Install) -> None:
    """An adapter of this project is answered with the line that installs it from a checkout."""
    install("toy")
    with pytest.raises(AdapterError) as caught:
        ground_graph(NATIVE, adapter="graphrag")
    line = install_line("adapters/graphrag")
    assert (
        str(caught.value)
        == f"the adapter 'graphrag' is not installed. Run, in the checkout: {line}"
    )


@pytest.mark.parametrize("part", ["adapters/graphrag", "[yaml]"])
def test_no_install_line_fetches_another_project(part: str) -> None:
    """Every line installs from a checkout: the package index has another openodke."""
    line = install_line(part)
    assert line.startswith("pip install -e ")
    assert part in line
    assert "openodke" not in line


def test_a_named_adapter_that_does_not_accept_is_an_error(install: Install) -> None:
    """Another framework's object is refused by name, and not read as far as it goes."""
    install("toy")
    with pytest.raises(OdkeError, match=r"'toy'.*a list of dict"):
        ground_graph([{"subject": "a", "predicate": "p", "object": "b"}], adapter="toy")


def test_a_broken_adapter_is_named(install: Install) -> None:
    """An adapter whose framework cannot be imported is named, and does not stop the others."""
    install("toy")
    install("ark", code="import a_framework_that_is_not_there\n")
    with pytest.raises(OdkeError, match="ark"):
        load_adapter("ark")
    assert ground_graph(NATIVE).facts


def test_two_adapters_of_one_name_are_an_error(install: Install, tmp_path: Path) -> None:
    """Which of two distributions a name means is not guessed."""
    install("toy")
    install("ark", key="ark")
    points = tmp_path / "site/odke_ark-1.5.dist-info/entry_points.txt"
    points.write_text(points.read_text("utf-8").replace("ark =", "toy ="), encoding="utf-8")
    with pytest.raises(AdapterError, match="toy"):
        load_adapter("toy")


def test_one_that_writes_no_files_is_told_before_the_run(install: Install, tmp_path: Path) -> None:
    """What it opens has no `write`: the graph can go back in Python alone."""
    install("toy")
    graph = tmp_path / "ferries.toy"
    graph.write_text("Aurora sailed_to Skail\n", encoding="utf-8")
    job = GroundJob(facts=graph, adapter="toy", write_back=tmp_path / "back")
    with pytest.raises(InputError, match=r"--write-back: the adapter 'toy' writes no files"):
        job.run()
    assert not (tmp_path / "back").exists()


def test_texts_from_the_shell_stand_in(install: Install, tmp_path: Path) -> None:
    """Where the graph's own file has no texts, --texts names them."""
    install("toy")
    graph, text = tmp_path / "ferries.toy", tmp_path / "log.txt"
    graph.write_text("Brig sailed_to Oban\n", encoding="utf-8")
    text.write_text("The Brig sailed to Oban.", encoding="utf-8")
    bare = GroundJob(facts=graph, adapter="toy").run()
    assert bare.verdicts["not_found"] == 1
    assert GroundJob(facts=graph, adapter="toy", texts=text).run().verdicts["not_found"] == 0


class _Odd:
    """A class of nobody's."""


@pytest.mark.parametrize(
    ("native", "said"),
    [
        ([_Odd(), _Odd()], f"a list of {__name__}._Odd"),
        ((1, "a", None), "a tuple of int and str and NoneType"),
        ({"a": 1, "b": 2}, "a dict with the keys 'a', 'b'"),
        ([{"a": 1}, {"b": 2}], "a list of dict with the keys 'a'"),
        ({}, "a dict with nothing in it"),
        ([], "list"),
        (_Odd(), f"{__name__}._Odd"),
    ],
)
def test_what_is_not_accepted_is_shown_by_what_it_holds(native: object, said: str) -> None:
    """A list of the wrong things is named by those."""
    assert shown(native) == said


def test_an_adapter_says_what_it_takes(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it says so, a message has it."""
    install("toy")
    adapter = load_adapter("toy")
    monkeypatch.setattr(adapter, "takes", "toys", raising=False)
    with pytest.raises(AdapterError, match=r"'toy' does not accept a list of float: it takes toys"):
        ground_graph([1.5], adapter=adapter)


def test_what_can_be_looked_at_once_is_a_list(install: Install) -> None:
    """A generator of rows is looked at by rows and by adapters; each sees all of it."""
    install("toy")
    with pytest.raises(AdapterError, match=r"does not accept a list of float"):
        ground_graph((number for number in (1.5, 2.5)), adapter="toy")
    row = {"doc": None, "subject": "a", "predicate": "p", "object": "b"}
    assert len(ground_graph(row for _ in range(3)).facts) == 3
