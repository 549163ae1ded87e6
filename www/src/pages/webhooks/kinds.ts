// Event types and states of webhooks, with their labels.
export const EVENTS: Record<string, { label: string; note: string }> = {
  "mention.created": { label: "New mentions", note: "up to 25 per delivery" },
  "sentiment.shift": {
    label: "Tone shifts",
    note: "the 7-day average is 0.20 or more away from the previous 28 days",
  },
  "volume.spike": { label: "Volume spikes", note: "a day far above the previous 28 days" },
  "trend.emerging": { label: "Emerging topics", note: "a topic starts to emerge" },
  "influencer.first_mention": { label: "First mention by a creator", note: "with 10,000 subscribers or more" },
  "alert.fired": { label: "Alerts", note: "the condition of an alert is met" },
  "report.ready": { label: "Report ready", note: "its files can be downloaded" },
  "report.failed": { label: "Report failed", note: "with the reason" },
  "usage.threshold": { label: "Quota nearly used", note: "at 80 and 100 percent" },
  "dataset.published": { label: "New data", note: "a new version of the dataset is served" },
  "webhook.disabled": { label: "Another webhook disabled", note: "of this account" },
};

/** Subscribes to all events, including future ones. */
export const ALL = "*";

export const eventLabel = (type: string): string => (type === "webhook.ping" ? "Test" : (EVENTS[type]?.label ?? type));
export const eventsText = (events: readonly string[]): string =>
  events.includes(ALL) ? "All events" : events.map(eventLabel).join(", ");

export const STATES = {
  active: { label: "Active", variant: "good", note: "Events are delivered." },
  failing: {
    label: "Failing",
    variant: "note",
    note: "The first attempts of five events in a row failed. They are being retried.",
  },
  disabled: {
    label: "Disabled",
    variant: "plain",
    note: "Nothing is delivered. Register the address again to resume.",
  },
} as const;

export const DELIVERIES = {
  pending: { label: "Waiting", variant: "plain" },
  sending: { label: "Sending", variant: "plain" },
  retrying: { label: "Retrying", variant: "note" },
  delivered: { label: "Delivered", variant: "good" },
  failed: { label: "Failed", variant: "bad" },
  canceled: { label: "Cancelled", variant: "plain" },
} as const;
export type DeliveryStatus = keyof typeof DELIVERIES;
