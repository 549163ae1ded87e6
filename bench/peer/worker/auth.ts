import type { Caller, Env, KeyRecord, Plan } from "./types.ts";
import { Problem } from "./problem.ts";

const TTL = 60_000;
const cache = new Map<string, { until: number; caller: Caller | null }>();

async function sha256(s: string): Promise<string> {
  const d = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(s)));
  return [...d].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Secret -> caller. Looked up in KV once a minute per isolate; unknown keys are remembered too. */
export async function authenticate(env: Env, secret: string | undefined): Promise<Caller> {
  if (!secret)
    throw Problem.of(401, "missing_credentials", "Header X-API-Key is required.", "header:X-API-Key", {
      "WWW-Authenticate": 'ApiKey realm="data", header="X-API-Key"',
    });
  let hit = cache.get(secret);
  if (!hit || hit.until < Date.now()) {
    const key = await env.KEYS.get<KeyRecord>(`credential/${await sha256(secret)}`, "json");
    let caller: Caller | null = null;
    if (key) {
      const account = await env.KEYS.get<{ plan: string }>(`account/${key.account_id}`, "json");
      const plan = account && (await env.KEYS.get<Plan>(`plan/data/${account.plan}`, "json"));
      if (plan) caller = { key, plan };
    }
    if (cache.size > 10_000) cache.clear();
    cache.set(secret, (hit = { until: Date.now() + TTL, caller }));
  }
  const caller = hit.caller;
  if (caller?.key.status !== "active" || (caller.key.expires_at && Date.parse(caller.key.expires_at) < Date.now()))
    throw Problem.of(403, "invalid_credentials", "The API key is unknown, revoked or expired.", "header:X-API-Key");
  if (!caller.key.scopes.includes("data:search"))
    throw Problem.of(403, "insufficient_scope", "The API key lacks the scope data:search.", "header:X-API-Key");
  return caller;
}
