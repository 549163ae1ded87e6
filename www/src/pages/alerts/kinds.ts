// Conditions, targets and digests of alerts, with their labels.
import { t } from "@lingui/core/macro";
import type { Alert, AlertCondition, AlertDigest, AlertTarget } from "./alerts.ts";
import * as words from "../../view/words.ts";

export const CONDITIONS: Record<AlertCondition["type"], { label: string; note: string }> = {
  new_mentions: { label: t`New mentions`, note: t`of videos of the last three days` },
  count: { label: t`Many mentions in a day`, note: t`at least a number that you choose` },
  tone: { label: t`Tone below a value`, note: t`the average of the last seven days` },
  spike: { label: t`Spike`, note: t`a day far above the 28 days before, with the main contributors` },
};

export const TARGETS: Record<AlertTarget["type"], { label: string; note: string }> = {
  dashboard: { label: t`This dashboard`, note: t`the list on this page` },
  slack: { label: "Slack", note: t`an incoming webhook at hooks.slack.com` },
  teams: { label: "Microsoft Teams", note: t`the address of a workflow for incoming webhooks` },
  webhook: { label: t`A webhook of this account`, note: t`receives the event alert.fired` },
};

export const DIGESTS = {
  none: { label: t`At once` },
  daily: { label: t`Once a day`, note: t`at 08:00 UTC` },
  weekly: { label: t`Once a week`, note: t`on Mondays at 08:00 UTC` },
};
export type DigestChoice = keyof typeof DIGESTS;

export function conditionText(condition: AlertCondition): string {
  switch (condition.type) {
    case "count": {
      const mentions = words.count(condition.at_least);
      return t`At least ${mentions} mentions in a day`;
    }
    case "tone": {
      const tone = words.tone(condition.below);
      return t`Tone below ${tone}`;
    }
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
    name === "min_views" ? [viewsText(words.count(Number(value)))] : [value].flat().map(String),
  );
  return values.length > 0 ? values.join(" · ") : t`All mentions`;
}

const viewsText = (views: string) => t`at least ${views} views`;
