"""Rewrites `recorded.json`, 500 answers of TLC: `python -m tests.agree.record VERSION`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.agree import ours, tlc
from tests.agree.compare import difference, kind_of_theirs, same
from tests.agree.generate import expressions

RECORDED = Path(__file__).parent / "recorded.json"
SEED, COUNT = 3, 500
ORIGIN = (
    "Values as TLC prints them, and kinds of its errors. An answer that differs from ours on "
    "purpose names the paragraph of docs/differences.md in `differs`."
)


def record(version: str) -> None:
    """Ask TLC and write the file."""
    texts = expressions(SEED, COUNT)
    with TemporaryDirectory() as folder:
        theirs = tlc.answers(texts, Path(folder))
    cases = []
    for text, answer, own in zip(texts, theirs, ours.answers(texts), strict=True):
        case = {"expression": text, "tlc": answer}
        if answer.startswith("E") or "<expression " in answer:
            case["tlc"] = f"E {kind_of_theirs(answer)}"
        if not same(answer, own):
            case["differs"] = difference(text, answer, own) or "unexplained"
        cases.append(case)
    data = {"origin": ORIGIN, "tlc": version, "seed": SEED, "cases": cases}
    text = json.dumps(data, indent=1, ensure_ascii=False)
    RECORDED.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    record(sys.argv[1])
