"""Which words say little about a name, or much about a sentence?

Closed lists, in folded form (see `openodke.text.folding`). A word missing here costs a little
precision; none decides a verdict on its own.
"""

from openodke.text.exonyms import CITY_NAMES

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

HYPOCORISMS = {
    "abigail": "abby gail", "albert": "al bert bertie", "alexander": "alec sandy sasha xander",
    "alexandra": "sandra sasha lexi", "alfred": "alf fred alfie", "andrew": "andy drew",
    "anthony": "tony", "antonio": "tony toni", "barbara": "babs barb", "benjamin": "benny",
    "bernard": "bernie", "catherine": "cathy kate kitty cate", "charles": "charlie chuck chas",
    "christina": "tina chris", "christine": "tina chris", "christopher": "kit topher",
    "daniel": "danny", "david": "dave davy", "deborah": "debbie", "donald": "don donnie",
    "dorothy": "dolly dot dottie", "edward": "eddie ned ted teddy edw", "edmund": "eddie ned ted",
    "eleanor": "ellie nell nora", "elizabeth": "beth betsy betty bess eliza liz lizzie lisa libby",
    "eugene": "gene", "florence": "flo", "frances": "fanny fran", "francis": "frank",
    "franklin": "frank", "frederick": "freddie fritz", "geoffrey": "jeff", "gerald": "gerry jerry",
    "gerard": "gerry jerry", "gregory": "greg", "harold": "hal harry", "helen": "nell",
    "henry": "hal hank harry", "isabella": "bella", "isabel": "bella", "jacob": "jake",
    "james": "jamie jim jimmy jimmie jas", "jane": "janie jenny",
    "jeffrey": "jeff", "jennifer": "jenny", "jeremy": "jerry", "jerome": "jerry",
    "john": "johnny johnnie jack jock jno", "jonathan": "jon", "joseph": "joe joey jos",
    "josephine": "jo josie", "katherine": "kate kathy kitty", "kathleen": "kate kathy",
    "kenneth": "kenny", "lawrence": "larry laurie", "leonard": "len lenny", "louis": "lou louie",
    "margaret": "maggie meg peggy greta madge", "martha": "patty", "martin": "marty",
    "mary": "molly polly", "matthew": "matt", "michael": "mick mickey mike mikey",
    "mildred": "millie", "nathaniel": "nate", "nicholas": "nick nicky", "oliver": "ollie",
    "patricia": "patsy patty tricia trish", "patrick": "paddy patsy", "peter": "pete",
    "philip": "pip", "phillip": "pip", "raymond": "ray", "rebecca": "becky",
    "richard": "dick rick ricky rich", "robert": "bob bobby rob robbie bert robt",
    "roberta": "bobbie", "ronald": "ron ronnie", "rudolph": "rudy", "samantha": "sam",
    "samuel": "sammy", "sarah": "sadie sally", "stephen": "steve", "steven": "steve",
    "susan": "sue susie suzy", "teresa": "terry tess", "terence": "terry", "theodore": "ted teddy",
    "theresa": "terry tess", "thomas": "tommy thos", "timothy": "timmy", "victoria": "vicky tori",
    "vincent": "vinny", "virginia": "ginny", "walter": "wally", "wilhelm": "willi",
    "william": "bill billy will willie willy liam wm", "zachary": "zack",
}  # fmt: skip
"""Given names in English, and what people of the name are called where that is no beginning."""

BRITISH_AMERICAN = (
    *((f"{stem}our", f"{stem}or") for stem in (
        "arm", "behavi", "cand", "clam", "col", "endeav", "fav", "ferv", "flav", "harb", "hon",
        "hum", "lab", "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "succ", "tum",
        "val", "vap", "vig",
    )),
    *((f"{stem}re", f"{stem}er") for stem in (
        "calib", "cent", "fib", "lit", "lust", "meag", "met", "sab", "somb", "spect", "theat",
    )),
    *((f"{stem}ence", f"{stem}ense") for stem in ("def", "off", "lic", "pret")),
    *((f"{stem}logue", f"{stem}log") for stem in ("ana", "cata", "dia", "homo")),
    ("aeroplane", "airplane"), ("aluminium", "aluminum"), ("anaemi", "anemi"),
    ("anaesth", "anesth"), ("archaeo", "archeo"), ("artefact", "artifact"),
    ("enrolment", "enrollment"),
    ("foetus", "fetus"), ("foetal", "fetal"), ("fulfilment", "fulfillment"),
    ("encyclopaedi", "encyclopedi"), ("grey", "gray"), ("gynaeco", "gyneco"), ("haemo", "hemo"),
    ("instalment", "installment"), ("jewellery", "jewelry"), ("leukaemi", "leukemi"),
    ("manoeuvr", "maneuver"), ("mould", "mold"), ("oesophag", "esophag"), ("oestr", "estr"),
    ("orthopaed", "orthoped"), ("paediatr", "pediatr"), ("plough", "plow"),
    ("photogra", "fotogra"), ("photovolt", "fotovolt"),
    ("programme", "program"), ("sceptic", "skeptic"), ("skilful", "skillful"),
    ("storeys", "stories"), ("sulph", "sulf"),
)  # fmt: skip
"""Pieces of words that British and American spell differently, the British one first."""

