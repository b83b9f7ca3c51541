"""Texts of many kinds: what they say is not refused, in any casing, and what they lack is."""

from __future__ import annotations

import pytest

from openodke import Document, LexicalGrounder, ground_graph

TEXTS = {
    "a press release": (
        "LYSEKIL, 4 March 2025 – Havgård Marine AB (publ) today announced that it has "
        "entered into a definitive agreement to acquire a 51 per cent stake in Tolvan "
        "Subsea, a maker of mooring lines headquartered in Peterhead, for an enterprise "
        "value of SEK 1.4 billion. “We are thrilled,” said Chief Executive Officer "
        "Annika Rehn. The transaction is expected to close in the second half of the "
        "year."
    ),
    "a contract": (
        "THIS AGREEMENT is made on 12 June 2023 between BRENNAN COLD STORES LIMITED "
        "(company number 07211884), whose registered office is at Unit 4, Wharf Road, "
        "Grimsby (the “Supplier”), and Ostler Foods plc (the “Customer”). 1.1 The "
        "Supplier shall deliver the Goods within ten (10) Business Days of each Order. "
        "1.2 The Customer shall pay each invoice within thirty days. 1.3 Either party "
        "may terminate this Agreement on not less than three months’ written notice."
    ),
    "minutes of a meeting": (
        "Minutes of the Harbour Committee, 9 Oct. Present: Cllr. J. Pettifer (Chair), Ms "
        "Okafor, T. Lindqvist. Apologies: Dr Brandt. Item 3. TL reported that dredging "
        "of the inner basin is 60% complete. JP asked for costs by next mtg. ACTION: "
        "Okafor to obtain quotes. Resolved unanimously to defer the pontoon repairs "
        "until spring."
    ),
    "a ticker in capitals": (
        "*KORVAN SHARES FALL 7.2% AFTER PROFIT WARNING *KORVAN CUTS FY GUIDANCE TO "
        "€310M-€330M FROM €365M *CEO DAHL SAYS DEMAND IN U.S. 'SOFTER THAN EXPECTED' "
        "*RIVAL MESTRA UP 3.1%"
    ),
    "a medical abstract": (
        "Background: Lorvatinib, an oral FGFR2 inhibitor, was evaluated in patients with "
        "previously treated cholangiocarcinoma. Methods: In this open-label, phase 2 "
        "trial, 103 pts received lorvatinib 20 mg b.i.d. Results: Median PFS was 9.0 "
        "months (95% CI, 6.9–11.0); ORR was 42%. Hyperphosphatemia (any grade) occurred "
        "in 85 patients. Conclusions: Lorvatinib showed meaningful activity."
    ),
    "rows of a table": (
        "site;operator;capacity_mw;commissioned;status\nKlippa North;Fjordkraft "
        "Øst;48.6;2016-05-01;operating\nKlippa South;Fjordkraft "
        "Øst;52;2019-11-15;operating\nRaudnes;Vestvind;110;;planned\n"
    ),
    "a page read by machine": (
        "The  com-\nmittee of the Wexcombe Savings Socie-\nty met at the Old Corn "
        "Ex-\nchange on the 3rd ult. Mr. Thos. Pelham-\nLacey presided, and report-\ned "
        "deposits of £ 12,4O0. The Secre tary, Wm. Harbottle, read the ac counts."
    ),
    "a chat": (
        "[09:14] priya_s: hey @marco did u merge the billing-service PR??\n[09:15] marco: "
        "not yet lol, CI is red again :( flaky test in test_invoices.py\n[09:17] priya_s: "
        "ok ping @deploy-bot when green, we need it out b4 3pm\n[09:18] Lena K.: fyi "
        "client demo moved to thurs"
    ),
    "German": (
        "Der Gemeinderat von Hollfeld beschloss am 3. Mai 2022, das alte Sägewerk an die "
        "Genossenschaft Waldkraft zu verkaufen. Der Kaufpreis betrug zwei Millionen "
        "Euro. Bürgermeisterin Gerda Lochner lobte die Genossenschaftsmitglieder. Die "
        "Häuser der ehemaligen Arbeiter bleiben erhalten; fünfzehn Wohnungen sollen "
        "saniert werden."
    ),
    "French": (
        "La société Aubrac Laitière, dont le siège se trouve à Espalion, a licencié une "
        "vingtaine de salariés en janvier dernier. Sa directrice, Mme Odile Carrère, "
        "invoque la hausse de 12,5 % du prix de l’énergie. Les syndicats ont saisi le "
        "tribunal de commerce de Rodez."
    ),
    "Spanish": (
        "El Ayuntamiento de Villar del Soto aprobó el pasado martes la compra de tres "
        "autobuses eléctricos por 1,2 millones de euros. La alcaldesa, Inés Montalbán, "
        "afirmó que las líneas 4 y 7 serán las primeras en renovarse. La empresa Rueda "
        "Verde, S.L. entregará los vehículos en otoño."
    ),
    "Japanese": (
        "株式会社ミナト精工は2023年4月1日、長崎県佐世保市に新工場を開設したと発表した。投資額は約35億円で、従業員は120人。社長の田所健一氏は「地域の雇用に貢献"
        "したい」と述べた。"
    ),
}
SAID = [
    ("a press release", "Annika Rehn", "Havgard Marine AB"),
    ("a press release", "Tolvan Subsea", "Peterhead"),
    ("a press release", "Havgård Marine", "1,400,000,000 SEK"),
    ("a contract", "Brennan Cold Stores Ltd", "Ostler Foods"),
    ("a contract", "Supplier", "10 business days"),
    ("a contract", "Ostler Foods PLC", "30 days"),
    ("a contract", "Agreement", "3 months"),
    ("a contract", "Brennan Cold Stores", "Wharf Rd, Grimsby"),
    ("a contract", "Brennan Cold Stores", "07211884"),
    ("a contract", "Termination Clause", "Party Termination"),
    ("minutes of a meeting", "J. Pettifer", "Harbour Committee"),
    ("minutes of a meeting", "Ms. Okafor", "Quotes"),
    ("minutes of a meeting", "John Pettifer", "Harbour Committee"),
    ("a ticker in capitals", "Korvan", "7.2 percent"),
    ("a ticker in capitals", "Dahl", "Korvan"),
    ("a ticker in capitals", "Korvan", "310 to 330 million euros"),
    ("a ticker in capitals", "Mestra", "Korvan"),
    ("a ticker in capitals", "Korvan", "United States"),
    ("a ticker in capitals", "Profit Warning", "Korvan"),
    ("a medical abstract", "Lorvatinib", "FGFR2"),
    ("a medical abstract", "Lorvatinib", "20 mg twice daily"),
    ("a medical abstract", "Trial", "103 patients"),
    ("a medical abstract", "Lorvatinib", "9 months"),
    ("a medical abstract", "Lorvatinib", "Hyperphosphataemia"),
    ("a medical abstract", "Overall Response Rate", "42 percent"),
    ("a medical abstract", "Phase II Trial", "Lorvatinib"),
    ("rows of a table", "Klippa North", "Fjordkraft Ost"),
    ("rows of a table", "Klippa South", "52 MW"),
    ("rows of a table", "Raudnes", "Planned"),
    ("rows of a table", "Klippa North", "May 2016"),
    ("rows of a table", "Klippa South", "15 November 2019"),
    ("rows of a table", "Raudnes", "110 megawatts"),
    ("a page read by machine", "Wexcombe Savings Society", "Old Corn Exchange"),
    ("a page read by machine", "Thomas Pelham-Lacey", "Wexcombe Savings Society"),
    ("a page read by machine", "William Harbottle", "Wexcombe Savings Society"),
    ("a page read by machine", "Secretary", "Accounts"),
    ("a chat", "Priya", "Marco"),
    ("a chat", "Marco", "Billing Service"),
    ("a chat", "Priya S.", "Marco"),
    ("a chat", "Lena K", "Client Demo"),
    ("a chat", "Client Demo", "Thursday"),
    ("a chat", "Pull Request", "Continuous Integration"),
    ("German", "Gemeinderat Hollfeld", "Verkauf des Sägewerks"),
    ("German", "Waldkraft", "Sägewerk"),
    ("German", "Kaufpreis", "2.000.000 €"),
    ("German", "Gerda Lochner", "Bürgermeisterin von Hollfeld"),
    ("German", "Wohnung", "15"),
    ("German", "Genossenschaftsmitglied", "Gerda Lochner"),
    ("German", "Haus", "Arbeiter"),
    ("French", "Aubrac Laitière", "Espalion"),
    ("French", "Odile Carrère", "Aubrac Laitière"),
    ("French", "Aubrac Laitière", "20 salariés"),
    ("French", "Prix de l'énergie", "12.5%"),
    ("French", "Tribunal de Commerce de Rodez", "Syndicat"),
    ("Spanish", "Ayuntamiento de Villar del Soto", "Autobús eléctrico"),
    ("Spanish", "Inés Montalbán", "Villar del Soto"),
    ("Spanish", "Rueda Verde SL", "Vehículos"),
    ("Spanish", "Compra", "1.200.000 €"),
    ("Spanish", "Ayuntamiento", "3 autobuses"),
    ("Japanese", "ミナト精工", "佐世保市"),
    ("Japanese", "田所健一", "ミナト精工"),
    ("Japanese", "ミナト精工", "35億円"),
    ("Japanese", "ミナト精工", "120人"),
    ("Japanese", "Minato Seiko", "Sasebo"),
    ("Japanese", "ミナト精工", "2023-04-01"),
    ("Japanese", "ミナト精工", "3.5 billion yen"),
]
NOT_SAID = [
    ("a press release", "Tolvan Subsea", "Aberdeen"),
    ("a press release", "Havgård Marine", "SEK 1.6 billion"),
    ("a ticker in capitals", "Korvan", "8.2%"),
    ("a medical abstract", "Lorvatinib", "24%"),
    ("rows of a table", "Raudnes", "Statkraft"),
    ("rows of a table", "Klippa North", "46.8 MW"),
    ("a page read by machine", "Wexcombe Savings Society", "Town Hall"),
    ("a chat", "Marco", "Payment Gateway"),
    ("German", "Sägewerk", "Holzwerk Bayreuth"),
    ("French", "Aubrac Laitière", "Millau"),
    ("Spanish", "Rueda Verde", "Tranvías"),
    ("Japanese", "株式会社ミナト精工", "福岡市"),
    ("Japanese", "ミナト精工", "210人"),
]


def is_refused(kind: str, subject: str, value: str) -> bool:
    """Whether the words of a text refute that it speaks of both."""
    row = {"doc": "t", "subject": subject, "predicate": "p", "object": value}
    documents = [Document(id="t", text=TEXTS[kind])]
    (fact,) = ground_graph([row], documents, grounder=LexicalGrounder()).facts
    return fact.verdict.value == "not_found"


@pytest.mark.parametrize(("kind", "subject", "value"), SAID)
def test_what_a_text_says_is_not_refused(kind: str, subject: str, value: str) -> None:
    """Neither as a model writes it nor in the capitals of a GraphRAG title."""
    assert not is_refused(kind, subject, value)
    assert not is_refused(kind, subject.upper(), value.upper())


@pytest.mark.parametrize(("kind", "subject", "value"), NOT_SAID)
def test_what_a_text_lacks_is_refused(kind: str, subject: str, value: str) -> None:
    """Another place, another sum, another company."""
    assert is_refused(kind, subject, value)
    assert is_refused(kind, subject.upper(), value.upper())
