"""What measures of labels are computed with: tables of pairs, distances between categories, standard errors."""
