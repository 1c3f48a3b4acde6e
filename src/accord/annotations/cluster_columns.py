"""The column of a table that says which items belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from accord.annotations.column_names import no_column
from accord.annotations.column_texts import as_text
from accord.annotations.labels import Labels
from accord.annotations.lazy_polars import pl
from accord.results import DataError, Place, UsageError
from accord.results.option_names import option


def without_clusters(frame: pl.DataFrame, name: str | None, place: Place) -> tuple[pl.DataFrame, pl.Series | None]:
    """The other columns of a frame, and the column of the clusters as text, where one was named."""
    if name is None:
        return frame, None
    if name not in frame.columns:
        raise no_column(name, option("cluster_column"), frame.columns, place)
    return frame.drop(name), as_text(frame[name], place.file)


def with_clusters(
    built: Labels, items: pl.Series, clusters: pl.Series | None, place: Callable[[int, str | None], Place]
) -> Labels:
    """The labels with the cluster of each item; `items` are those of the cells, one row after the other.

    An item whose rows name two clusters is refused; where its cells are empty, it is a cluster of its own.
    """
    if clusters is None:
        raise UsageError(
            "in a transposed table a column is an item, and names no clusters", f"leave {option('cluster_column')} out"
        )
    known = pl.DataFrame({"item": items[: len(clusters)], "cluster": clusters}).with_row_index("row")
    known = known.filter(pl.col("cluster").is_not_null())
    first = known.unique("item", keep="first", maintain_order=True)
    apart = known.join(first, on="item").filter(pl.col("cluster") != pl.col("cluster_right"))
    if apart.height:
        row, item, cluster, _, first_cluster = apart.row(0)
        raise DataError(
            "ACC300",
            f"the item '{item}' is in the clusters '{first_cluster}' and '{cluster}'",
            place(int(row), str(item)),
            "an item belongs to one cluster; name a column that says the same in all its rows",
        )
    of_item = dict(zip(first["item"].to_list(), first["cluster"].to_list(), strict=True))
    return built.clustered([of_item.get(item) for item in built.items or ()])


def with_clusters_of(whole: Labels, parts: Sequence[Labels]) -> Labels:
    """The labels of several tables with the clusters that these name: an item is in one, whichever table names it."""
    if all(part.clusters is None for part in parts):
        return whole
    of_item: dict[str, str] = {}
    for part in parts:
        if part.clusters is None or part.cluster_names is None:
            continue
        for item, number in zip(part.items or (), part.clusters.tolist(), strict=True):
            name = part.cluster_names[number]
            if name is not None and of_item.setdefault(item, name) != name:
                raise DataError(
                    "ACC300",
                    f"the item '{item}' is in the clusters '{of_item[item]}' and '{name}'",
                    Place(part.source),
                    "an item belongs to one cluster; name a column that says the same in all files",
                )
    return whole.clustered([of_item.get(item) for item in whole.items or ()])
