"""What the parameters of measures of labels do."""

from __future__ import annotations

from accord.annotations.labels import LEVELS
from accord.measures.labels.kernels.distances import SET_DISTANCES, WEIGHTS
from accord.measures.record import Parameter

WEIGHTED = {
    "weights": Parameter(
        "How far apart categories are; None: a disagreement is a disagreement.",
        (None, *WEIGHTS),
        "a matrix of weights with 1 on its diagonal",
    )
}
LEVELLED = {
    "level": Parameter("The level of measurement; None: that of the data.", (None, *LEVELS)),
    "distance": Parameter(
        "The distance between two labels, in place of the level's.",
        (None, *SET_DISTANCES, *WEIGHTS),
        "a matrix of distances, or in Python a function of two labels",
    ),
    "period": Parameter("On a circular scale, after how much it begins again: 24 for hours, 360 for degrees."),
}
SLOTTED = {"nothing": Parameter("The category that means that nothing was annotated; None: that of the data.")}
REFERRED = {"reference": Parameter("The annotator whom the others are compared with; None: everybody with everybody.")}
