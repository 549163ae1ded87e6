// Adds copy buttons for code and the search to pages of guides.
import { startSearch } from "./search.js";

const COPIED_MS = 1500;

for (const code of document.querySelectorAll("pre.shiki")) {
  const box = document.createElement("div");
  box.className = "code";
  code.replaceWith(box);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    button.textContent = await navigator.clipboard.writeText(code.textContent).then(
      () => "Copied",
      () => "Not allowed",
    );
    setTimeout(() => (button.textContent = "Copy"), COPIED_MS);
  });
  box.append(code, button);
}

startSearch(document.querySelector("#find"));
