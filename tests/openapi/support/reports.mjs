// Creates reports in rare states, by changing the state of finished ones.
import { createReport } from "../../support/reports.mjs";

async function set(edge, id, columns) {
  const database = await edge.mf.getD1Database("DB");
  const names = Object.keys(columns)
    .map((name) => `${name} = ?`)
    .join(", ");
  await database
    .prepare(`UPDATE report SET ${names} WHERE id = ?`)
    .bind(...Object.values(columns), id)
    .run();
}

const LEASE = "lse_GONE";

/** Returns the id of a report that stays in progress. */
export async function underway(edge, account, body) {
  const { id } = await createReport(edge, account, body);
  await set(edge, id, {
    status: "processing",
    attempts: 1,
    progress: 40,
    lease: LEASE,
    lease_until: Date.now() + 3_600_000,
  });
  return id;
}

/** Returns the id of a report that was aborted three times. */
export async function broken(edge, account, body) {
  const { id } = await createReport(edge, account, body);
  await set(edge, id, {
    status: "processing",
    attempts: 3,
    progress: 40,
    artifacts: "[]",
    completed_at: null,
    expires_at: null,
    lease: LEASE,
    lease_until: Date.now() - 1,
  });
  await edge.tick();
  return id;
}

/** Returns the id of a report whose files have expired. */
export async function expired(edge, account, body) {
  const { id } = await createReport(edge, account, body);
  await set(edge, id, { expires_at: Date.now() - 1 });
  await edge.tick();
  return id;
}
