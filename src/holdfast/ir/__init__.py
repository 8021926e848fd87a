"""The one language that every front end produces and every engine gives a meaning to."""
