// Filtering stages and rows by text, opening and closing all, and sorting tables. The page reads without it.
"use strict";
const filter = document.getElementById("filter");
filter.addEventListener("input", () => {
  const wanted = filter.value.toLowerCase();
  for (const part of document.querySelectorAll("details.stage, tbody tr")) {
    part.classList.toggle("hidden", wanted !== "" && !part.textContent.toLowerCase().includes(wanted));
  }
});
for (const [id, open] of [["open", true], ["close", false]]) {
  document.getElementById(id).addEventListener("click", () => {
    for (const stage of document.querySelectorAll("details.stage")) stage.open = open;
  });
}
for (const header of document.querySelectorAll("th.sortable")) {
  header.addEventListener("click", () => {
    const body = header.closest("table").tBodies[0];
    const at = header.cellIndex;
    const sign = header.dataset.sorted === "down" ? 1 : -1;
    header.dataset.sorted = sign < 0 ? "down" : "up";
    const key = (row) => row.cells[at].dataset.value ?? row.cells[at].textContent;
    const order = (a, b) => (isNaN(key(a)) || isNaN(key(b)) ? key(a).localeCompare(key(b)) : key(a) - key(b));
    body.append(...[...body.rows].sort((a, b) => sign * order(a, b)));
  });
}
document.documentElement.dataset.ready = "yes";
