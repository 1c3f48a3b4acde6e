// Every sortable table, sorted by each of its columns in turn: what the header says, and the column that is seen.
() => {
    const seen = (table, place) => [...table.tBodies[0].rows].map(row => row.cells[place].textContent.trim());
    return [...document.querySelectorAll("table.sortable")].map(table => {
        const heads = [...table.tHead.rows[0].cells];
        return {
            id: table.id,
            rows: [...table.tBodies[0].rows].length,
            buttonless: heads.filter(head => head.textContent.trim() && !head.querySelector("button")).length,
            columns: heads.flatMap((head, place) => {
                const button = head.querySelector("button");
                if (!button) return [];
                const before = seen(table, place), presses = [];
                for (let press = 0; press < 2; press += 1) {
                    button.click();
                    const others = heads.filter(one => one !== head && (one.getAttribute("aria-sort") || "none") !== "none");
                    presses.push([head.getAttribute("aria-sort"), seen(table, place), others.length]);
                }
                return [{ name: head.textContent.trim(), before, presses }];
            }),
        };
    });
}
