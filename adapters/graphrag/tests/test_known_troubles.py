"""Is what users of GraphRAG met in their graphs judged rightly?

Each test is one trouble that was reported in public, made small, with invented names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from openodke.interop import ground_graph
from openodke.model import Fact
from openodke_graphrag import Export, GraphRAGAdapter

Read = Callable[..., Export]


def graph(
    text: str | list[str],
    *,
    entities: list[tuple[str, str, str]] = (),  # type: ignore[assignment]
    relationships: list[tuple[str, str, str]] = (),  # type: ignore[assignment]
    weight: float = 8.0,
) -> dict[str, Any]:
    """Return the tables of a graph; every item is taken from the first text."""
    texts = [text] if isinstance(text, str) else text
    names = [f"u-{n}" for n in range(len(texts))]
    tables: dict[str, Any] = {
        "text_units": {
            "id": names,
            "human_readable_id": list(range(len(texts))),
            "text": texts,
            "document_id": [f"d-{n}" for n in range(len(texts))],
        }
    }
    if entities:
        titles, kinds, descriptions = map(list, zip(*entities, strict=True))
        tables["entities"] = {"title": titles, "type": kinds, "description": descriptions}
        tables["entities"]["text_unit_ids"] = [names[:1]] * len(entities)
    if relationships:
        sources, targets, descriptions = map(list, zip(*relationships, strict=True))
        tables["relationships"] = {"source": sources, "target": targets}
        tables["relationships"]["description"] = descriptions
        tables["relationships"]["text_unit_ids"] = [names[:1]] * len(relationships)
        tables["relationships"]["weight"] = [weight] * len(relationships)
    return tables


def verdicts(export: Export) -> dict[str, tuple[str, str]]:
    """Return verdict and reason of each fact, by row id."""
    return {fact.id: _said(fact) for fact in ground_graph(export, adapter="graphrag").facts}


def _said(fact: Fact) -> tuple[str, str]:
    return fact.verdict.value, fact.qualifiers["odke.ground"]["reason"]


def test_names_copied_from_the_prompts_example_are_refused(read: Read) -> None:
    """A cluster of the example's names in another text is refused, entities and edges."""
    export = read(
        **graph(
            "The lamp stood by the window.",
            entities=[("FIRUZABAD", "GEO", "Held hostages"), ("LAMP", "OBJECT", "A lamp")],
            relationships=[("FIRUZABAD", "AURELIA", "negotiated a hostage exchange")],
        )
    )
    assert verdicts(export) == {
        "0/relationship/0": ("not_found", "prompt_example"),
        "0/entity/0": ("not_found", "prompt_example"),
        "0/entity/1": ("unchecked", "free_text"),
    }


@pytest.mark.parametrize("name", ["ALEX", "WASHINGTON", "COMPANY A", "AURELIA"])
def test_a_name_of_the_example_that_the_text_holds_is_not_refused(read: Read, name: str) -> None:
    """There is no list of forbidden names: some texts are on Washington."""
    text = f"In the bakery {name.title()} sold bread."
    export = read(**graph(text, entities=[(name, "PERSON", "Sold bread")]))
    assert verdicts(export)["0/entity/0"] == ("unchecked", "free_text")


def test_a_real_name_that_the_text_does_not_hold_is_refused(read: Read) -> None:
    """That somebody exists does not mean that this text is about them."""
    text = "Sit still and count your breath."
    export = read(**graph(text, entities=[("MARIE CURIE", "PERSON", "A physicist")]))
    assert verdicts(export)["0/entity/0"] == ("not_found", "subject_absent")


def test_what_a_model_knows_of_a_term_is_not_what_the_text_says(read: Read) -> None:
    """The name is there, its definition is not: not refuted, and nothing is affirmed."""
    text = "The lecture went from gut bacteria to reef corals."
    said = "Reef corals are marine invertebrates living in colonies"
    export = read(**graph(text, entities=[("REEF CORALS", "ORGANISM", said)]))
    (fact,) = ground_graph(export, adapter="graphrag").facts
    assert _said(fact) == ("unchecked", "free_text")
    assert "claim_words:0/5" in fact.qualifiers["odke.ground"]["seen"]


