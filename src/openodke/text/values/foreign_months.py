"""Which month does this word of another language name?

Only looked at before a date is refuted. A word may name two months, as "listopad" does, and one
that stands in no table is no reason to refute either.
"""

from __future__ import annotations

_NAMES = """\
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
ledna února března dubna května června července srpna září října listopadu prosince
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta \
lokakuuta marraskuuta joulukuuta
január február március április május június július augusztus szeptember október november december
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου \
νοεμβρίου δεκεμβρίου
jänner feber märz april mai juni juli august september oktober november dezember
januari februari maret april mei juni juli agustus september oktober november desember
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
"""
"""One line a language and case: Russian, Ukrainian, Polish, Czech, Croatian, Swedish, Danish,
Norwegian, Finnish, Hungarian, Romanian, Turkish, Greek, Austrian, Indonesian, Hindi, Arabic,
Hebrew."""


def _months() -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for line in _NAMES.strip().split("\n"):
        for number, name in enumerate(line.split(), start=1):
            found[name] = found.get(name, frozenset()) | {number}
    return found


_MONTHS = _months()


def foreign_months(word: str) -> frozenset[int]:
    """Give the months that a lower-case word may name; empty for a word that is unknown."""
    return _MONTHS.get(word, frozenset())
