from __future__ import annotations

import tomllib

import pytest

from holdfast.source import Source, SpecError
from holdfast.suite.write_toml import ORIGIN, with_counts

TEXT = """\
# models

[[model]]
config = "A.cfg"   # the first
distinct = 4  # as TLC
origin = "TLC"

[[model]]
config = "B.cfg"
depth = 2
"""


def test_counts_are_replaced_and_added_and_the_rest_stays() -> None:
    new = with_counts(
        Source("expect.toml", TEXT), {0: {"distinct": 5, "depth": 3}, 1: {"depth": 9}}
    )
    assert new == (
        TEXT.replace("distinct = 4", "distinct = 5")
        .replace('origin = "TLC"', f'origin = "{ORIGIN}"\ndepth = 3')
        .replace("depth = 2", "depth = 9")
    )


def test_a_count_that_is_confirmed_keeps_its_origin() -> None:
    new = with_counts(Source("expect.toml", TEXT), {0: {"distinct": 4, "depth": 3}})
    assert tomllib.loads(new)["model"][0]["origin"] == "TLC"


def test_a_file_may_end_without_a_line_end() -> None:
    new = with_counts(Source("expect.toml", TEXT.rstrip()), {1: {"trace": 7}})
    assert tomllib.loads(new)["model"][1] == {"config": "B.cfg", "depth": 2, "trace": 7}


@pytest.mark.parametrize(
    "text",
    [
        'model = [{ config = "A.cfg", depth = 2 }]\n',
        'about = """\n[[model]]\n"""\n' + TEXT,
    ],
)
def test_a_file_in_another_form_is_not_damaged(text: str) -> None:
    with pytest.raises(SpecError, match="cannot be updated"):
        with_counts(Source("expect.toml", text), {0: {"depth": 3}})
