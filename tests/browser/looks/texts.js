// Every text of a drawing: how large it is on the screen, and how far it sticks out of its drawing.
() => [...document.querySelectorAll("figure svg text")].filter(
    text => Number(getComputedStyle(text).opacity) > 0,
).map(text => {
    const root = [...document.querySelectorAll("figure svg")].find(svg => svg.contains(text));
    const box = text.getBoundingClientRect(), all = root.getBoundingClientRect();
    const matrix = text.getScreenCTM(), size = parseFloat(getComputedStyle(text).fontSize);
    return {
        text: text.textContent,
        figure: text.closest("figure").id,
        size: size * Math.hypot(matrix.a, matrix.b),
        out: box.width === 0 ? 0 : Math.max(all.left - box.left, box.right - all.right, all.top - box.top,
                                            box.bottom - all.bottom),
    };
})
