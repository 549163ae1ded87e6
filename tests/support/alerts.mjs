// Alerts of an account.
import { eventually } from "./eventually.mjs";

/** A message arrives within a minute of the publication that caused it. */
export const WITHIN_MS = 60_000;

/** Waits until every alert was evaluated once, so that the present mentions are known. */
export const alertsEvaluated = async (edge) => {
  const database = await edge.mf.getD1Database("DB");
  const waiting = database.prepare("SELECT count(*) AS count FROM alert WHERE run IS NULL");
  await eventually(async () => (await waiting.first()).count, 0, WITHIN_MS);
};
