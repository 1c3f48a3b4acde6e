"""What takes bytes and text apart: archives, encodings, JSON, XML, delimited lines, and the files of single tools."""