IRREGULAR_PLURALS = (
    ("child", "children"), ("foot", "feet"), ("goose", "geese"), ("louse", "lice"),
    ("mouse", "mice"), ("ox", "oxen"), ("person", "people"), ("tooth", "teeth"),
)  # fmt: skip
"""Nouns whose plural no ending tells, the singular first."""

ONE_REFERENCE = (
    ("1", "one", "i"), ("2", "two", "ii"), ("3", "three", "iii"), ("4", "four", "iv"),
    ("5", "five", "v"), ("6", "six", "vi"), ("7", "seven", "vii"), ("8", "eight", "viii"),
    ("9", "nine", "ix"), ("10", "ten", "x"), ("11", "eleven", "xi"), ("12", "twelve", "xii"),
    ("13", "thirteen", "xiii"), ("14", "fourteen", "xiv"), ("15", "fifteen", "xv"),
    ("16", "sixteen", "xvi"), ("17", "seventeen", "xvii"), ("18", "eighteen", "xviii"),
    ("19", "nineteen", "xix"), ("20", "twenty", "xx"),
    ("1st", "first"), ("2nd", "second"), ("3rd", "third"), ("4th", "fourth"), ("5th", "fifth"),
    ("6th", "sixth"), ("7th", "seventh"), ("8th", "eighth"), ("9th", "ninth"), ("10th", "tenth"),
    ("11th", "eleventh"), ("12th", "twelfth"), ("13th", "thirteenth"), ("14th", "fourteenth"),
    ("15th", "fifteenth"), ("16th", "sixteenth"), ("17th", "seventeenth"),
    ("18th", "eighteenth"), ("19th", "nineteenth"), ("20th", "twentieth"),
    ("assn", "association"), ("ave", "avenue"), ("blvd", "boulevard"), ("ch", "chapter"),
    ("dept", "department"), ("dr", "drive"), ("fig", "figure"), ("govt", "government"),
    ("inst", "institute"), ("intl", "international"), ("no", "number"), ("rd", "road"),
    ("rt", "rte", "route"), ("sq", "square"), ("st", "street"), ("univ", "university"),
    ("vol", "volume"),
)  # fmt: skip
"""Words that one reference is written with: a number, a street, a part of a book."""

SAME_PHRASES = (
    ("wwi", "ww1", "ww i", "world war i", "first world war"),
    ("wwii", "ww2", "ww ii", "world war ii", "second world war"),
    ("usa", "u s a", "united states", "united states of america"),
    ("tuesday", "tues", "tue"),
    ("wednesday", "weds"),
    ("thursday", "thurs", "thur", "thu"),
    ("friday", "fri"),
    *CITY_NAMES,
)
"""Names that are one name and share no spelling."""

TWO_LETTERS = {
    "ai": ("artificial intelligence",), "ar": ("augmented reality",),
    "db": ("database",), "ec": ("european commission",), "eu": ("european union",),
    "hr": ("human resources",), "ip": ("intellectual property", "internet protocol"),
    "it": ("information technology",), "ml": ("machine learning",),
    "mp": ("member of parliament",), "os": ("operating system",),
    "pc": ("personal computer",), "pm": ("prime minister", "project manager"),
    "pr": ("public relations",), "qa": ("quality assurance",),
    "rl": ("reinforcement learning",), "tv": ("television",), "ui": ("user interface",),
    "un": ("united nations",), "ux": ("user experience",),
    "vc": ("venture capital",), "vp": ("vice president",), "vr": ("virtual reality",),
}  # fmt: skip
"""What two capitals stand for where the words are written small: any text has two such words."""
