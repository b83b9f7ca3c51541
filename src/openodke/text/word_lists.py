"""Which words say little about a name, or much about a sentence?

Closed lists, in folded form (see `openodke.text.folding`). A word missing here costs a little
precision; none decides a verdict on its own.
"""

ARTICLES = frozenset("a an das dem den der die el gli il l la las le les lo los the un une".split())

FUNCTION_WORDS = ARTICLES | frozenset(
    "about after against and as at before between by de del della des di du during e et for from "
    "her his in into is its my no of on or our over s t that their to und under upon van von was "
    "were with within without y".split()
)

HONORIFICS = frozenset(
    "agent aunt baron baroness brother capt captain col colonel count countess dame doctor dr "
    "father frau gen general herr hon lady lieutenant lord lt madam madame major messrs miss "
    "mister mme monsieur mr mrs ms mx officer pres president prof professor rabbi rev reverend "
    "saint senator sergeant sgt sheikh shri signor signora sir sister sr sra st uncle".split()
)

LEGAL_FORMS = frozenset(
    "ab ag as asa bhd bv co company corp corporation gmbh holdings inc incorporated kft kg kk "
    "limited llc llp lp ltd ltda mbh nv oy oyj plc pte pty pvt sa sarl sas se spa srl sro".split()
)

GENERIC_WORDS = frozenset(
    "academy act agency airport album alliance area army article association authority award "
    "awards band bank base battle bay beach best black blue board book branch bridge building "
    "bureau business campaign canal cape car castle cathedral center central centre century "
    "chapel chief children christmas church city clan class club coast code college commission "
    "committee community conference congress corps council country county course court creek crew "
    "crown cup daughter day department desert directorate district division duchy dynasty east "
    "edition element empire estate event expedition family federation festival field film first "
    "fleet forces forest foundation game garden gate golden government grand great green group "
    "guard hall head high hill hospital hotel house husband industry institute international "
    "island islands journal kingdom lake land language law league library life light line list "
    "local lower magazine man march market member men middle military minister ministry mission "
    "model modern mount mountain mountains movement museum music national navy network new news "
    "north northern number observatory ocean office old open opera orchestra order organisation "
    "organization original palace park part party pass peace people person place plan platform "
    "player point police port power prince princess prison prize program programme project "
    "province public queen radio railway red regiment region republic research reserve river road "
    "rock room royal school science sea season second secretary senate series service services "
    "shop short show silver sister society software son song south southern square stadium star "
    "state states station story street studio studios summit system systems team technologies "
    "technology television temple territory theater theatre third tour tower town trail treaty "
    "trial tribe union united university upper valley version village war water way week west "
    "western white wife winter woman women world year young".split()
)

DEMONYMS = frozenset(
    "african america american arab asian australia australian austrian belgian brazilian britain "
    "british bulgarian canada canadian catholic chinese christian croatian czech danish dutch "
    "egyptian england english europe european finnish france french german germany greek "
    "hungarian india indian iranian iraqi irish islamic israeli italian japanese jewish korean "
    "latin mexican muslim norwegian pakistani persian polish portuguese protestant roman romanian "
    "russian scottish serbian soviet spanish swedish swiss turkish ukrainian vietnamese "
    "welsh".split()
)
"""Words of a people, a faith or a large place: they stand in many names, and for none of them."""

PRONOUNS = frozenset(
    "everyone he her hers herself him himself his i it its itself me one our ours she somebody "
    "someone that their theirs them themselves these they this those us we which who you".split()
)

NEGATIONS = frozenset(
    "cannot debunked denied denies deny denying disproved failed fails false incorrectly neither "
    "never no nobody none nor not nothing refuse refused refuses rejected rejects untrue without "
    "wrongly".split()
)

CLIPPED = frozenset(
    "ain aren can couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn wasn "
    "weren won wouldn".split()
)
"""What stands before "'t" in a negation; none negates on its own."""

TITLES = frozenset(
    "admiral ambassador archbishop bishop cardinal chairman chairwoman chancellor commander "
    "commissioner constable corporal deputy detective director emperor empress governor inspector "
    "judge justice king marshal mayor minister mother old pastor poor pope premier prince "
    "princess queen secretary sheriff superintendent young".split()
)
"""What a person is called by before the name; a part of other names, so no honorific."""

OPENERS = frozenset(
    "after all also although another any because before both but during each earlier eventually "
    "every finally first here how however if instead last later like many meanwhile moreover most "
    "nevertheless next no now once only other perhaps several since so some soon still such then "
    "there therefore though thus today together tomorrow under unlike until what when where "
    "whereas which while who whose why yesterday yet".split()
)
"""Words that open a sentence, and are capitalised for no other reason."""

HEDGES = frozenset(
    "alleged allegedly apparently believed considered considering could expected hoped if "
    "likely may maybe might perhaps planned plans possibly presumably probably proposed "
    "purportedly reportedly rumor rumored rumour rumoured speculated supposedly suspected "
    "suspects uncertain unclear unconfirmed unlikely whether would".split()
)

PERSON_TYPES = frozenset(
    "actor actress artist athlete author character composer director employee founder human "
    "individual man musician painter people per person player politician scientist singer soldier "
    "woman writer".split()
)

DESCRIBED_TYPES = frozenset(
    "abstract action activity attribute category characteristic claim class concept condition "
    "description emotion event feature field goal idea issue method metric principle problem "
    "process property quality quantity role skill subject task term theme topic trait".split()
)
"""Types whose members a model words itself: "CONVERSATION ABOUT DEATH" is an EVENT."""
