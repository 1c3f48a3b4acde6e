// Every table as texts.
() => [...document.querySelectorAll("table")].map(table => ({
    id: table.id,
    header: [...table.querySelectorAll(":scope > thead > tr > *")].map(cell => cell.textContent.trim()),
    rows: [...table.querySelectorAll(":scope > tbody > tr")].map(
        row => [...row.querySelectorAll(":scope > *")].map(cell => cell.textContent.trim())),
}))
