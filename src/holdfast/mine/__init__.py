"""`mine`: the relations between integer-valued terms that hold in all reachable states."""
