// Light or dark: as the system has it, unless the reader chooses. The choice is the one thing that the page stores.
import { html } from "lit-html";

const STORED = "overheard-playground-theme";
const CHOICES = { system: "System", light: "Light", dark: "Dark" };
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The theme that was chosen here before. */
export function storedTheme() {
  try {
    const stored = localStorage.getItem(STORED);
    return Object.hasOwn(CHOICES, stored ?? "") ? stored : "system";
  } catch {
    // Storage may be switched off.
    return "system";
  }
}

/** Applies a theme; the stylesheet does the rest. */
export function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, theme);
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Returns true if the page is currently dark. */
export const isDark = (theme) => theme === "dark" || (theme === "system" && dark.matches);

/** Tells when the system changes from light to dark or back. */
export const onSystemTheme = (listen) => dark.addEventListener("change", listen);

/** The switch. */
export function themeSwitch(theme, choose) {
  const choice = ([id, label]) => html`<label>
    <input type="radio" name="theme" value=${id} .checked=${id === theme} @change=${() => choose(id)}><span>${label}</span>
  </label>`;
  return html`<fieldset class="switch"><legend class="unseen">Colours</legend>${Object.entries(CHOICES).map(choice)}</fieldset>`;
}
