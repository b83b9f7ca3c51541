"""Which words say little about a name, or much about a sentence?

Closed lists, in folded form (see `openodke.text.folding`). A word that is missing here costs a little
precision; none of them decides a verdict on its own.
"""

ARTICLES = frozenset("a an the el la los las le les l der die das den dem il lo gli un une".split())

FUNCTION_WORDS = ARTICLES | frozenset(
    "about after against and as at before between by de del della des di du during e et for from "
    "his her in into is its my no of on or our over s t that their to und under upon van von was "
    "were with within without y".split()
)

HONORIFICS = frozenset(
    "agent baron baroness brother capt captain col colonel count countess dame doctor dr father "
    "frau gen general herr hon lady lord lt lieutenant madam madame major messrs miss mister mme "
    "monsieur mr mrs ms mx officer pres president prof professor rabbi rev reverend saint senator "
    "sergeant sgt sheikh shri signor signora sir sister sr sra st uncle aunt".split()
)

LEGAL_FORMS = frozenset(
    "ab ag as asa bhd bv co company corp corporation gmbh holdings inc incorporated kft kg kk limited "
    "llc llp lp ltd mbh nv ltda oy oyj plc pte pty pvt sa sarl sas se spa sro srl".split()
)

GENERIC_WORDS = frozenset(
    "academy act agency airport album alliance area army article association authority award awards "
    "band bank base battle bay beach best black blue board book branch bridge building bureau business campaign "
    "canal cape car castle cathedral center central centre century chapel chief children christmas "
    "church city clan class club coast code college commission committee community conference "
    "congress corps council country county course court creek crew crown cup day daughter department "
    "desert directorate district division duchy dynasty east edition element empire estate event "
    "expedition family federation festival field film first fleet forces forest foundation game "
    "garden gate golden government grand great green group guard hall head high hill hospital hotel house husband "
    "industry institute international island islands journal kingdom lake land language law league "
    "library life light line list local lower magazine man march market member men middle military "
    "minister ministry mission model modern mount mountain mountains movement museum music national "
    "navy network new news north northern number observatory ocean office old open opera orchestra "
    "order organisation organization original palace park part party pass peace people person place "
    "plan platform player point police port power prince princess prison prize program programme "
    "project province public queen radio railway red region regiment republic research reserve river "
    "road rock room royal school science sea season second secretary senate series service services "
    "shop short show silver sister society software son song south southern square stadium star state "
    "states station story street studio studios summit system systems team technologies technology "
    "television temple territory theatre theater third tour tower town trail treaty trial tribe "
    "united union university upper valley version village war water way week west western white wife "
    "winter woman women world year young".split()
)

PRONOUNS = frozenset(
    "he she it they we i you him her them us me his hers its their theirs our ours himself herself "
    "itself themselves this that these those who which someone somebody everyone one".split()
)

NEGATIONS = frozenset(
    "not never no neither nor none nobody nothing without cannot denied denies deny denying refused "
    "refuses refuse rejected rejects false untrue incorrectly wrongly disproved debunked fails failed "
    "didn doesn isn wasn weren aren wouldn couldn shouldn hasn haven hadn don mustn needn".split()
)

HEDGES = frozenset(
    "may might could maybe perhaps possibly probably presumably allegedly alleged reportedly "
    "supposedly apparently purportedly rumoured rumored rumour rumor speculated suspected suspects "
    "believed likely unlikely unclear uncertain unconfirmed considered considering proposed "
    "expected plans planned hoped hopes would if whether".split()
)

PERSON_TYPES = frozenset(
    "person per people human man woman character individual actor actress artist athlete author "
    "composer director employee founder musician painter player politician scientist singer soldier "
    "writer".split()
)

DESCRIBED_TYPES = frozenset(
    "abstract action activity category characteristic claim class concept condition description "
    "emotion event feature field goal idea issue metric principle problem process property "
    "quality quantity role skill subject task term theme topic trait attribute method".split()
)
"""Types whose members a model words itself: "CONVERSATION ABOUT DEATH" is an EVENT."""
