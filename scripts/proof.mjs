// A local edge proves that it belongs to the project before it gets the project's secret. It responds to a nonce with
// that nonce's HMAC under the secret. `cli/src/edge/proof.rs` sends the same request.
import { createHmac, randomBytes } from "node:crypto";

const PATH = "/.overheard/proof";
/** Prefix of the nonce, which makes the response useless for other purposes. */
const PURPOSE = "overheard local edge\n";
const TIMEOUT_MS = 5000;

/**
 * Source of an entry module that wraps the Worker of a local edge and proves that it has ADMIN_SECRET. Deployments do
 * not have it.
 */
export const PROVING = `
import Worker from "./index.js";
export * from "./index.js";
const bytes = (text) => new TextEncoder().encode(text);
export default {
  queue: (batch, env, context) => Worker.queue(batch, env, context),
  scheduled: (event, env, context) => Worker.scheduled(event, env, context),
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== ${JSON.stringify(PATH)} || !env.ADMIN_SECRET) return Worker.fetch(request, env, context);
    const key = await crypto.subtle.importKey("raw", bytes(env.ADMIN_SECRET), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(${JSON.stringify(PURPOSE)} + searchParams.get("challenge"))));
    return Response.json({ proof: Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("") });
  },
};
`;

/** Returns true if the edge at a URL has this secret, false if it does not, and undefined if no server responds. */
export async function provesSecret(url, secret) {
  const challenge = randomBytes(32).toString("hex");
  const proof = createHmac("sha256", secret)
    .update(PURPOSE + challenge)
    .digest("hex");
  try {
    const answer = await fetch(`${url}${PATH}?challenge=${challenge}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    return (await answer.json().catch(() => ({})))?.proof === proof;
  } catch (error) {
    return error.name === "TimeoutError" ? false : undefined;
  }
}
