"""Mutated Promela texts: whatever the text is, reading it ends, with locations for all errors.

`python -m tests.front.promela.mutations FOLDER --seeds 0:5000` mutates the models of a folder; with
`--lower`, those that are read without an error become systems, too.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

from holdfast.front.files import ON_DISK
from holdfast.front.promela.lower.slots import Allowed
from holdfast.front.promela.lower.system import lower_model
from holdfast.front.promela.read.model import read_model
from holdfast.passes.pipeline import run_pipeline
from holdfast.source import Source, SpecError

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_PIECES = (
    "{ } ( ) [ ] :: ; -> , . .. : ! ? !! ?? = == + - / % # ## @ ~ & && [] <> <-> \" ' /* */ // \\"
    " if fi do od atomic d_step unless else break goto skip run proctype active init inline return"
    " typedef mtype chan of byte int unsigned hidden ltl never trace for select in timeout eval"
    " #define #if #else #endif #include #undef #ifdef 0 1 255 99999999999999999999 x _ _pid _nr_pr"
    " len full printf assert xr priority provided c_code X U \0 \n \t é"
).split(" ")
LIMIT = 20.0
"""The longest time in seconds that reading one text may take."""


def mutate(text: str, random: random.Random) -> str:
    """A text with some tokens deleted, doubled, swapped, replaced or inserted."""
    words = _WORD.findall(text) or [""]
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        at = random.randrange(len(words))
        match random.randrange(6):
            case 0:
                del words[at : at + random.choice((1, 1, 2, 10))]
                words = words or [""]
            case 1:
                words[at:at] = words[at : at + random.choice((1, 5, 40))]
            case 2:
                other = random.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case 3:
                words[at] = random.choice(_PIECES)
            case 4:
                words.insert(at, f" {random.choice(_PIECES)} ")
            case _:
                words[at:at] = [random.choice(_PIECES) * random.choice((1, 2, 300))]
    return "".join(words)


def problem_with(name: str, text: str, lower: bool = False) -> str | None:
    """What is wrong with how a text is read: an exception, an error without a location, time."""
    started = time.process_time()
    try:
        model, diagnostics = read_model(Source(name, text))
        if model is not None and lower:
            with suppress(SpecError):
                run_pipeline(lower_model(model, Allowed(room=4)))
    except Exception:
        return traceback.format_exc(limit=-6)
    if time.process_time() - started > LIMIT:
        return "it takes too long"
    if model is None and not diagnostics:
        return "there is neither a model nor an error"
    for found in diagnostics:
        if found.span is None:
            return f"{found.message}: no location"
        if not 0 <= found.span.start <= found.span.end <= len(found.span.source.text):
            return f"{found.message}: a location outside of the text"
        found.render()
    return None


def main() -> int:
    """Mutate the models of a folder, and print those that are read wrongly."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--seeds", default="0:1000")
    options.add_argument("--lower", action="store_true")
    given = options.parse_args()
    models = sorted(given.folder.rglob("*.pml"))
    start, end = map(int, given.seeds.split(":"))
    wrong = 0
    for seed in range(start, end):
        chooser = random.Random(seed)
        path = chooser.choice(models)
        text = mutate(ON_DISK.source(path).text, chooser)
        problem = problem_with(str(path), text, given.lower)
        if problem:
            wrong += 1
            sys.stdout.write(f"seed {seed}, {path}:\n{problem}\n")
    sys.stdout.write(f"{end - start} mutated texts, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
