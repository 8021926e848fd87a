"""The interface of the C runtime as ctypes sees it (runtime/holdfast.h)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from holdfast.native.build.build import Program

U32, U64, POINTER = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_void_p
WORDS, NUMBERS = ctypes.POINTER(U64), ctypes.POINTER(U32)
BYTES = ctypes.POINTER(ctypes.c_uint8)
HOST = ctypes.CFUNCTYPE(U32, U32, WORDS, U64, ctypes.POINTER(WORDS))


class Options(ctypes.Structure):
    """`EngineOptions`."""

    _fields_ = [
        ("workers", U32),
        ("keep_going", U32),
        ("keep_states", U32),
        ("parallel_from", U32),
        ("largest_set", U64),
        ("exact", U32),
        ("exposed", U32),
    ]


class RawEvent(ctypes.Structure):
    """`Event`."""

    _fields_ = [
        ("parent", U64),
        ("action", U32),
        ("place", U32),
        ("stage", U32),
        ("what", U32),
        ("trap", U32),
        ("found", U32),
    ]


class RawFigures(ctypes.Structure):
    """`Figures`."""

    _fields_ = [
        (name, U64)
        for name in (
            "generated",
            "distinct",
            "initial",
            "frontier",
            "expanded",
            "values",
            "bytes",
            "digest",
            "pending",
        )
    ] + [("depth", U32), ("newest", U32), ("state", U32)]


class RawSimulation(ctypes.Structure):
    """`Simulation`."""

    _fields_ = [
        ("seed", U64),
        ("first", U64),
        ("count", U64),
        ("depth", U64),
        ("most_bytes", U64),
        ("initials", U64),
        ("begins", WORDS),
        ("words", WORDS),
        ("names", U32),
        ("named", NUMBERS),
        ("columns", U32),
        ("of_steps", BYTES),
        ("behaviours", U64),
        ("states", U64),
        ("generated", U64),
        ("longest", U64),
        ("stuck", U64),
        ("digest", U64),
        ("squares", U64),
        ("counts", WORDS),
        ("failed", U64),
    ]


class RawTaken(ctypes.Structure):
    """`Taken`."""

    _fields_ = [
        ("count", U64),
        ("words", U64),
        ("columns", NUMBERS),
        ("first", WORDS),
        ("args", WORDS),
    ]


class RawGraph(ctypes.Structure):
    """`Graph`."""

    _fields_ = [
        ("states", U64),
        ("initial", U64),
        ("first", WORDS),
        ("target", NUMBERS),
        ("words", U64),
        ("of_states", WORDS),
        ("of_steps", WORDS),
        ("still", WORDS),
        ("atoms", U64),
        ("bits", U32),
        ("loops", U32),
        ("stutters", U32),
        ("edges", NUMBERS),
        ("next", NUMBERS),
        ("kept", WORDS),
        ("starts", BYTES),
        ("conditions", U64),
        ("bad", NUMBERS),
        ("good", NUMBERS),
        ("shorter_than", U64),
        ("most_work", U64),
        ("stop", WORDS),
    ]


class RawFound(ctypes.Structure):
    """`Found`."""

    _fields_ = [("length", U64), ("loop", U64), ("shortest", U64), ("states", NUMBERS)]


NO_NUMBER = 2**62
I64S = ctypes.POINTER(ctypes.c_int64)


class RawScene(ctypes.Structure):
    """`Scene`."""

    _fields_ = [
        ("states", U64),
        ("value", U64),
        ("control", U32),
        ("low", I64S),
        ("high", I64S),
        ("first", I64S),
        ("step", I64S),
        ("absent", WORDS),
        ("undefined", WORDS),
        ("failed", WORDS),
        ("least", I64S),
        ("most", I64S),
        ("equal", BYTES),
        ("least_sum", I64S),
        ("most_sum", I64S),
        ("least_triple", I64S),
        ("most_triple", I64S),
        ("least_of", I64S),
        ("most_of", I64S),
        ("zero", BYTES),
    ]


_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "holdfast_model": (POINTER, ()),
    "engine_new": (POINTER, (POINTER, ctypes.POINTER(Options))),
    "engine_free": (None, (POINTER,)),
    "engine_adopt": (None, (POINTER, POINTER)),
    "engine_layout": (U64, ()),
    "engine_start": (U32, (POINTER,)),
    "engine_advance": (U32, (POINTER, U64)),
    "engine_expand": (None, (POINTER, U32)),
    "engine_rest": (None, (POINTER, U32)),
    "engine_halt": (None, (POINTER,)),
    "engine_settle": (None, (POINTER, U32)),
    "engine_place": (None, (POINTER, U32)),
    "engine_merge": (U32, (POINTER,)),
    "engine_figures": (None, (POINTER, ctypes.POINTER(RawFigures))),
    "engine_event": (U32, (POINTER, ctypes.POINTER(RawEvent))),
    "engine_event_of": (U32, (POINTER, U32, ctypes.POINTER(RawEvent))),
    "engine_step": (
        None,
        (POINTER, U64, WORDS, NUMBERS, NUMBERS),
    ),
    "engine_fired": (U64, (POINTER, U32)),
    "engine_counts": (None, (POINTER, WORDS)),
    "engine_found": (None, (POINTER, WORDS)),
    "engine_states": (WORDS, (POINTER,)),
    "engine_context": (POINTER, (POINTER, U32)),
    "engine_host": (None, (POINTER, HOST)),
    "engine_strings": (None, (POINTER, U32, WORDS, NUMBERS)),
    "engine_level": (U32, (POINTER,)),
    "engine_kept": (U64, (POINTER,)),
    "engine_seen": (U32, (POINTER, U32)),
    "engine_stored": (ctypes.c_int64, (POINTER, U32)),
    "engine_dump": (U64, (POINTER, WORDS, U64)),
    "engine_load": (U32, (POINTER, WORDS, U64, NUMBERS, NUMBERS)),
    "engine_prepare": (U32, (POINTER,)),
    "engine_classes": (U64, (POINTER, U32, NUMBERS, WORDS, NUMBERS)),
    "engine_arguments": (U32, (POINTER, WORDS, U64, WORDS)),
    "engine_evaluate": (None, (POINTER, U32, U64, WORDS, U32, U64, WORDS, BYTES)),
    "engine_spread": (None, (U64, NUMBERS, U64, U64, BYTES, WORDS, WORDS)),
    "engine_step_count": (U64, (POINTER,)),
    "engine_steps": (U64, (POINTER, WORDS)),
    "simulate_start": (U32, (POINTER, U64, U64)),
    "simulate_initial": (U64, (POINTER, WORDS, WORDS, U64)),
    "simulate_run": (U32, (POINTER, ctypes.POINTER(RawSimulation))),
    "engine_graph": (U64, (POINTER, WORDS, NUMBERS, U32)),
    "engine_taken": (None, (POINTER, ctypes.POINTER(RawTaken))),
    "engine_graph_taken": (U64, (POINTER, WORDS, NUMBERS, WORDS)),
    "engine_untaken": (U32, (POINTER,)),
    "taken_column": (None, (U64, WORDS, U64, U32, WORDS)),
    "engine_true_states": (U64, (POINTER, U32, WORDS, WORDS, WORDS)),
    "engine_true_steps": (U64, (POINTER, U32, WORDS, WORDS, NUMBERS, WORDS, WORDS, WORDS)),
    "add_mark": (None, (U64, WORDS, U64, U32, WORDS)),
    "find_lasso": (U32, (ctypes.POINTER(RawGraph), ctypes.POINTER(RawFound))),
    "lasso_free": (None, (ctypes.POINTER(RawFound),)),
    "engine_scenes": (U32, (POINTER, U32, WORDS, WORDS)),
    "engine_scene": (ctypes.POINTER(RawScene), (POINTER, U32, U32)),
    "value_write": (U64, (POINTER, U64, WORDS, U64)),
}


def functions_of(program: Program) -> dict[str, Callable[..., Any]]:
    """The functions of the runtime in compiled code."""
    return {
        name: ctypes.CFUNCTYPE(result, *arguments)(program.symbol(name))
        for name, (result, arguments) in _SIGNATURES.items()
    }
