"""Which values stand beside letters that are written without spaces?"""

import pytest

from openodke.text.values.value_index import ValueIndex

STATED = [
    ("共有3000名员工", "3000"),
    ("从2014年9月19日起", "2014-09-19"),
    ("从2014年9月19日起", "9月19日"),
    ("2014年9月公司", "2014-09"),
    ("约20万人", "200000"),
    ("共12万3千人", "123000"),
    ("募集250亿美元。", "25 billion USD"),
    ("募集250亿美元。", "25000000000"),
    ("达到12.5亿元", "1.25 billion yuan"),
    ("增长15%，", "15%"),
    ("成立于1998年，员工", "1998"),
    ("约３７兆１５４２億円", "37154200000000"),
    ("约３７兆１５４２億円", "37.1542 trillion yen"),
    ("约３７兆１５４２億円", "37兆円"),
    ("午後3時に", "15:00"),
    ("午後3時に", "3"),
    ("午後3時半に", "15:30"),
    ("走了5公里", "5 km"),
    ("走了5km的路", "5 km"),
    ("经过3小时", "3 hours"),
    ("版本3.14.0发布", "3.14.0"),
    ("1969년 1월 13일 수원", "1969-01-13"),
    ("직원은 12만 명", "120000"),
    ("ปี 2548", "2548"),
    ("จำนวน3000คน", "3000"),
    ("बिक्री ₹3.5 लाख करोड़ का", "3500000000000"),
    ("बिक्री ₹3.5 लाख करोड़ का", "3.5 lakh crore rupees"),
    ("ngày 2 tháng 9 năm 1995.", "1995-09-02"),
]

NOT_STATED = [
    ("共有3000万员工", "3000"),
    ("共有3000名员工", "300"),
    ("从2014年9月19日起", "2014-09-18"),
    ("2014年9月公司", "2014-10"),
    ("约20万人", "20000"),
    ("约20万人", "21万人"),
    ("募集250亿美元。", "250亿欧元"),
    ("募集250亿美元。", "350亿美元"),
    ("约３７兆１５４２億円", "38兆円"),
    ("午後3時に", "16:00"),
    ("走了5公里", "5 miles"),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_a_value_beside_such_letters_is_read(text: str, claim: str) -> None:
    """No space is needed between a number and what it counts."""
    assert ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize(("text", "claim"), NOT_STATED)
def test_another_value_is_refuted(text: str, claim: str) -> None:
    """A scale, a date and a currency in such letters are kept."""
    assert not ValueIndex(text).look_up(claim).found


def test_a_currency_after_a_scale_is_kept() -> None:
    """Five billion dollars are not five billion euros."""
    assert not ValueIndex("It cost 5bn dollars.").look_up("5bn euros").found
    assert ValueIndex("It cost 5bn dollars.").look_up("5 billion").found
