from __future__ import annotations

from holdfast.ir.standard_names import STANDARD_NAMES


def test_each_module_starts_with_its_name() -> None:
    assert all(names[0] == module for module, names in STANDARD_NAMES.items())


def test_each_name_is_listed_once_per_module() -> None:
    assert all(len(set(names)) == len(names) for names in STANDARD_NAMES.values())
    assert STANDARD_NAMES["Naturals"] == ("Naturals", "Nat", "a", "b", "n")
