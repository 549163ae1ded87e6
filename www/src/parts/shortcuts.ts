// Single-key shortcuts of a page. Members can turn them off, because speech input may press keys unintentionally.
import { useEffect, useRef } from "react";
import { readStored, store } from "../data/local-storage.ts";

const NAME = "shortcuts";
const OFF = "off";
/** Fields, and overlays, which have keys of their own. */
const EXCLUDED =
  "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

export const areShortcutsOn = (): boolean => readStored(NAME) !== OFF;
export const setShortcutsOn = (isOn: boolean): void => store(NAME, isOn ? undefined : OFF);

/** Calls the action of a key that is pressed outside fields and overlays. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = latest.current[event.key];
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (!action || isModified || event.defaultPrevented || !areShortcutsOn()) return;
      if (event.target instanceof Element && event.target.closest(EXCLUDED)) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
