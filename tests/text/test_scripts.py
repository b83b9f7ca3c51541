"""In which scripts a text is written."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.text.scripts import main_scripts, script_of, scripts_of, scripts_of_text


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("Orle", {"latin"}),
        ("Ｏｒｌｅ", {"latin"}),
        ("Zoë ﬁrst ß", {"latin"}),
        ("Орле", {"cyrillic"}),
        ("Όρλε", {"greek"}),
        ("أورل", {"arabic"}),
        ("אורל", {"hebrew"}),
        ("ओर्ले", {"devanagari"}),
        ("ออร์เล", {"thai"}),
        ("오를", {"hangul"}),
        ("北京", {"han"}),
        ("東京のタワ々ｱ", {"han"}),
        ("Orle 北京", {"latin", "han"}),
        ("12, ½ — !?", set()),
        ("", set()),
        ("サーバー", {"han"}),
        ("ﾡ", {"hangul"}),
        ("𝐎𝐫𝐥𝐞", {"latin"}),
    ],
)
def test_a_text_is_written_in_scripts(text: str, scripts: set[str]) -> None:
    """Letters have a script, nothing else has; Chinese and Japanese count as one."""
    assert scripts_of(text) == scripts_of_text(text) == scripts


def test_only_letters_have_a_script() -> None:
    """What is no letter has none; a script is one word in small letters."""
    for code in range(sys.maxunicode + 1):
        script = script_of(chr(code))
        assert script == script.lower()
        assert " " not in script
        assert not script or chr(code).isalpha()


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
def test_two_texts_are_written_in_the_scripts_of_both(first: str, second: str) -> None:
    """The scripts of a text are those of its characters."""
    assert scripts_of(first + second) == scripts_of(first) | scripts_of(second)


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("Der Damm brach.", {"latin"}),
        ("Завод Tarn закрыли в мае.", {"cyrillic"}),
        ("阀门在飞行中关闭，型号为 AB320-SN7。", {"han"}),
        ("阀门 The valve closed in flight", {"latin"}),
        ("阀门在飞行中关闭 The valve closed", {"han", "latin"}),
        ("12 34", set()),
    ],
)
def test_a_text_is_written_in_the_scripts_of_most_of_its_letters(
    text: str, scripts: set[str]
) -> None:
    """A few foreign names, codes or units are no script of the text."""
    assert main_scripts(text) == scripts
