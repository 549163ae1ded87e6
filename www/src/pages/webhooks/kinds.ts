// Event types and states of webhooks, with their labels.
import { t } from "@lingui/core/macro";

export const EVENTS: Record<string, { label: string; note: string }> = {
  "mention.created": { label: t`New mentions`, note: t`up to 25 per delivery` },
  "sentiment.shift": {
    label: t`Tone shifts`,
    note: t`the 7-day average is 0.20 or more away from the previous 28 days`,
  },
  "volume.spike": { label: t`Volume spikes`, note: t`a day far above the previous 28 days` },
  "trend.emerging": { label: t`Emerging topics`, note: t`a topic starts to emerge` },
  "influencer.first_mention": { label: t`First mention by a creator`, note: t`with 10,000 subscribers or more` },
  "alert.fired": { label: t`Alerts`, note: t`the condition of an alert is met` },
  "report.ready": { label: t`Report ready`, note: t`its files can be downloaded` },
  "report.failed": { label: t`Report failed`, note: t`with the reason` },
  "usage.threshold": { label: t`Quota nearly used`, note: t`at 80 and 100 percent` },
  "dataset.published": { label: t`New data`, note: t`a new version of the dataset is served` },
  "webhook.disabled": { label: t`Another webhook disabled`, note: t`of this account` },
};

/** Subscribes to all events, including future ones. */
export const ALL = "*";

export const eventLabel = (type: string): string => (type === "webhook.ping" ? t`Test` : (EVENTS[type]?.label ?? type));
export const eventsText = (events: readonly string[]): string =>
  events.includes(ALL) ? t`All events` : events.map(eventLabel).join(", ");

export const STATES = {
  active: { label: t`Active`, variant: "good", note: t`Events are delivered.` },
  failing: {
    label: t`Failing`,
    variant: "note",
    note: t`The first attempts of five events in a row failed. They are being retried.`,
  },
  disabled: {
    label: t`Disabled`,
    variant: "plain",
    note: t`Nothing is delivered. Register the address again to resume.`,
  },
} as const;

export const DELIVERIES = {
  pending: { label: t`Waiting`, variant: "plain" },
  sending: { label: t`Sending`, variant: "plain" },
  retrying: { label: t`Retrying`, variant: "note" },
  delivered: { label: t`Delivered`, variant: "good" },
  failed: { label: t`Failed`, variant: "bad" },
  canceled: { label: t`Cancelled`, variant: "plain" },
} as const;
export type DeliveryStatus = keyof typeof DELIVERIES;

/** Messages about the delivery of a test. */
export const TEST_MESSAGES: Record<DeliveryStatus, string> = {
  pending: t`Test: waiting. The response is below.`,
  sending: t`Test: sending. The response is below.`,
  retrying: t`Test: retrying. The response is below.`,
  delivered: t`Test: delivered. The response is below.`,
  failed: t`Test: failed. The response is below.`,
  canceled: t`Test: cancelled. The response is below.`,
};
