"""What turns tables into annotations, and annotations into tables: which column says what, with or without a header."""
