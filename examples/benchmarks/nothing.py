"""An empty program, to measure what starting takes."""
