// Every figure: its drawing, the sentence before it and the table behind it.
() => [...document.querySelectorAll("figure")].map(figure => {
    const drawing = figure.querySelector(".vega, svg");
    const sentence = figure.querySelector("p.sentence");
    const named = figure.dataset.table && document.getElementById(figure.dataset.table);
    const table = named || figure.querySelector("details table");
    const outer = [...figure.querySelectorAll("svg")].filter(svg => !svg.parentElement.closest("svg"));
    const seen = one => { const box = one.getBoundingClientRect(); return box.width > 0 || box.height > 0; };
    return {
        id: figure.id,
        key: figure.dataset.figure,
        sizes: outer.map(svg => svg.getBoundingClientRect()).map(box => [box.width, box.height]),
        marks: outer.map(svg => [...svg.querySelectorAll(
            svg.closest(".vega") ? "g.role-mark > *" : "path, rect, circle, ellipse, line, polygon, polyline"
        )].filter(seen).length),
        sentence: sentence ? sentence.textContent.trim() : "",
        before: Boolean(sentence && drawing && sentence.compareDocumentPosition(drawing) & 4),
        cells: table ? table.querySelectorAll("tbody td").length : 0,
        name: drawing ? drawing.getAttribute("aria-label") || "" : "",
        role: drawing ? drawing.getAttribute("role") : "",
    };
})
