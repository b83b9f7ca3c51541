"""How long does it take to split 1 and 5 MB of text, kind by kind, and does the time stay linear?

Run: python bench/sentence_cost.py
Prints CPU seconds for both sizes, the growth exponent between them (1 is linear) and the peak
memory of the larger run above that of the text itself.
"""

import math
import resource
import subprocess
import sys
import time

from openodke.chunking import sentences

SIZES = (1_000_000, 5_000_000)
_PROSE = (
    "The ferry left the quay at noon with Dr. Amos Reed aboard, and nobody waved. "
    "It carried 3.5 tons of tea, i.e. all that Harrow Ltd. had left in store.\n"
    "“Will it sink?” asked the boy. The captain laughed!\n"
)
KINDS = {
    "prose": _PROSE,
    "prose in paragraphs": _PROSE * 3 + "\r\n\r\n",
    "stop and space": ". ",
    "abbreviations": "Dr. e.g. i.e. ",
    "titles": "Dr. Mr. Prof. ",
    "initials": "A. B. C. ",
    "country codes": "U.S. U.K. ",
    "list numbers": "1. 2. 3. ",
    "one character": "x",
    "one stop": ".",
    "letter and stop": "a.",
    "one-word sentences": "Go! ",
    "newlines": "\n",
    "carriage returns": "\r",
    "spaces and newlines": "   \n",
    "spaces": " ",
    "stop and quotes": '."',
    "quotes": '"',
    "open quotes": ". ‘A ",
    "open brackets": ". (",
    "speech": '"Oh!" Mary Ann Lee went. ',
    "Chinese": "今天下雨。",
    "one Chinese stop": "。",
    "Chinese speech": "“走吧！”他笑着。",
    "Hindi": "राम घर गया। ",
}


def measure(kind: str, size: int) -> tuple[float, int, int]:
    """Split one text in a process of its own: CPU seconds, sentences, kB of memory."""
    command = [sys.executable, __file__, kind, str(size)]
    seconds, found, memory = subprocess.run(
        command, check=True, capture_output=True, text=True
    ).stdout.split()
    return float(seconds), int(found), int(memory)


def split_once(kind: str, size: int) -> None:
    """Print what `measure` reads. Size counts characters."""
    unit = KINDS[kind]
    text = (unit * (size // len(unit) + 1))[:size]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    found = len(sentences(text))
    seconds = time.process_time() - start
    print(seconds, found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory)


def main() -> None:
    """Print one line for each kind of text."""
    print(f"{'kind':<22}{'1 MB, s':>9}{'5 MB, s':>9}{'exponent':>10}{'sentences':>11}{'MB':>6}")
    for kind in KINDS:
        small, large = (measure(kind, size) for size in SIZES)
        growth = math.log(max(large[0], 1e-6) / max(small[0], 1e-6), SIZES[1] / SIZES[0])
        exponent = f"{growth:.2f}" if large[0] > 0.05 else "-"  # below that, noise
        print(
            f"{kind:<22}{small[0]:>9.2f}{large[0]:>9.2f}{exponent:>10}"
            f"{large[1]:>11,}{large[2] // 1024:>6}"
        )


if __name__ == "__main__":
    if len(sys.argv) == 3:
        split_once(sys.argv[1], int(sys.argv[2]))
    else:
        main()
