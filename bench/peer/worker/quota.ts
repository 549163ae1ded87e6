import type { Caller, Env } from "./types.ts";
import { Problem } from "./problem.ts";

/**
 * Fixed windows counted in KV: read the counters, compare, write them back after the answer.
 * Not exact: concurrent requests read the same value, and KV takes one write per second and key.
 */
export async function meter(
  env: Env,
  ctx: { waitUntil(p: Promise<unknown>): void },
  caller: Caller,
): Promise<{ headers: Record<string, string>; charge: () => void }> {
  const { plan, key } = caller;
  const now = Date.now(),
    minute = Math.floor(now / 60000),
    month = new Date(now).toISOString().slice(0, 7);
  const reset = (minute + 1) * 60;
  const monthEnd = Date.UTC(+month.slice(0, 4), +month.slice(5), 1) / 1000;
  const minuteKey = `rate/${key.id}/${minute}`,
    monthKey = `usage/${key.account_id}/${month}`;
  const off = env.QUOTA === "off";
  const [m, u] = off
    ? [0, 0]
    : ((await Promise.all([env.KEYS.get(minuteKey), env.KEYS.get(monthKey)])).map((x) => Number(x ?? 0)) as [
        number,
        number,
      ]);

  const left = Math.max(0, plan.per_minute - m - 1),
    monthLeft = Math.max(0, plan.per_month - u - 1);
  const byMonth = monthLeft < left;
  const headers: Record<string, string> = {
    "RateLimit-Policy": `"minute";q=${plan.per_minute};w=60, "month";q=${plan.per_month};w=2592000`,
    RateLimit: `"minute";r=${left};t=${reset - Math.floor(now / 1000)}, "month";r=${monthLeft};t=${monthEnd - Math.floor(now / 1000)}`,
    "X-RateLimit-Limit": String(byMonth ? plan.per_month : plan.per_minute),
    "X-RateLimit-Remaining": String(byMonth ? monthLeft : left),
    "X-RateLimit-Reset": String(byMonth ? monthEnd : reset),
  };
  const limited = m >= plan.per_minute ? "minute" : u >= plan.per_month ? "month" : null;
  if (limited) {
    const at = limited === "minute" ? reset : monthEnd;
    throw Problem.of(
      429,
      limited === "minute" ? "rate_limited" : "quota_exceeded",
      `The ${limited} limit of this plan is used up.`,
      null,
      { ...headers, "Retry-After": String(at - Math.floor(now / 1000)) },
      { type: "https://iana.org/assignments/http-problem-types#quota-exceeded", "violated-policies": [limited] },
    );
  }
  if (!off) ctx.waitUntil(env.KEYS.put(minuteKey, String(m + 1), { expirationTtl: 120 }));
  return {
    headers,
    charge: () => {
      if (!off) ctx.waitUntil(env.KEYS.put(monthKey, String(u + 1)));
    },
  };
}
