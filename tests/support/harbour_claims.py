"""Claims about an invented harbour, for the tests of corroboration."""

from datetime import UTC, datetime, timedelta

from openodke.model import Entity, Evidence, Fact, SourceTier
from openodke.ontology import Ontology

WHEN = datetime(2026, 3, 1, tzinfo=UTC)
RUN_AT = datetime(2026, 6, 1, tzinfo=UTC)
HARBOUR = Ontology.from_dict(
    {
        "types": {"Vessel": {}, "Tug": {"parents": ["Vessel"]}, "Port": {}, "Person": {}},
        "predicates": {
            "built": {"range": "date"},
            "home_port": {},
            "length": {"range": "quantity"},
            "crew": {"range": "number", "qualifiers": {"season": {"identity": True}}},
            "toll": {"qualifiers": {"year": {"identity": True}}, "cardinality_scope": ["year"]},
            "nickname": {"cardinality": "multi"},
            "moored_in": {"range": "Port", "inverse_of": "berths"},
            "berths": {"range": "Vessel", "cardinality": "multi"},
            "sister_of": {"range": "Vessel", "cardinality": "multi", "symmetric": True},
        },
    }
)
DORIS = Entity(key="v:doris", type="Vessel", label="Doris")
PORTS = {name: Entity(key=f"p:{name}", type="Port", label=name) for name in ("Ålesund", "Bergen")}


def cited(
    doc_id: str = "log",
    tier: SourceTier = SourceTier.UNVERIFIED,
    *,
    uri: str | None = None,
    days: float = 0,
) -> tuple[Evidence, ...]:
    """Return one piece of evidence, retrieved some days after WHEN."""
    when = WHEN + timedelta(days=days)
    return (Evidence(doc_id=doc_id, uri=uri, tier=tier, retrieved_at=when),)


def claim(value: object = "Bergen", predicate: str = "home_port", **more: object) -> Fact:
    """Return a claim about Doris."""
    fields: dict[str, object] = {"subject": DORIS, "predicate": predicate, **more}
    held = "object_entity" if isinstance(value, Entity) else "object_value"
    return Fact(**{**fields, held: value})  # type: ignore[arg-type]
