"""Which quantities does a text state with a unit or a number in words of another language?"""

import pytest

from openodke.text.values.value_index import ValueIndex

STATED = [
    ("Die Anlage lief über 25 Jahren am Netz.", "25 years"),
    ("Die Turbine fiel nach drei Wochen aus.", "3 weeks"),
    ("Der Zubau lag bei einem Gigawatt.", "1 GW"),
    ("The park added a gigawatt.", "1 GW"),
    ("Il a attendu trois heures au quai.", "3 hours"),
    ("La presa tardó doce meses.", "12 months"),
    ("Станок стоял двух лет не чинили.", "2 years"),
    ("Мост длиной 5 километров.", "5 km"),
    ("Вода нагрелась до 38 °С.", "38 °C"),
    ("阀门在 0.18 秒左右关闭。", "0.18 seconds"),
    ("Der Damm kostete zwei Millionen Euro.", "2.000.000 €"),
    ("Un pont de trois milliards.", "3000000000"),
    ("Le chantier emploie une vingtaine d'hommes.", "20"),
    ("Guidance cut to €310M-€330M.", "310 to 330 million euros"),
    ("Sieben Boote lagen im Hafen.", "7"),
    ("Le port compte quinze grues.", "15"),
    ("Das Ziel liegt bei 1,5 Grad.", "1.5-degree"),
    ("The pump runs no longer than 25 seconds.", "25-second"),
    ("The lamp flashes every 60 seconds.", "60-second"),
    ("The works closed in May; log Tarn-19/05/2021-pump.", "2021-05-19"),
    ("On the 08 th August 2025 the crane fell.", "2025-08-08"),
    ("Die Brücke wurde im Jänner 2022 gesperrt.", "January 2022"),
]
OTHER = [
    ("Die Anlage lief 25 Monaten.", "25 years"),
    ("Die Turbine fiel nach drei Tagen aus.", "3 weeks"),
    ("Der Zubau lag bei einem Gigawatt.", "2 GW"),
    ("Der Zubau lag bei einem Megawatt.", "1 GW"),
    ("Мост длиной 5 метров.", "5 km"),
    ("Der Damm kostete zwei Millionen Euro.", "3.000.000 €"),
    ("Guidance cut to €310M-€330M.", "320 to 330 million euros"),
    ("阀门在 0.18 分钟关闭。", "0.18 seconds"),
    ("The rent is due. It costs a cent.", "2"),
    ("The rent is due. It costs a cent.", "100"),
    ("A boat lay there.", "1"),
    ("The pump runs for 25 minutes.", "25-second"),
    ("Log Tarn-19/05/2021-pump.", "2021-05-20"),
    ("Die Brücke wurde im Jänner 2022 gesperrt.", "March 2022"),
]


@pytest.mark.parametrize(("text", "value"), STATED)
def test_a_quantity_in_words_of_another_language_is_stated(text: str, value: str) -> None:
    """A unit or a number of another language states the value where it stands."""
    match = ValueIndex(text).look_up(value)
    assert match.found, (text, value)
    assert all(text[start:end].strip() for start, end in match.spans)


@pytest.mark.parametrize(("text", "value"), OTHER)
def test_another_number_or_unit_is_not_it(text: str, value: str) -> None:
    """Neither another number nor another unit does, nor a word that is a number elsewhere."""
    assert not ValueIndex(text).look_up(value).found, (text, value)