def test_one_name_for_two_people_stays_two_sources(read: Read) -> None:
    """The texts of one entity are told apart, so that nobody counts them as agreeing."""
    tables = graph(
        ["Li Na is the treasurer of Ostra.", "Li Na is an auditor at Brill."],
        entities=[("LI NA", "PERSON", "Li Na is the treasurer of Ostra and an auditor at Brill")],
    )
    tables["entities"]["text_unit_ids"] = [["u-0", "u-1"]]
    _, documents = GraphRAGAdapter().to_rows(read(**tables))
    parents = {str(document.uri).partition("#")[0] for document in documents}
    assert parents == {"urn:odke:graphrag:d-0", "urn:odke:graphrag:d-1"}


@pytest.mark.parametrize("weight", [1.0, 24.0, 0.0])
def test_the_weight_says_nothing(read: Read, weight: float) -> None:
    """The last relationship of an answer has weight 1 whatever the model said: it is not read."""
    text = "Nord runs the port of Oslo."
    export = read(**graph(text, relationships=[("NORD", "OSLO", "runs it")], weight=weight))
    (fact,) = ground_graph(export, adapter="graphrag").facts
    assert _said(fact) == ("unchecked", "same_sentence")
    assert fact.confidence == 0.5


def test_an_endpoint_that_lost_its_entity_is_noted_and_grounded(read: Read) -> None:
    """The relationship stands in its own text, whatever became of the entity."""
    text = "Nord AB moved to Oslo."
    entities = [("NORD AB", "ORGANIZATION", "Moved")]
    relationships = [("NORD AB", "OSLO", "Nord AB moved to Oslo")]
    export = read(**graph(text, entities=entities, relationships=relationships))
    fact = ground_graph(export, adapter="graphrag").facts[0]
    assert fact.verdict.value == "unchecked"
    assert fact.qualifiers["missing_entity"] == ("OSLO",)


def test_a_relationship_is_grounded_on_its_own_units_not_its_entities(read: Read) -> None:
    """Merging loses some of an entity's units; those of the relationship are what it rests on."""
    tables = graph(
        ["Nothing is said here.", "Nord moved to Oslo."],
        entities=[("NORD", "ORGANIZATION", ""), ("OSLO", "GEO", "")],
        relationships=[("NORD", "OSLO", "Nord moved to Oslo")],
    )
    tables["relationships"]["text_unit_ids"] = [["u-1"]]
    assert verdicts(read(**tables))["1/relationship/0"] == ("unchecked", "same_sentence")


def test_ids_left_dangling_by_an_update_break_nothing(read: Read, tables: dict[str, Any]) -> None:
    """Communities and units that name what is gone are read, and come back as they were."""
    tables["communities"]["entity_ids"] = [["gone-1", "gone-2"]]
    tables["text_units"]["relationship_ids"] = [["gone"], ["r-0"]]
    export = read(**tables)
    annotated = ground_graph(export, adapter="graphrag").annotate()
    assert annotated.table("text_units").equals(export.table("text_units"))


def test_a_relationship_without_a_predicate_claims_its_description(read: Read) -> None:
    """related_to says nothing, so the description is what is checked."""
    text = "The dam was built in 1931."
    relationships = [("DAM", "BUILDER", "The dam was built in 1932")]
    tables = graph(text + " A builder came.", relationships=relationships)
    export = read(**tables)
    (row,), _ = GraphRAGAdapter().to_rows(export)
    assert (row.predicate, row.claim) == ("related_to", "The dam was built in 1932")
    assert verdicts(export)["0/relationship/0"] == ("not_found", "value_absent")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("&#21271;&#20140;", "他住在北京。"),
        ("M&AMP;S", "She works at M&S now."),
        ('"OSTRA AB"', "Ostra AB is a mill."),
        ("“OSTRA AB”", "Ostra AB is a mill."),
    ],
)
def test_a_title_is_looked_up_as_a_text_would_write_it(read: Read, title: str, text: str) -> None:
    """Character references and quotes around a name are the extraction's, not the text's."""
    export = read(**graph(text, entities=[(title, "ORGANIZATION", "It is there")]))
    fact = ground_graph(export, adapter="graphrag").facts[0]
    assert _said(fact) == ("unchecked", "free_text")
    assert fact.subject.name == title


