// Light, dark, or as the system has it. begin.js applies the choice before anything is drawn.
import { useSyncExternalStore } from "react";
import { kept, keep } from "../data/kept.ts";

export const THEMES = { system: "As the system", light: "Light", dark: "Dark" } as const;
export type Theme = keyof typeof THEMES;

/** The name that the pages at /docs/ know too. */
const KEPT = "colorMode";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

const listen = (listener: () => void) => {
  listeners.add(listener);
  dark.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    dark.removeEventListener("change", listener);
  };
};

const theme = (): Theme => {
  const stored = kept(KEPT);
  return stored === "light" || stored === "dark" ? stored : "system";
};

export function setTheme(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  keep(KEPT, chosen === "system" ? undefined : chosen);
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme => useSyncExternalStore(listen, theme);
export const useIsDark = (): boolean =>
  useSyncExternalStore(listen, () => (theme() === "system" ? dark.matches : theme() === "dark"));
