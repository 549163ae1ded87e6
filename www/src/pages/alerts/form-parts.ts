// Labels, options and properties that the parts of the alert form share.
import type { Refusals } from "../../parts/refusals.ts";
import type { AlertFields } from "./alert-fields.ts";

export const LABELS = {
  name: "Name",
  "condition.at_least": "Mentions at least",
  "condition.below": "Tone below",
  "target.url": "Address",
  "target.id": "Webhook",
  filters: "Filters",
};

export interface AlertFieldsProps {
  fields: AlertFields;
  onChange: (changes: Partial<AlertFields>) => void;
  refused: Refusals;
}

export const optionsOf = <K extends string>(kinds: Record<K, { label: string; note?: string }>) =>
  (Object.keys(kinds) as K[]).map((value) => ({ value, ...kinds[value] }));
