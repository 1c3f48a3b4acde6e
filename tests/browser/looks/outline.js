// What a screen reader goes by.
() => ({
    language: document.documentElement.lang,
    title: document.title,
    headings: [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(one => [Number(one.tagName[1]), one.textContent.trim()]),
    ids: [...document.querySelectorAll("[id]")].map(one => one.id),
    bare: [...document.querySelectorAll("table")].filter(one => !one.caption || !one.caption.textContent.trim()).map(
        one => one.textContent.trim().slice(0, 80)),
    scopeless: [...document.querySelectorAll("th:not([scope])")].map(one => one.textContent.trim()),
    anchors: [...document.querySelectorAll("a[href^='#']")].map(one => one.getAttribute("href").slice(1)),
})