@pytest.mark.parametrize(
    "title", ['OPERATIVE VALE("ENTITY"', "VALE<|COMPLETE|>", '""', " ", "—", "N/A"]
)
def test_a_piece_of_the_answer_is_no_name(read: Read, title: str) -> None:
    """A record that was split in the wrong place is reported, and its neighbours are read."""
    export = read(
        **graph(
            "Operative Vale met Nord.",
            entities=[(title, "PERSON", "An operative"), ("NORD", "ORGANIZATION", "Met Vale")],
            relationships=[(title, "NORD", "They met")],
        )
    )
    problems = GraphRAGAdapter().left_out(export)
    assert [(p.source, p.line, p.reason.split(":")[0]) for p in problems] == [
        ("relationships.parquet", 0, "malformed"),
        ("entities.parquet", 0, "malformed"),
    ]
    assert list(verdicts(export)) == ["0/entity/1"]


def test_a_text_without_entities_is_no_claims(read: Read) -> None:
    """An index of a text in which nothing was found is empty: neither an error nor a pass."""
    grounded = ground_graph(read(**graph("Nothing.")), adapter="graphrag")
    assert grounded.summary.is_empty
    assert grounded.annotate().table("odke_verdicts").num_rows == 0


def test_co_occurrence_is_no_claim(read: Read) -> None:
    """FastGraphRAG links noun phrases of one unit: that is left out, not called unsupported."""
    export = read(
        **graph(
            "Rain fell on the mill.",
            entities=[("RAIN", "NOUN PHRASE", ""), ("MILL", "NOUN PHRASE", "")],
            relationships=[("RAIN", "MILL", "")],
        )
    )
    grounded = ground_graph(export, adapter="graphrag")
    assert grounded.facts == ()
    annotated = grounded.annotate()
    for table in ("relationships", "entities"):
        assert set(annotated.table(table).column("odke_reason").to_pylist()) == {"not_a_claim"}
        assert set(annotated.table(table).column("odke_verdict").to_pylist()) == {"unchecked"}


def test_a_relationship_whose_texts_are_gone_is_not_refuted(read: Read) -> None:
    """Without a text there is nothing to hold against a claim."""
    tables = graph("The lamp stood there.", relationships=[("NORD", "OSLO", "moved")])
    tables["relationships"]["text_unit_ids"] = [["gone"]]
    export = read(**tables)
    assert verdicts(export) == {"1/relationship/0": ("unchecked", "no_source")}
    annotated = ground_graph(export, adapter="graphrag").annotate()
    assert annotated.table("relationships").column("odke_verdict").to_pylist() == ["unchecked"]
    assert annotated.table("odke_verdicts").column("text_unit_id").to_pylist() == [None]


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("STRASSE AM HAFEN", "Die Straße am Hafen ist lang."),
        ("İZMIR", "She lives in İzmir now."),
        ("IZMIR", "She lives in Izmir now."),
        ("O'BRIEN", "A letter from O’Brien came."),
        ("THE FENWICK MILL", "The Fenwick Mill burned."),
        ("CAFÉ ROUGE", "They met in the Cafe\u0301 Rouge."),
    ],
)
def test_a_title_in_capitals_is_found_as_the_text_writes_it(
    read: Read, title: str, text: str
) -> None:
    """GraphRAG writes every title in capitals, which cannot be undone: ß, dots, accents."""
    export = read(**graph(text, entities=[(title, "THING", "It is there")]))
    assert verdicts(export)["0/entity/0"] == ("unchecked", "free_text")


@pytest.mark.parametrize("title", ["SYSTEM ADMIN", "system admin", "SystemAdmin", "SYSTEM  ADMIN"])
def test_spellings_of_one_name_are_judged_each_for_itself(read: Read, title: str) -> None:
    """They are several entities in the export: none is refused for another's spelling."""
    text = "The System Admin reset the password."
    export = read(**graph(text, entities=[(title, "ROLE", "Reset the password")]))
    assert verdicts(export)["0/entity/0"] == ("unchecked", "free_text")


