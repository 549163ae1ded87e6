// Colour theme: light, dark, or the system's. begin.js applies the stored theme before the first paint.
import { t } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { readStored, store } from "../data/local-storage.ts";

export const THEMES = { system: t`Theme: system`, light: t`Theme: light`, dark: t`Theme: dark` };
export type Theme = keyof typeof THEMES;

/** Storage key, shared with the pages at /docs/. */
const STORAGE_KEY = "colorMode";
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
  const stored = readStored(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
};

export function setTheme(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  store(STORAGE_KEY, chosen === "system" ? undefined : chosen);
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme => useSyncExternalStore(listen, theme);
export const useIsDark = (): boolean =>
  useSyncExternalStore(listen, () => (theme() === "system" ? dark.matches : theme() === "dark"));
