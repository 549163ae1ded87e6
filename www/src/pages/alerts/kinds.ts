// Conditions, targets and digests of alerts, with their labels.
import type { Alert, AlertCondition, AlertDigest, AlertTarget } from "./alerts.ts";
import * as words from "../../view/words.ts";

export const CONDITIONS: Record<AlertCondition["type"], { label: string; note: string }> = {
  new_mentions: { label: "New mentions", note: "of videos of the last three days" },
  count: { label: "Many mentions in a day", note: "at least a number that you choose" },
  tone: { label: "Tone below a value", note: "the average of the last seven days" },
  spike: { label: "Spike", note: "a day far above the 28 days before, with the main contributors" },
};

export const TARGETS: Record<AlertTarget["type"], { label: string; note: string }> = {
  dashboard: { label: "This dashboard", note: "the list on this page" },
  slack: { label: "Slack", note: "an incoming webhook at hooks.slack.com" },
  teams: { label: "Microsoft Teams", note: "the address of a workflow for incoming webhooks" },
  webhook: { label: "A webhook of this account", note: "receives the event alert.fired" },
};

export const DIGESTS = {
  none: { label: "At once" },
  daily: { label: "Once a day", note: "at 08:00 UTC" },
  weekly: { label: "Once a week", note: "on Mondays at 08:00 UTC" },
};
export type DigestChoice = keyof typeof DIGESTS;

export function conditionText(condition: AlertCondition): string {
  switch (condition.type) {
    case "count":
      return `At least ${words.count(condition.at_least)} mentions in a day`;
    case "tone":
      return `Tone below ${words.tone(condition.below)}`;
    default:
      return CONDITIONS[condition.type].label;
  }
}

export function digestText(digest: AlertDigest | null): string {
  if (digest === null) return DIGESTS.none.label;
  return DIGESTS[digest.every].label;
}

/** Returns the values of an alert's filters, such as `Velunara · negative · serum`. */
export function filtersText({ filters }: Pick<Alert, "filters">): string {
  const values = Object.entries(filters).flatMap(([name, value]) =>
    name === "min_views" ? [`at least ${words.count(Number(value))} views`] : [value].flat().map(String),
  );
  return values.length > 0 ? values.join(" · ") : "All mentions";
}
