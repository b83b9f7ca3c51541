"""What is a country's people called, and what is of it?

"A Norwegian firm" is no mention of Norway, and no proof that a claim with Norway was made up. The
table holds every member state of the United Nations, the parts of the United Kingdom, and the few
other lands with a demonym in everyday use. Folded words; a plural in "s" needs no entry.
"""

from __future__ import annotations

from collections import defaultdict

_TABLE = """
afghanistan: afghan
albania: albanian
algeria: algerian
andorra: andorran
angola: angolan
antigua and barbuda, antigua: antiguan barbudan
argentina: argentine argentinian
armenia: armenian
australia: australian aussie
austria: austrian
azerbaijan: azerbaijani azeri
bahamas: bahamian
bahrain: bahraini
bangladesh: bangladeshi
barbados: barbadian bajan
belarus: belarusian belarussian
belgium: belgian
belize: belizean
benin: beninese
bhutan: bhutanese
bolivia: bolivian
bosnia and herzegovina, bosnia: bosnian herzegovinian
botswana: botswanan motswana batswana
brazil: brazilian
brunei: bruneian
bulgaria: bulgarian
burkina faso: burkinabe
burundi: burundian
cambodia: cambodian khmer
cameroon: cameroonian
canada: canadian
cape verde, cabo verde: cape-verdean
central african republic: central-african
chad: chadian
chile: chilean
china, people s republic of china, prc: chinese
colombia: colombian
comoros: comorian
congo, democratic republic of the congo, republic of the congo, drc: congolese
costa rica: costa-rican
ivory coast, cote d ivoire: ivorian
croatia: croatian croat
cuba: cuban
cyprus: cypriot
czech republic, czechia: czech
denmark: danish dane
djibouti: djiboutian
dominica: dominican
dominican republic: dominican
ecuador: ecuadorian ecuadorean
egypt: egyptian
el salvador: salvadoran salvadorean
england: english englishman englishwoman englishmen
equatorial guinea: equatoguinean
eritrea: eritrean
estonia: estonian
eswatini, swaziland: swazi
ethiopia: ethiopian
european union, eu, europe: european
faroe islands: faroese
fiji: fijian
finland: finnish finn
france: french frenchman frenchwoman frenchmen
gabon: gabonese
gambia: gambian
georgia: georgian
germany: german
ghana: ghanaian
great britain, britain, united kingdom, uk, u k: british briton brit
greece: greek
greenland: greenlandic greenlander
grenada: grenadian
guatemala: guatemalan
guinea: guinean
guinea bissau: bissau-guinean
guyana: guyanese
haiti: haitian
holland: dutch dutchman
honduras: honduran
hong kong: hongkonger
hungary: hungarian magyar
iceland: icelandic icelander
india: indian
indonesia: indonesian
iran: iranian persian
iraq: iraqi
ireland, republic of ireland: irish irishman irishwoman irishmen
israel: israeli
italy: italian
jamaica: jamaican
japan: japanese
jordan: jordanian
kazakhstan: kazakh kazakhstani
kenya: kenyan
kiribati: i-kiribati
korea, south korea, republic of korea: korean south-korean
north korea: korean north-korean
kosovo: kosovar kosovan
kuwait: kuwaiti
kyrgyzstan: kyrgyz
laos: laotian lao
latvia: latvian
lebanon: lebanese
lesotho: basotho mosotho
liberia: liberian
libya: libyan
liechtenstein: liechtensteiner
lithuania: lithuanian
luxembourg: luxembourgish luxembourger
madagascar: malagasy madagascan
malawi: malawian
malaysia: malaysian
maldives: maldivian
mali: malian
malta: maltese
marshall islands: marshallese
mauritania: mauritanian
mauritius: mauritian
mexico: mexican
micronesia: micronesian
moldova: moldovan
monaco: monegasque
mongolia: mongolian
montenegro: montenegrin
morocco: moroccan
mozambique: mozambican
myanmar, burma: burmese
namibia: namibian
nauru: nauruan
nepal: nepalese nepali
netherlands: dutch dutchman
new zealand: kiwi new-zealander
nicaragua: nicaraguan
niger: nigerien
nigeria: nigerian
north macedonia, macedonia: macedonian
northern ireland: northern-irish
norway: norwegian
oman: omani
pakistan: pakistani
palau: palauan
palestine: palestinian
panama: panamanian
papua new guinea: papuan
paraguay: paraguayan
peru: peruvian
philippines: philippine filipino filipina
poland: polish pole
portugal: portuguese
puerto rico: puerto-rican
qatar: qatari
romania: romanian
russia, russian federation: russian
rwanda: rwandan
saint kitts and nevis: kittitian nevisian
saint lucia: saint-lucian
saint vincent and the grenadines: vincentian
samoa: samoan
san marino: sammarinese
sao tome and principe: sao-tomean
saudi arabia: saudi
scotland: scottish scot scots scotsman
senegal: senegalese
serbia: serbian serb
seychelles: seychellois
sierra leone: sierra-leonean
singapore: singaporean
slovakia: slovak slovakian
slovenia: slovenian slovene
solomon islands: solomon-islander
somalia: somali
south africa: south-african
south sudan: south-sudanese
soviet union, ussr: soviet
spain: spanish spaniard
sri lanka: sri-lankan
sudan: sudanese
suriname: surinamese
sweden: swedish swede
switzerland: swiss
syria: syrian
taiwan: taiwanese
tajikistan: tajik
tanzania: tanzanian
thailand: thai
timor leste, east timor: timorese
togo: togolese
tonga: tongan
trinidad and tobago, trinidad: trinidadian tobagonian
tunisia: tunisian
turkey, turkiye: turkish turk
turkmenistan: turkmen
tuvalu: tuvaluan
uganda: ugandan
ukraine: ukrainian
united arab emirates, uae: emirati
united states, united states of america, usa, us, u s, u s a, america: american
uruguay: uruguayan
uzbekistan: uzbek
vanuatu: ni-vanuatu
vatican city, vatican: vatican
venezuela: venezuelan
vietnam: vietnamese
wales: welsh welshman
yemen: yemeni
zambia: zambian
zimbabwe: zimbabwean
"""

Phrase = tuple[str, ...]


def _phrases(names: str, separator: str | None) -> list[Phrase]:
    return [tuple(name.replace("-", " ").split()) for name in names.split(separator)]


def _read_table() -> dict[Phrase, tuple[Phrase, ...]]:
    related: defaultdict[Phrase, dict[Phrase, None]] = defaultdict(dict)
    for line in _TABLE.strip().splitlines():
        names, _, words = line.partition(":")
        countries, people = _phrases(names, ","), _phrases(words, None)
        plurals = [(*word[:-1], word[-1] + "s") for word in people]
        for country in countries:
            related[country].update(dict.fromkeys((*people, *plurals)))
        for word in (*people, *plurals):
            related[word].update(dict.fromkeys(countries))
    return {phrase: tuple(others) for phrase, others in related.items()}


DEMONYMS_OF = _read_table()
"""The folded words of a country, or of its people, to the other ones, each as a run of words."""
