// Labels, options and properties that the parts of the alert form share.
import { t } from "@lingui/core/macro";
import type { Refusals } from "../../parts/refusals.ts";
import type { AlertFields } from "./alert-fields.ts";

export const LABELS = {
  name: t`Name`,
  "condition.at_least": t`Mentions at least`,
  "condition.below": t`Tone below`,
  "target.url": t`Address`,
  "target.id": t`Webhook`,
  filters: t`Filters`,
};

export interface AlertFieldsProps {
  fields: AlertFields;
  onChange: (changes: Partial<AlertFields>) => void;
  refused: Refusals;
}

export const optionsOf = <K extends string>(kinds: Record<K, { label: string; note?: string }>) =>
  (Object.keys(kinds) as K[]).map((value) => ({ value, ...kinds[value] }));
