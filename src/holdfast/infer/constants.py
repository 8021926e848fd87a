"""Constants that nothing gives a value: small ones are chosen, and the answer says which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.front.tla.proposals import propose_constants
from holdfast.front.tlc.find_config import find_config


def chosen_constants(specification: Any, given: Mapping[str, object]) -> dict[str, str]:
    """A small value for each constant, as TLA+ text, if there is no configuration to give it."""
    if not specification.ok:
        return {}
    if find_config(specification.path, specification.config).config is not None:
        return {}
    known = {*given, *specification.constants}
    proposed = propose_constants(specification.spec)
    return {p.name: p.value for p in proposed if p.value is not None and p.name not in known}


def say_chosen(chosen: Mapping[str, str]) -> str:
    """Which values were chosen, and how to give others."""
    values = ", ".join(f"{name} = {value}" for name, value in chosen.items())
    return f"there is no configuration, so these constants were chosen: {values}; see --const"
