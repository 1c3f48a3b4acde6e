(() => {
  "use strict";
  const root = document.documentElement;

  const number = (text) => {
    const plain = text.replace(/[\s,%×+]/g, "").replace("−", "-");
    const found = /^[(\[]?(-?\d*\.?\d+(?:e-?\d+)?)/i.exec(plain);
    return found ? Number(found[1]) : NaN;
  };

  const order = (table, column, downwards) => {
    const body = table.tBodies[0];
    const numeric = table.tHead.rows[0].cells[column].classList.contains("n");
    const rows = [...body.rows].map((row, place) => {
      const text = row.cells[column].textContent.trim();
      return { row, place, text, value: numeric ? number(text) : NaN };
    });
    const sign = downwards ? -1 : 1;
    rows.sort((one, other) => {
      const [first, second] = [numeric ? !Number.isNaN(one.value) : one.text !== "–" && one.text !== "",
        numeric ? !Number.isNaN(other.value) : other.text !== "–" && other.text !== ""];
      if (first !== second) return first ? -1 : 1;
      const by = numeric && first ? one.value - other.value : one.text.localeCompare(other.text, undefined, { numeric: true });
      return sign * by || one.place - other.place;
    });
    body.append(...rows.map((one) => one.row));
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (head.tagName !== "TH" || !head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const upwards = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((one) => one.hasAttribute("aria-sort") && one.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", upwards ? "ascending" : "descending");
        order(table, column, !upwards);
      });
    });
  }

  for (const listing of document.querySelectorAll("div.listing")) {
    const table = listing.querySelector("table");
    const rows = [...table.tBodies[0].rows];
    if (rows.length < 8) continue;
    const bar = document.createElement("div");
    const field = document.createElement("input");
    const status = document.createElement("p");
    bar.className = "find";
    field.type = "search";
    field.placeholder = "Filter the rows";
    field.setAttribute("aria-label", `Filter the rows of: ${table.caption.textContent.trim()}`);
    status.setAttribute("role", "status");
    const said = () => {
      const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      for (const row of rows) {
        const text = row.textContent.toLocaleLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        left += row.hidden ? 0 : 1;
      }
      status.textContent = `${left} of ${rows.length} rows`;
    };
    field.addEventListener("input", said);
    bar.append(field, status);
    listing.prepend(bar);
    said();
  }

  for (const box of document.querySelectorAll(".scroll, .wide")) {
    const reachable = () => {
      const overflows = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
      if (overflows) box.tabIndex = 0; else box.removeAttribute("tabindex");
    };
    new ResizeObserver(reachable).observe(box);
    reachable();
  }

  const options = { mode: "vega-lite", ast: true, renderer: "svg", actions: false, defaultStyle: false, tooltip: false };
  const draw = async () => {
    const [shared, parts, specs] = ["accord-charts", "accord-parts", "accord-figures"].map((id) =>
      JSON.parse(document.getElementById(id).textContent));
    const whole = (part) => {
      if (Array.isArray(part)) return part.map(whole);
      if (part === null || typeof part !== "object") return part;
      const names = Object.keys(part);
      if (names.length === 1 && names[0] === "@") return whole(parts[part["@"]]);
      return Object.fromEntries(names.map((name) => [name, whole(part[name])]));
    };
    let failed = 0;
    for (const place of document.querySelectorAll("div.vega")) {
      try {
        await vegaEmbed(place, { ...shared, ...whole(specs[place.dataset.spec]) }, options);
      } catch (error) {
        failed += 1;
        place.textContent = "This chart could not be drawn; the table holds its numbers.";
        console.error(place.dataset.spec, error);
      }
    }
    root.dataset.ready = failed ? "failed" : "true";
  };
  draw();
})();
