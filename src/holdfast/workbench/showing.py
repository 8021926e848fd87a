"""Intermediate results as text: the system, the generated C, the SMT-LIB."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack, get_args

from holdfast.front.keywords import read_keywords
from holdfast.prove.options import Method, ProveOptions
from holdfast.source import SpecError
from holdfast.workbench.prepared import prepare
from holdfast.workbench.proving import prepare_to_prove

if TYPE_CHECKING:
    from holdfast.workbench.specification import Specification


def pass_names() -> tuple[str, ...]:
    """The names of all passes, in their order."""
    from holdfast.passes.pipeline import PIPELINE

    return tuple(name for name, _ in PIPELINE)


def show_system(specification: Specification, after: str | None = None) -> str:
    """The system of a spec and its model as text: before the passes, or after one of them."""
    from holdfast.ir.text import show_system as show
    from holdfast.passes.pipeline import run_pipeline

    source = prepare(specification).source
    return show(source if after is None else run_pipeline(source, after))


def show_c(specification: Specification) -> str:
    """The C that the native engine would compile; raises SpecError if it is not supported."""
    from holdfast.native.emit.emit import emit_model
    from holdfast.native.emit.support import unsupported

    system = prepare(specification).system
    problems = unsupported(system)
    if problems:
        raise SpecError(*problems)
    return emit_model(system)


def show_smt(specification: Specification, **options: Unpack[ProveOptions]) -> str:
    """The SMT-LIB text of the obligations of `prove`, in its order; no solver is called."""
    from holdfast.passes.single_steps import single_steps
    from holdfast.prove.options import read_options
    from holdfast.prove.prove import obligation_texts

    options = read_keywords("show_smt", options, ProveOptions, {"method": get_args(Method)})
    prepared, lemmas = prepare_to_prove(specification, options)
    chosen = replace(read_options(options), lemmas=lemmas)
    return "\n(reset)\n".join(obligation_texts(single_steps(prepared.system), chosen))
