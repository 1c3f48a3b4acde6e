"""What measures of matched units are computed with: units of two annotators one to one, and their counts."""
