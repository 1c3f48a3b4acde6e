"""What an agreement value promises: how much of the reference other annotators would change.

`stability` measures it exactly on real labels, `forecast` and `promise` extend it to other annotators, `plan` asks how
many it takes; `expected_variation` and its inverses answer for a coefficient alone.
"""

from typing import TYPE_CHECKING

from accord.results.lazy_names import lazy_names

if TYPE_CHECKING:
    from accord.reproducibility.assessing import stability
    from accord.reproducibility.curves import expected_variation
    from accord.reproducibility.extrapolation import forecast
    from accord.reproducibility.inverse import smallest_k, smallest_kappa
    from accord.reproducibility.planning import plan
    from accord.reproducibility.sentence import promise, promise_curve, scale_curve
    from accord.reproducibility.stability_curves import stability_curve
    from accord.reproducibility.stability_result import Stability
    from accord.reproducibility.systems import evaluate_systems
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "assessing": ["stability"],
            "curves": ["expected_variation"],
            "extrapolation": ["forecast"],
            "inverse": ["smallest_k", "smallest_kappa"],
            "planning": ["plan"],
            "sentence": ["promise", "promise_curve", "scale_curve"],
            "stability_curves": ["stability_curve"],
            "stability_result": ["Stability"],
            "systems": ["evaluate_systems"],
        },
    )

__all__ = [
    "Stability",
    "evaluate_systems",
    "expected_variation",
    "forecast",
    "plan",
    "promise",
    "promise_curve",
    "scale_curve",
    "smallest_k",
    "smallest_kappa",
    "stability",
    "stability_curve",
]
