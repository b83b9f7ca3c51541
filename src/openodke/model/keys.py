"""Under which reserved keys does a stage record what it did?

All are keys of `Fact.qualifiers` but NAME_KEY, which is one of `Entity.attributes`. None of them is
part of a fact's signature. Source: the resolution page; CLAIM, GROUND, OBJECT_TYPE,
QUOTE, RESOLVED, REVIEW, ROWS and CANONICAL are openodke's own.
"""

CANONICAL = "odke.canonical"
"""The names of a row's ends, where they were written otherwise, and the links of both."""

CHECK = "odke.check"
"""Why the free checks refused the fact: `check` and `reason`."""

CLAIM = "odke.claim"
"""The sentence the source states, asked in place of the triple."""

CONFLICT = "odke.conflict"
"""A contest's status and reason."""

DERIVED = "odke.derived"
"""The inverse step's rule, and the signature of the fact it was derived from."""

GROUND = "odke.ground"
"""Who gave the verdict, why, and on which text."""

NAME_KEY = "odke.name_key"
"""An entity name's comparison key."""

NEAR_DUPLICATES = "odke.near_duplicates"
"""The groups of documents that are near-duplicates of each other."""

ONTOLOGY = "odke.ontology"
"""The fingerprint of the ontology the gate checked against."""

OBJECT_TYPE = "odke.object_type"
"""The type that the source gave a literal object: "date", "string", "text" (free text) …"""

QUOTE = "odke.quote"
"""What the source quoted, where the text does not hold it as quoted."""

REEXTRACT = "odke.reextract"
"""The window a second extraction read."""

RESOLVED = "odke.resolved"
"""What normalising and resolving made of a row's values and names."""

REVIEW = "odke.review"
"""Why a person should look at the fact."""

ROWS = "odke.rows"
"""The ids of the rows merged into the fact."""

SCHEMA_SLICE = "odke.schema_slice"
"""The fingerprint of the part of the ontology that a model was shown."""

SCORE = "odke.score"
"""The inputs of the fact's confidence."""

SOURCE_FORM = "odke.source_form"
"""The original spellings of each value that was rewritten."""

WIDEN = "odke.widen"
"""The attempt to ground on a wider span."""
