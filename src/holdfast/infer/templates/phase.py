"""The phase of an inference that tries lemmas of fixed forms, before any search."""

from __future__ import annotations

from dataclasses import replace

from holdfast.cancellation import OutOfTime, running, tick
from holdfast.infer.inference import Inference
from holdfast.infer.proving import prove_conjuncts
from holdfast.infer.result import Conjunct, Inferred
from holdfast.infer.samples.instances import read_model
from holdfast.infer.templates.strengthen import SECONDS, lemmas_of_forms, named
from holdfast.ir.tla_text import tla_text
from holdfast.prove.options import ProofOptions
from holdfast.source import SpecError
from holdfast.verdict import Proved


def has_only_numbers(now: Inference) -> bool:
    """Whether no constant is a set of model values: the grammar is about such sets."""
    return now.options.algorithm != "endive" and not read_model(now.system).sorts


def try_templates(now: Inference) -> Inference | Inferred:
    """Prove the property with lemmas of fixed forms, if these are enough."""
    asked = replace(now.system, invariants=(now.property,), properties=(), temporal=())
    try:
        with running(seconds=SECONDS):
            found = lemmas_of_forms(asked, ProofOptions(all_sizes=now.system.notation.has_sizes))
    except OutOfTime:
        tick()  # raises if it is the time limit of the inference
        return now
    except SpecError:
        return now  # a proof for one size may be possible
    if not found:
        return now
    lemmas = named(found, now.taken())
    conjuncts = tuple(Conjunct(p.name, p.expr, tla_text(p.expr)) for p in (now.property, *lemmas))
    proved = prove_conjuncts(now, conjuncts)
    return proved if isinstance(proved.verdict, Proved) else now
