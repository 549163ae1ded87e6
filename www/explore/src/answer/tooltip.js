// The tooltip. It consists of elements, because names are texts of the dataset and not markup.

function element(name, className, ...inner) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...inner);
  return made;
}

/** @param {string} title @param {{label: string, value: string, colour?: string}[]} rows */
export function tooltip(title, rows) {
  return element("div", "tip", element("p", "tip-title", title), ...rows.map(row));
}

function row({ label, value, colour }) {
  const dot = element("span", "tip-dot");
  if (colour) dot.style.backgroundColor = colour;
  return element(
    "p",
    "tip-row",
    ...(colour ? [dot] : []),
    element("span", "tip-label", label),
    element("b", "tip-value", value),
  );
}
