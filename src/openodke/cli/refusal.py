"""What is a person told when the system refuses to read or write on?"""

from __future__ import annotations


def system_refusal(error: OSError) -> str:
    """Return the place, where it is known, and the system's reason, as one line."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename else reason
