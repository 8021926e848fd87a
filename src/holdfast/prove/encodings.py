"""Which encoding a proof uses, and the hypotheses that may be proposed for it."""

from __future__ import annotations

from holdfast.ir.system import System
from holdfast.prove.obligations import Claim
from holdfast.prove.options import ProofOptions
from holdfast.prove.proof import Hypothesis
from holdfast.smt.encoding import Encoding
from holdfast.source import Diagnostic, SpecError


def encoding_for(system: System, claim: Claim, options: ProofOptions) -> Encoding:
    """The encoding for all sizes, or for the constants of the configuration."""
    require_subscript(system)
    if options.all_sizes:
        from holdfast.smt.unbounded.encoding import UnboundedEncoding

        if not system.notation.has_sizes:
            message = "a model in this language has no constants, so it has no other sizes"
            raise SpecError(
                Diagnostic("unsupported", message, None, "prove it without --all-sizes")
            )
        return UnboundedEncoding(system, assume=options.assume)
    from holdfast.smt.bounded.encoding import BoundedEncoding

    return BoundedEncoding(system, [c.expr for c in claim.everything])


def require_subscript(system: System) -> None:
    """Reject `[][Next]_v` if v lacks a variable: it may change whenever v does not."""
    if system.unrestricted:
        span = None if system.specification is None else system.specification.span
        names = ", ".join(f"`{name}`" for name in system.unrestricted)
        message = f"{names} may change in any step: the subscript of `[][Next]_v` does not have it"
        help = "write `[][Next]_vars`, where `vars` is the tuple of all variables"
        raise SpecError(Diagnostic("model-subscript", message, span, help))


def hypotheses_for(system: System, options: ProofOptions) -> tuple[Hypothesis, ...]:
    """Assumptions about the constants that the spec does not state."""
    if not options.all_sizes:
        return ()
    from holdfast.smt.unbounded.hypotheses import proposals

    return tuple(
        Hypothesis(p.name, p.statement, p.holds)
        for p in proposals(system)
        if p.name not in options.assume
    )
