"""The schema a graph is held to: types, predicates, their qualifiers and how they hang together."""

from openodke.errors import OntologyFreezeError, OntologyLoadError
from openodke.ontology.consistency import Diagnostic
from openodke.ontology.loading import OntologyImportWarning
from openodke.ontology.schema import Ontology
from openodke.ontology.schema_change import SchemaChange
from openodke.ontology.snippet import OntologySnippet
from openodke.ontology.term import LITERAL_RANGES, Cardinality, EntityType, Predicate, Qualifier

__all__ = [
    "LITERAL_RANGES",
    "Cardinality",
    "Diagnostic",
    "EntityType",
    "Ontology",
    "OntologyFreezeError",
    "OntologyImportWarning",
    "OntologyLoadError",
    "OntologySnippet",
    "Predicate",
    "Qualifier",
    "SchemaChange",
]
