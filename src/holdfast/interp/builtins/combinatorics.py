"""Modules Combinatorics, Statistics and DifferentialEquations."""

from __future__ import annotations

from math import comb, exp, factorial, lgamma, log

from holdfast.interp.arguments import function, natural, number, string, values_of
from holdfast.interp.builtins.table import Table
from holdfast.interp.errors import not_a_number, outside, unsupported
from holdfast.interp.functions import RuleFunction
from holdfast.interp.given_sets import NAT
from holdfast.ir.values import Value, boolean


def factorials() -> Value:
    """The function `factorial`."""
    return RuleFunction(NAT, lambda n: factorial(natural(n, "factorial")))


def choose(total: Value, chosen: Value) -> Value:
    """choose(total, chosen)."""
    return comb(natural(total, "choose"), natural(chosen, "choose"))


def chi_square(expected: Value, actual: Value, alpha: Value) -> Value:
    """ChiSquare(expected, actual, alpha): FALSE if the counts differ significantly."""
    wanted = [number(v, "ChiSquare") for v in values_of(function(expected))]
    counts = [number(v, "ChiSquare") for v in values_of(function(actual))]
    text = string(alpha, "ChiSquare")
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0 < level <= 0.5:
        raise not_a_number(text, "ChiSquare", "a level between 0 and 0.5 as a string")
    if len(wanted) != len(counts) or len(wanted) < 2 or min(wanted) <= 0 or min(counts) < 0:
        raise outside("ChiSquare needs as many counts as positive expected counts, at least two")
    ratio = sum(counts) / sum(wanted)
    statistic = sum((c - w * ratio) ** 2 / (w * ratio) for w, c in zip(wanted, counts, strict=True))
    return boolean(_upper_gamma((len(wanted) - 1) / 2, statistic / 2) >= level)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x), by its series or continued fraction."""
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        place = a
        while abs(term) > abs(total) * 1e-15:
            place += 1
            term *= x / place
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 10_000):
        b += 2
        factor = -i * (i - a)
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return fraction * scale


def integrate(*arguments: Value) -> Value:
    """Integrate, which needs real numbers."""
    raise unsupported("Integrate needs real numbers and cannot be evaluated")


TABLE: Table = {
    "Combinatorics!factorial": factorials,
    "Combinatorics!choose": choose,
    "Statistics!ChiSquare": chi_square,
    "DifferentialEquations!Integrate": integrate,
}
