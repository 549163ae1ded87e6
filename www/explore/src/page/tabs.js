// Tabs: one panel of several is shown, the arrow keys change which.
import { html, nothing } from "lit-html";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * The row of tabs and the panel of the chosen one.
 * @param {{name: string, label: string, tabs: {id: string, label: string}[], chosen: string, choose: (id: string) =>
 * void, panel: unknown}} parts
 */
export function tabs({ name, label, tabs: all, chosen, choose, panel }) {
  const onKey = (event) => {
    const position = all.findIndex(({ id }) => id === chosen);
    const next =
      { Home: 0, End: all.length - 1 }[event.key] ??
      (STEPS[event.key] && (position + STEPS[event.key] + all.length) % all.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(all[next].id);
    event.currentTarget.children[next].focus();
  };
  const tab = ({
    id,
    label: text,
  }) => html`<button type="button" role="tab" id="${name}-tab-${id}" aria-controls="${name}-panel" aria-selected=${id === chosen}
    tabindex=${id === chosen ? nothing : -1} @click=${() => choose(id)}>${text}</button>`;
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>${all.map(tab)}</div>
    <div class="panel" role="tabpanel" id="${name}-panel" aria-labelledby="${name}-tab-${chosen}">${panel}</div>`;
}
