// Contrast of every text of a drawing with what lies under it, as WCAG 2 counts it; axe leaves SVG out.
() => {
    const channels = colour => {
        const found = (colour.match(/[\d.]+/g) || []).map(Number);
        return found.length < 3 ? [0, 0, 0, 0] : found.length === 3 ? [...found, 1] : found;
    };
    const over = (top, share, under) => top.slice(0, 3).map((one, at) => one * share + under[at] * (1 - share));
    const linear = one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
    const luminance = ([red, green, blue]) =>
        0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
    const opacity = (one, root) =>
        Number(getComputedStyle(one).opacity) * (one === root ? 1 : opacity(one.parentElement, root));
    const painted = (one, root) => {
        const style = getComputedStyle(one), fill = channels(style.fill);
        const seen = style.fill !== "none" && style.visibility !== "hidden";
        return [fill, seen ? fill[3] * Number(style.fillOpacity) * opacity(one, root) : 0];
    };
    const page = channels(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    const found = [];
    for (const root of document.querySelectorAll("figure svg")) {
        if (root.parentElement.closest("svg")) continue;
        const shapes = [...root.querySelectorAll("path, rect, circle, ellipse, polygon")]
            .filter(one => !one.closest("defs, clipPath, marker"))
            .map(one => [one, ...painted(one, root), one.getBoundingClientRect()])
            .filter(([, , share]) => share > 0);
        // of texts written over each other (an outline, and the letters in it) the last is read
        const texts = new Map([...root.querySelectorAll("text")].map(text => {
            const box = text.getBoundingClientRect();
            return [`${Math.round(box.left)} ${Math.round(box.top)} ${text.textContent}`, [text, box]];
        }));
        for (const [text, box] of texts.values()) {
            // labels of an axis that would touch their neighbours are there, and not seen
            if (!text.textContent.trim() || box.width === 0 || opacity(text, root) === 0) continue;
            const middle = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2);
            let under = page;
            for (const [shape, fill, share, around] of shapes) {
                if (middle.x < around.left || middle.x > around.right) continue;
                if (middle.y < around.top || middle.y > around.bottom) continue;
                const before = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
                if (before && shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse())))
                    under = over(fill, share, under);
            }
            const [dim, bright] = [luminance(over(...painted(text, root), under)), luminance(under)].sort((a, b) => a - b);
            found.push([(bright + 0.05) / (dim + 0.05), text.textContent.trim(), root.closest("figure").id]);
        }
    }
    return found;
}
