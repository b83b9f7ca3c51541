"""Which words, symbols and codes name a currency, and which of them may mean the same one?"""

from __future__ import annotations

OWNED_SYMBOLS = {
    "US$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₪": "ILS",
    "₫": "VND", "₦": "NGN", "₴": "UAH", "₱": "PHP",
}  # fmt: skip
"""Symbols that one currency owns. Source: the resolution page, "Currency"."""

SHARED_SYMBOLS = ("$", "¥", "Rs")
"""Symbols of several currencies, which stay as written."""

CODES = frozenset(
    "USD EUR GBP JPY CNY INR CHF CAD AUD NZD HKD SGD SEK NOK DKK ISK PLN CZK HUF RON BGN RUB UAH"
    " TRY ILS AED SAR QAR KWD EGP ZAR NGN KES GHS BRL MXN ARS CLP COP PEN KRW TWD THB VND IDR MYR"
    " PHP PKR BDT LKR NPR RMB DEM FRF ITL ESP".split()
)
"""ISO 4217 codes that are read, without those that are English words."""

_FAMILIES = {
    "$": "USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP BRL",
    "£": "GBP EGP",
    "¥": "JPY CNY",
    "Rs": "INR PKR LKR NPR",
    "kr": "SEK NOK DKK ISK",
    "franc": "CHF FRF",
    "peso": "MXN ARS CLP COP PHP",
    "mark": "DEM",
}
_FAMILY_OF = {code: {name for name, codes in _FAMILIES.items() if code in codes.split()}
              for codes in _FAMILIES.values() for code in codes.split()}  # fmt: skip

WORDS: dict[str, str] = {
    "dollar": "$", "dollars": "$", "buck": "$", "bucks": "$", "us dollar": "USD",
    "us dollars": "USD", "u.s. dollars": "USD", "american dollars": "USD",
    "canadian dollars": "CAD", "australian dollars": "AUD",
    "euro": "EUR", "euros": "EUR", "pound": "£", "pounds": "£", "pound sterling": "GBP",
    "pounds sterling": "GBP", "sterling": "GBP", "quid": "£", "yen": "JPY", "yuan": "CNY",
    "renminbi": "CNY", "rmb": "CNY", "rupee": "Rs", "rupees": "Rs", "won": "KRW", "ruble": "RUB",
    "rubles": "RUB", "rouble": "RUB", "roubles": "RUB", "franc": "franc", "francs": "franc",
    "swiss francs": "CHF", "peso": "peso", "pesos": "peso", "krona": "kr", "kronor": "kr",
    "krone": "kr", "kroner": "kr", "marks": "mark", "lira": "lira", "rand": "ZAR", "baht": "THB",
    "real": "BRL", "reais": "BRL", "zloty": "PLN", "shekels": "ILS", "cents": "cent",
    "cent": "cent", "pence": "penny", "penny": "penny", "centavos": "cent",
    "naira": "NGN", "dirhams": "dirham",
    "dólar": "$", "dólares": "$", "dollari": "$", "доллар": "$", "доллара": "$", "долларов": "$",
    "евро": "EUR", "рубль": "RUB", "рубля": "RUB", "рублей": "RUB", "руб": "RUB", "гривен": "UAH",
    "livres sterling": "GBP", "pfund": "£", "złotych": "PLN", "kronen": "kr", "franken": "CHF",
    "fr": "franc",
    "美元": "USD", "美金": "USD", "元": "CNY", "人民币": "CNY", "人民幣": "CNY", "欧元": "EUR",
    "歐元": "EUR", "英镑": "GBP", "英鎊": "GBP", "港元": "HKD", "港币": "HKD", "港幣": "HKD",
    "新台币": "TWD", "新臺幣": "TWD", "日元": "JPY", "円": "JPY", "米ドル": "USD", "ドル": "$",
    "ユーロ": "EUR", "ポンド": "£", "元人民币": "CNY", "원": "KRW", "달러": "$", "유로": "EUR",
    "위안": "CNY", "엔": "JPY", "บาท": "THB", "रुपये": "Rs", "रुपए": "Rs", "रुपया": "Rs",
}  # fmt: skip
"""Currency words, lower case, to the symbol or code that they are compared by."""

SYMBOLS = {
    "$": "$", "＄": "$", "£": "£", "￡": "£", "€": "EUR", "¥": "¥", "￥": "¥", "₹": "INR",
    "₽": "RUB", "₺": "TRY", "₪": "ILS", "₫": "VND", "₦": "NGN", "₴": "UAH", "₱": "PHP",
    "₩": "KRW", "฿": "THB", "¢": "cent",
}  # fmt: skip
"""One-character symbols to the symbol or code that they are compared by."""

DOLLAR_PREFIXES = {
    "us": "USD", "u.s.": "USD", "c": "CAD", "ca": "CAD", "can": "CAD", "a": "AUD", "au": "AUD",
    "nz": "NZD", "hk": "HKD", "s": "SGD", "r": "BRL", "mx": "MXN", "nt": "TWD",
}  # fmt: skip
"""Letters before a dollar sign that name one of the dollars."""


def may_be_same_currency(one: str, other: str) -> bool:
    """Tell whether two compared currencies may be one: "$" may be any dollar, USD is not CAD."""
    if one == other:
        return True
    return one in _FAMILY_OF.get(other, ()) or other in _FAMILY_OF.get(one, ())


MINOR_CURRENCIES = {
    "cent": frozenset({"$", "EUR", "ZAR", "BRL", "MXN", "peso", *_FAMILIES["$"].split(), "USD"}),
    "penny": frozenset({"£", "GBP", "$", "USD"}),
}
"""What hundredths of a currency are called, to the currencies that they may be of."""


def is_minor_of(minor: str, major: str) -> bool:
    """Tell whether one compared currency may be a hundredth of the other: cents of "$"."""
    return major in MINOR_CURRENCIES.get(minor, ())
