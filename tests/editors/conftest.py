"""What type checkers and editors make of the public interface."""

collect_ignore = ["typical_calls.py"]  # read by type checkers, never run
