"""What measures of relations are computed with: graphs side by side, their links, paths and forests, and chance."""
