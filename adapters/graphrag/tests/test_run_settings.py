"""Is what settings.yaml says of checking read as it is meant, and a slip named?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from openodke.errors import InputError
from openodke_graphrag.run_settings import RunSettings, read_settings


def test_without_a_block_nothing_is_dropped_and_no_model_asked() -> None:
    """The defaults cost nothing and change nothing of GraphRAG's graph."""
    settings = RunSettings.parse(None)
    assert (settings.drops, settings.judge, settings.examples) == (False, None, ())


def test_every_key_is_read() -> None:
    """Lists become tuples; nothing is lost."""
    block = {
        "on_refusal": "drop",
        "judge": "small",
        "examples": ["QUILL"],
        "predicate_column": "relation",
        "joint": 8,
        "cascade": True,
        "recheck": 1,
    }
    assert RunSettings.parse(block) == RunSettings(
        "drop", "small", ("QUILL",), "relation", joint=8, cascade=True, recheck=1.0
    )


def test_what_is_given_in_python_overrules_it() -> None:
    """Each option for itself."""
    settings = RunSettings(on_refusal="drop", judge="small").overruled({"judge": "large"})
    assert settings == RunSettings(on_refusal="drop", judge="large")


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("drop", "odke: is str: it holds on_refusal"),
        ([], "odke: is list"),
        ({"onrefusal": "drop"}, "odke.onrefusal: is unknown: did you mean 'on_refusal'?"),
        ({"gate": "drop"}, "odke.gate: is unknown: there are on_refusal, judge"),
        ({"on_refusal": None}, "odke.on_refusal: is None: it is 'mark' or 'drop'"),
        ({"on_refusal": True}, "odke.on_refusal: is True"),
        ({"judge": 3}, "odke.judge: is 3: it is a name"),
        ({"judge": ""}, "odke.judge: is ''"),
        ({"examples": "QUILL"}, "odke.examples: is 'QUILL': it is a list of names"),
        ({"examples": [1]}, "odke.examples: is [1]"),
        ({"predicate_column": []}, "odke.predicate_column: is []"),
        ({"joint": 0}, "odke.joint: is 0: from 1 to 100 claims go in one call"),
        ({"joint": True}, "odke.joint: is True"),
        ({"cascade": "yes"}, "odke.cascade: is 'yes': it is true or false"),
        ({"recheck": 2}, "odke.recheck: is 2: it is a share between 0 and 1"),
    ],
)
def test_a_slip_is_named_with_its_place(block: Any, message: str) -> None:
    """A setting that was not understood must not pass for one that was."""
    with pytest.raises(InputError) as caught:
        RunSettings.parse(block)
    assert str(caught.value).startswith(message)


@pytest.mark.framework
@pytest.mark.filterwarnings("ignore")
class TestFromFiles:
    """As GraphRAG reads its own settings."""

    @pytest.fixture(autouse=True)
    def installed(self) -> None:
        """Skip where GraphRAG is not installed."""
        pytest.importorskip("graphrag", reason="graphrag is not installed here")

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("settings.yaml", "odke:\n  on_refusal: drop\n"),
            ("settings.yml", "odke: {on_refusal: drop}\n"),
            ("settings.json", '{"odke": {"on_refusal": "drop"}}'),
        ],
    )
    def test_each_of_graphrags_settings_files_is_read(
        self, tmp_path: Path, name: str, text: str
    ) -> None:
        """Whatever its form."""
        (tmp_path / name).write_text(text)
        assert read_settings(tmp_path).drops

    def test_variables_of_the_environment_and_of_dotenv_are_put_in(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As everywhere in settings.yaml: `${NAME}`."""
        monkeypatch.setenv("JUDGE_OF_CLAIMS", "small")
        monkeypatch.setenv("REFUSAL_FROM_DOTENV", "")
        monkeypatch.delenv("REFUSAL_FROM_DOTENV")
        (tmp_path / ".env").write_text("REFUSAL_FROM_DOTENV=drop\n")
        (tmp_path / "settings.yaml").write_text(
            "odke:\n  judge: ${JUDGE_OF_CLAIMS}\n  on_refusal: ${REFUSAL_FROM_DOTENV}\n"
        )
        assert read_settings(tmp_path) == RunSettings(on_refusal="drop", judge="small")

    def test_a_folder_without_settings_has_the_defaults(self, tmp_path: Path) -> None:
        """A run may be configured in Python alone; where it runs is not changed."""
        before = Path.cwd()
        assert read_settings(tmp_path) == RunSettings()
        assert Path.cwd() == before
