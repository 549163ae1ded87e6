// Replaces values in answers that differ in every run: random ids, current times, and secrets, which no document shows.

/** Returns a plausible id of a kind with a number. */
const idOf = (kind, at) => `${kind}_01J9Z3T5QKW4XBAMH7${String(at).padStart(2, "0")}`;
const DRAWN = /\b(acc|tok|brd|rpt|whk|evt|fed|alt)_[0-9A-HJKMNP-TV-Z]{20}\b/g;
const REQUEST = /\breq_[0-9A-HJKMNP-TV-Z]{20}\b/g;
/** Patterns of secrets and their hints, with placeholders. */
const SECRETS = [
  [/\bohb_[\w.-]+/g, "ohb_eyJr…"],
  [/http:\/\/127\.0\.0\.1:\d+\/v1\/feeds\/ohf_\w+/g, "http://127.0.0.1:8787/v1/feeds/ohf_…"],
  [/\bohf_\w{38}/g, "ohf_…"],
  [/\bohf_…\w+/g, "ohf_…8fQz"],
  [/\bwhsec_[\w+/=]+/g, "whsec_…"],
  [/\b(oh[kt]_(?:live|test)_)\w{3}\b/g, "$1Qx7"],
];
/** The links of alerts, and the day from which they show mentions. */
const LINKS = [
  [/http:\/\/127\.0\.0\.1:\d+\/mentions\?/g, "http://127.0.0.1:8787/mentions?"],
  [/\bfrom=\d{4}%2D\d\d%2D\d\d/g, "from=2026%2D10%2D31"],
];
/** The time to wait before a retry. */
const WAIT = [/\bRetry in \d+ s\b/g, "Retry in 20 s"];

/** The address that stands for a channel in Slack, and its placeholder. */
const CHANNEL = [/http:\/\/127\.0\.0\.1:\d+\/ok\/XXXX/g, "https://hooks.slack.com/services/T00000000/B00000000/XXXX"];
/** The address of deliveries on this machine. */
const TARGET = /http:\/\/127\.0\.0\.1:\d+\/ok\//g;

/** Members with the current time. The time of indexing comes from the dataset. */
const TIMES = {
  created_at: "2026-11-02T09:00:00Z",
  updated_at: "2026-11-01T06:30:00Z",
  generated_at: "2026-11-02T00:00:00Z",
  started_at: "2026-11-02T09:00:00Z",
  completed_at: "2026-11-02T09:00:01Z",
  estimated_ready_at: "2026-11-02T09:00:05Z",
  expires_at: "2026-12-02T09:00:00Z",
  last_used_at: "2026-11-02T09:00:00Z",
  timestamp: "2026-11-02T09:00:01Z",
  status_changed_at: "2026-11-02T09:00:00Z",
  next_digest_at: "2026-11-06T16:00:00Z",
  last_fired_at: "2026-11-02T09:00:00Z",
  at: "2026-11-02T09:00:00Z",
};
/** Expiry of a browser token, which is valid for a quarter of an hour. */
const TOKEN_EXPIRES_AT = "2026-11-02T09:15:00Z";
/** Placeholder for the day of the newest mentions. */
const TODAY = "2026-11-02";
/** The version of the demo dataset. With an import, it differs every day. */
const DEMO = "ds_6c4c99cd";
const VERSION = /\bds_[0-9a-f]{8}\b/g;
const LATER_VERSION = "ds_5c1f0a77";
/** Other members of which only the form matters. */
const OTHERS = {
  next_cursor: "djF8aTR8bWVuX0QyMVlCRkUzMzhHTXxFaXFPQk5BdW40MHxKOaGRc9f2xq_HhgyOgT9E",
  resets_at: 1793610060,
};

/** Returns a value with all replacements. The same id gets the same placeholder everywhere. */
export function withPlaceholders(value) {
  const ids = new Map();
  const counts = {};
  const known = (id, kind) => {
    if (!ids.has(id)) ids.set(id, idOf(kind, (counts[kind] = (counts[kind] ?? 0) + 1)));
    return ids.get(id);
  };
  const text = (original) =>
    [...SECRETS, ...LINKS]
      .reduce((told, [given, shown]) => told.replaceAll(given, shown), original)
      .replaceAll(...WAIT)
      .replaceAll(REQUEST, idOf("req", 1))
      .replaceAll(VERSION, (version) => (version === DEMO ? DEMO : LATER_VERSION))
      .replaceAll(DRAWN, known)
      .replaceAll(...CHANNEL)
      .replaceAll(TARGET, "https://hooks.example.com/");
  const today = new Date().toISOString().slice(0, 10);
  const of = (held, name, owner = {}) => {
    if (held === null) return null;
    if (name === "expires_at" && "token" in owner) return TOKEN_EXPIRES_AT;
    const fixed = TIMES[name] ?? OTHERS[name];
    if (fixed !== undefined) return fixed;
    if (typeof held === "string" && held.startsWith(today))
      return held.length > TODAY.length ? `${TODAY}T08:59:00Z` : TODAY;
    if (typeof held === "string") return text(held);
    if (Array.isArray(held)) return held.map((one) => of(one));
    if (typeof held === "object")
      return Object.fromEntries(Object.entries(held).map(([member, one]) => [member, of(one, member, held)]));
    return held;
  };
  return of(value);
}
