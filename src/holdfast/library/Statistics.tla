---- MODULE Statistics ----
\* Community module: a test of distributions.
EXTENDS Naturals

\* Whether the counts fit the expected ones, by the chi-square test at the level `alpha` ("0.05").
\* builtin
ChiSquare(expected, actual, alpha) == TRUE

====
