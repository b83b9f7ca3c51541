"""Which line installs a part of openodke?

Nothing is published yet, and an unrelated project of the same name is on the package index, so
every line points into a checkout. This is the only place that says so.
"""


def install_line(part: str) -> str:
    """Return the line that installs an adapter's folder, or an extra of the core such as `[yaml]`.

    It is run from the root of a checkout and always installs the core with it: an adapter on its
    own would fetch the other project.
    """
    if part.startswith("["):
        return f'pip install -e ".{part}"'
    return f"pip install -e . -e {part}"
