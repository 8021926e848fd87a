---- MODULE DifferentialEquations ----
\* Community module: solutions of ordinary differential equations.
LOCAL INSTANCE Reals
LOCAL INSTANCE Sequences

\* The real numbers between two bounds.
LOCAL Between(a, b) == {r \in Real : a < r /\ r < b}

\* The positive real numbers.
LOCAL Positive == {r \in Real : 0 < r}

\* Whether `g` is the derivative of the real function `f`.
LOCAL Derives(f, g) ==
  \A x \in DOMAIN f : \A tolerance \in Positive : \E radius \in Positive :
    \A y \in Between(x - radius, x + radius) \ {x} :
      (f[y] - f[x]) / (y - x) \in Between(g[x] - tolerance, g[x] + tolerance)

\* The values at `b` of f and its derivatives, from those at `a`, where `D[<<t, f, f', ...>>] = 0`.
\* builtin
Integrate(D, a, b, InitVals) ==
  LET order == Len(InitVals)
      Solves(f, domain) ==
        /\ f \in [0 .. order -> [domain -> Real]]
        /\ \A i \in 1 .. order : Derives(f[i - 1], f[i]) /\ f[i - 1][a] = InitVals[i]
        /\ \A t \in domain : D[<<t>> \o [i \in 1 .. (order + 1) |-> f[i - 1][t]]] = 0
      solution == CHOOSE f : \E margin \in Positive : Solves(f, Between(a - margin, b + margin))
  IN  [i \in 1 .. order |-> solution[i - 1][b]]

====
