"""How is a file of recorded answers read?"""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

from openodke.errors import InputError
from openodke.utf8_file import read_utf8


def read_recording(path: str | PathLike[str]) -> Any:
    """Return the JSON value that a file of recorded answers holds.

    Raises:
        InputError: naming the file, and the line of what is no JSON, or saying that it is nested
            too deeply or holds too long a number.
    """
    try:
        return json.loads(read_utf8(path))
    except InputError:  # which is a ValueError too
        raise
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: is no JSON: {error.msg}") from error
    except RecursionError:
        raise InputError(f"{path}: is nested too deeply to be read") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise InputError(f"{path}: holds a number that is too long") from error
