/* The runtime as one translation unit, so that every compiler sees all of it at once. */

#include "internal.h"

#include "arena.c"
#include "intern.c"
#include "symmetry.c"
#include "value.c"
#include "sets.c"
#include "lazy.c"
#include "rows.c"
#include "elements.c"
#include "functions.c"
#include "numbers.c"
#include "words.c"
#include "table.c"
#include "exact.c"
#include "watch.c"
#include "observe.c"
#include "explore.c"
#include "engine.c"
#include "together.c"
#include "host.c"
#include "columns.c"
#include "random_steps.c"
#include "simulate.c"
#include "steps.c"
#include "lassos.c"
#include "lasso_loops.c"

HIDDEN_BEGIN
#include "builtins.c"
#include "builtins_ext.c"
HIDDEN_END
