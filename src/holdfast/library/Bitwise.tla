---- MODULE Bitwise ----
\* Community module: operations on the bits of natural numbers.
LOCAL INSTANCE Integers

\* The number whose bits are Bit(a, b) of the bits of `x` and `y`, up to their highest one.
LOCAL Combined(x, y, Bit(_, _)) ==
  LET RECURSIVE Bits(_, _)
      Bits(a, b) == IF a = 0 /\ b = 0 THEN 0
                    ELSE Bit(a % 2, b % 2) + 2 * Bits(a \div 2, b \div 2)
  IN  Bits(x, y)

\* Bitwise and.
\* builtin
x & y == Combined(x, y, LAMBDA a, b : a * b)

\* Bitwise or.
\* builtin
x | y == Combined(x, y, LAMBDA a, b : a + b - a * b)

\* Bitwise exclusive or.
\* builtin
x ^^ y == Combined(x, y, LAMBDA a, b : (a + b) % 2)

\* The complement of the bits up to the highest one.
\* builtin
Not(a) == Combined(a, 0, LAMBDA bit, zero : 1 - bit)

\* The number shifted right by `pos` bits.
\* builtin
shiftR(n, pos) == n \div 2 ^ pos

====
