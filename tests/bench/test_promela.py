"""The table of Promela models beside Spin."""

from __future__ import annotations

from bench.promela import Row, as_markdown, geometric_mean

ROWS = (
    Row("a.pml", (50_000, 60_000, 0), ours=0.5, cold=0.9, runs=3, theirs=2.0, verifier=0.2),
    Row("b.pml", (70_000, 80_000, 1), ours=1.0, cold=1.5, runs=1, theirs=1.0, verifier=0.3),
)
WRONG = Row("c.pml", (1, 2, 0), 1.0, 1.0, 1, 9.0, 1.0, problem="holdfast: (1, 3, 0) | Spin: ...")


def test_the_mean_is_geometric_and_leaves_out_models_with_other_counts() -> None:
    assert geometric_mean(ROWS) == 2.0
    assert geometric_mean((*ROWS, WRONG)) == 2.0
    assert geometric_mean((WRONG,)) is None


def test_the_table_has_a_row_for_each_model() -> None:
    text = as_markdown((*ROWS, WRONG), runs=3, load=1.5)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows[2] == "| a.pml | 50,000 | 60,000 | 2.00 (0.20) | 0.90 | 3 | 0.50 | 4.00x |"
    assert "holdfast: (1, 3, 0) / Spin" in rows[4]
    assert len({line.count("|") for line in rows}) == 1
    assert rows[-1] == "| geometric mean | | | | | | | 2.00x |"
