"""Where does a text hold what is quoted from it, even if the quote was retyped?"""

from __future__ import annotations

from openodke.text.reading import read
from openodke.text.word_index import words_of

_SHORT = 4000  # characters of a text below which searching it is cheaper than indexing it
_PLACES = 1000  # places with the quote's words looked at for its exact spelling


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return the raw half-open offsets of the first place that holds the quote, None for none.

    The exact words win. After them, the same words in order with other case, quotes, dashes,
    accents or white space: models and PDF readers change those, and the words are still the text's.
    """
    if not quote:
        return None
    if len(text) <= _SHORT:
        start = text.find(quote)
        if start >= 0 and _is_whole(text, start, start + len(quote)):
            return start, start + len(quote)
    index = read(text).index
    words = words_of(quote)
    places = index.find(words)
    if not places:
        # Only the first and the last word may be cut at the quote's ends. A text is not searched
        # for each quote of words that it does not have: that costs its length times their number.
        if any(word not in index for word in words[1:-1]):
            return None
        return _bare_position(quote, text)
    lead = quote.find(_first_letters(quote))
    for place in places[:_PLACES]:
        start = index.span(place)[0] - lead
        if start >= 0 and text.startswith(quote, start):
            return start, start + len(quote)
    return index.span(places[0], len(words))


def _first_letters(quote: str) -> str:
    """Return the quote from its first letter or digit on, as far as that is needed to find it."""
    for at, character in enumerate(quote):
        if character.isalnum():
            return quote[at:]
    return quote


def _bare_position(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote without whole words stands."""
    start = text.find(quote)
    return (start, start + len(quote)) if start >= 0 else None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word is cut at either end."""
    opens = start == 0 or not (text[start - 1].isalnum() and text[start].isalnum())
    return opens and (end == len(text) or not (text[end - 1].isalnum() and text[end].isalnum()))
