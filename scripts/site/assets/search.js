// The search over guides and operations. Its index is loaded when it is first opened.
import MiniSearch from "minisearch";

const MOST = 20;
/** Settings of the index, which `scripts/site/search.mjs` also uses. */
export const SEARCHED = { fields: ["title", "text", "guide"], storeFields: ["url", "title", "guide"] };
const ASKED = { prefix: true, fuzzy: 0.15, boost: { title: 4, guide: 2 }, combineWith: "AND" };

const make = (tag, members, ...children) => {
  const element = Object.assign(document.createElement(tag), members);
  element.append(...children);
  return element;
};

let loading;
const index = () =>
  (loading ??= fetch("/docs/assets/search.json").then(async (answer) =>
    MiniSearch.loadJSONAsync(await answer.text(), SEARCHED),
  ));

/** Opens the search with a button and with the key "/". */
export function startSearch(button) {
  const field = make("input", {
    type: "search",
    id: "words",
    placeholder: "Words, an operation, a member …",
    autocomplete: "off",
    spellcheck: false,
  });
  const said = make("p", { className: "said", role: "status" });
  const list = make("ul", {});
  const close = make("button", { type: "button", textContent: "Close" });
  const dialog = make(
    "dialog",
    { className: "search" },
    make("label", { htmlFor: "words", className: "unseen", textContent: "Search guides and operations" }),
    make("div", { className: "ask" }, field, close),
    said,
    list,
  );
  dialog.setAttribute("aria-label", "Search");
  document.body.append(dialog);

  async function show() {
    const words = field.value.trim();
    const found = words === "" ? [] : (await index()).search(words, ASKED);
    // The text may have changed meanwhile.
    if (words !== field.value.trim()) return;
    said.textContent =
      words === ""
        ? ""
        : found.length === 0
          ? `Nothing has "${words}"`
          : `${found.length} found${found.length > MOST ? `, the first ${MOST}:` : ""}`;
    list.replaceChildren(
      ...found
        .slice(0, MOST)
        .map(({ url, title, guide }) =>
          make(
            "li",
            {},
            make("a", { href: url }, make("b", { textContent: title }), make("span", { textContent: guide })),
          ),
        ),
    );
  }

  const open = () => {
    dialog.showModal();
    field.select();
    index();
  };
  button.addEventListener("click", open);
  close.addEventListener("click", () => dialog.close());
  field.addEventListener("input", show);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && list.querySelector("a")?.click());
  // A result may be a heading of the open page.
  list.addEventListener("click", () => dialog.close());
  document.addEventListener("keydown", (event) => {
    const writes = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || writes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}
