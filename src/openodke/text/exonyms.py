"""Which cities does English call otherwise than the people who live there?

Two names of one city are one name, as two spellings are. Only the best known: a name missing here
is looked up as it is written. Folded, so that "München" is "munchen".
"""

CITY_NAMES = (
    ("athens", "athina"), ("bangkok", "krung thep"), ("beijing", "peking"),
    ("belgrade", "beograd"), ("brussels", "bruxelles", "brussel"), ("bucharest", "bucuresti"),
    ("cairo", "al qahira"), ("chennai", "madras"), ("cologne", "koln"),
    ("copenhagen", "kobenhavn"), ("florence", "firenze"), ("geneva", "geneve", "genf"),
    ("genoa", "genova"), ("gothenburg", "goteborg"), ("the hague", "den haag"),
    ("ho chi minh city", "saigon"), ("istanbul", "constantinople"), ("kolkata", "calcutta"),
    ("krakow", "cracow"), ("kyiv", "kiev"), ("lisbon", "lisboa"), ("lucerne", "luzern"),
    ("mexico city", "ciudad de mexico"), ("milan", "milano"), ("moscow", "moskva"),
    ("mumbai", "bombay"), ("munich", "munchen"), ("naples", "napoli"), ("nuremberg", "nurnberg"),
    ("padua", "padova"), ("prague", "praha"), ("rome", "roma"), ("seville", "sevilla"),
    ("turin", "torino"), ("venice", "venezia"), ("vienna", "wien"), ("warsaw", "warszawa"),
    ("yangon", "rangoon"),
)  # fmt: skip
"""The names of each city, in English first and then at home, or until lately in English."""
