// Reports in states that are seldom met: made ready, and then set back.
import { made } from "../../support/reports.mjs";

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

/** The id of a report that is being made, and goes on being made. */
export async function underway(edge, account, body) {
  const { id } = await made(edge, account, body);
  await set(edge, id, {
    status: "processing",
    attempts: 1,
    progress: 40,
    lease: LEASE,
    lease_until: Date.now() + 3_600_000,
  });
  return id;
}

/** Of one that was broken off three times. */
export async function broken(edge, account, body) {
  const { id } = await made(edge, account, body);
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

/** Of one whose files are no longer kept. */
export async function expired(edge, account, body) {
  const { id } = await made(edge, account, body);
  await set(edge, id, { expires_at: Date.now() - 1 });
  await edge.tick();
  return id;
}
