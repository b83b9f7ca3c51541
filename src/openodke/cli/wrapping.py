"""How does a long line read on a terminal?"""

from __future__ import annotations

import shutil
import sys
import textwrap

from openodke.interop.summary_text import LABEL_COLUMNS


def shown(text: str) -> str:
    """Return a text wrapped to the terminal, with hanging indents; in a pipe, as it is."""
    if not sys.stdout.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(_wrapped(line, width) for line in text.splitlines())


def _wrapped(line: str, width: int) -> str:
    indent = len(line) - len(line.lstrip())
    hanging = indent + 2 if indent else LABEL_COLUMNS
    return textwrap.fill(
        line,
        width,
        subsequent_indent=" " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
