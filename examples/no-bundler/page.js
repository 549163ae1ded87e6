// Groups of documents: checked at every change, asked with a browser token.
import { Overheard, check, init, shape } from "overheard";
import { explain } from "overheard/forms";

const form = document.querySelector("form");
const LABELS = { index: "documents", group_by: "This grouping", size: "The number of groups" };
/** What a value is called where it is chosen. */
const chosenAs = (value) => [...form.querySelectorAll("option")].find((option) => option.value === value)?.text;

await init();
const { edge } = await (await fetch("/settings")).json();
const client = new Overheard({ baseUrl: edge, browserToken: async () => (await fetch("/browser-token")).json() });

/** What the form asks for. Its data are texts: of a number, the number. */
function request() {
  const { size, ...texts } = Object.fromEntries(new FormData(form));
  return { ...texts, size: size === "" ? null : Number(size) };
}

let asked = new AbortController();
async function show() {
  asked.abort();
  asked = new AbortController();
  const problem = check("aggregate", request());
  document
    .querySelector("[role=alert]")
    .replaceChildren(...explain(problem, LABELS, chosenAs).map(({ message }) => paragraph(message)));
  document.querySelector("#cost").textContent = problem ? "" : `Costs ${shape("aggregate", request()).cost} units.`;
  if (problem) return;
  try {
    const { buckets } = await client.aggregate(request(), { signal: asked.signal });
    const most = Math.max(...buckets.map(({ count }) => count));
    document.querySelector("table").replaceChildren(...buckets.map(({ key, count }) => row(key, count, most)));
  } catch (error) {
    if (error.name !== "AbortError") document.querySelector("[role=alert]").replaceChildren(paragraph(error.message));
  }
}

const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });

function row(key, count, most) {
  const made = document.createElement("tr");
  made.append(
    Object.assign(document.createElement("th"), { textContent: key, scope: "row" }),
    made.insertCell(),
    made.insertCell(),
  );
  const bar = Object.assign(document.createElement("meter"), { max: most, value: count });
  bar.setAttribute("aria-label", key);
  made.cells[1].append(bar);
  made.cells[2].textContent = count.toLocaleString();
  return made;
}

form.addEventListener("input", show);
await show();
