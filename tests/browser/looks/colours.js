// The colours of the page, of its text and of a text in a chart.
() => {
    const text = document.querySelector("main p"), label = document.querySelector("figure .vega text");
    return [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).color, getComputedStyle(label).fill];
}