@pytest.mark.parametrize(
    ("description", "said"),
    [
        ("Mara Ostrel sold the mill. She sold it in 1999.", ("unchecked", "partly_absent")),
        ("Mara Ostrel sold the mill in 1999", ("not_found", "value_absent")),
        ("Mara Ostrel sold the mill. She sold it in 1931.", ("unchecked", "same_sentence")),
    ],
)
def test_one_made_up_sentence_does_not_refute_the_others(
    read: Read, description: str, said: tuple[str, str]
) -> None:
    """A merged description is several statements; one of a single sentence stands or falls."""
    text = "Mara Ostrel sold the mill in 1931."
    export = read(**graph(text, relationships=[("MARA OSTREL", "MILL", description)]))
    assert verdicts(export)["0/relationship/0"] == said


def test_what_one_text_of_a_merged_description_lacks_another_may_hold(read: Read) -> None:
    """It takes half of what it says from each: none holds all, and nothing was made up."""
    said = "Mara Ostrel built the mill in 1912 and sold the mill in 1931"
    tables = graph(
        ["Mara Ostrel built the mill in 1912.", "Mara Ostrel sold the mill in 1931."],
        relationships=[("MARA OSTREL", "MILL", said)],
    )
    tables["relationships"]["text_unit_ids"] = [["u-0", "u-1"]]
    export = read(**tables)
    assert set(verdicts(export).values()) == {("unchecked", "elsewhere")}
    (row,) = ground_graph(export).annotate().table("relationships").to_pylist()
    assert (row["odke_verdict"], row["odke_reason"]) == ("unchecked", "elsewhere")


def test_single_descriptions_that_lack_an_updates_part_are_passed_by(read: Read) -> None:
    """`graphrag update` leaves the raw tables as the index wrote them."""
    tables = graph(
        ["Mara Ostrel built the mill.", "Mara Ostrel sold the mill."],
        relationships=[("MARA OSTREL", "MILL", "Mara Ostrel built and sold the mill")],
        entities=[("MARA OSTREL", "PERSON", "Built and sold the mill")],
    )
    for name in ("relationships", "entities"):
        tables[name]["text_unit_ids"] = [["u-0", "u-1"]]
    described = {"description": [["Mara Ostrel built the mill"]], "text_unit_ids": [["u-0"]]}
    tables["raw_relationships"] = {"source": ["MARA OSTREL"], "target": ["MILL"], **described}
    tables["raw_entities"] = {"title": ["MARA OSTREL"], **described}
    rows, _ = GraphRAGAdapter().to_rows(read(**tables))
    assert [(row.id, row.claim) for row in rows] == [
        ("0/relationship/0", "Mara Ostrel built and sold the mill"),
        ("1/relationship/0", "Mara Ostrel built and sold the mill"),
        ("0/entity/0", "Built and sold the mill"),
        ("1/entity/0", "Built and sold the mill"),
    ]


def test_a_sentence_in_the_overlap_of_two_units_has_one_source(read: Read) -> None:
    """Units overlap: that both hold a sentence corroborates nothing."""
    tables = graph(["Mara met Hugo.", "Mara met Hugo."], entities=[("MARA", "PERSON", "Met Hugo")])
    tables["text_units"]["document_id"] = ["d-0", "d-0"]
    tables["entities"]["text_unit_ids"] = [["u-0", "u-1"]]
    _, documents = GraphRAGAdapter().to_rows(read(**tables))
    assert len({document.id for document in documents}) == 2
    assert {str(document.uri).partition("#")[0] for document in documents} == {
        "urn:odke:graphrag:d-0"
    }


def test_one_title_of_two_types_is_two_items(read: Read) -> None:
    """Each is held against its own texts, and each row gets its own verdict."""
    tables = graph(
        ["Tolby lies on the river.", "Nothing of it is said here."],
        entities=[("TOLBY", "GEO", "A town"), ("TOLBY", "ORGANIZATION", "A firm")],
    )
    tables["entities"]["text_unit_ids"] = [["u-0"], ["u-1"]]
    annotated = ground_graph(read(**tables)).annotate().table("entities")
    assert annotated.column("odke_verdict").to_pylist() == ["unchecked", "not_found"]
