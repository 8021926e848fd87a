"""The intermediate representation that every front end produces and every engine evaluates."""
