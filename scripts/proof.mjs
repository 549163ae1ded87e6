// How an edge on this machine shows that it is the project's before it is sent the project's secret: it answers a
// number that was never used before with that number's HMAC under the secret. `cli/src/edge/proof.rs` asks the same.
import { createHmac, randomBytes } from "node:crypto";

const PATH = "/.overheard/proof";
/** What stands before the number, so that the answer is good for nothing else. */
const PURPOSE = "overheard local edge\n";
const TIMEOUT_MS = 5000;

/**
 * A module that stands before the Worker of a local edge and proves that it has ADMIN_SECRET. Deployments have none.
 */
export const PROVING = `
import Worker from "./index.js";
export * from "./index.js";
const bytes = (text) => new TextEncoder().encode(text);
export default {
  queue: (batch, env, context) => new Worker(context, env).queue(batch),
  scheduled: (event, env, context) => new Worker(context, env).scheduled(event),
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== ${JSON.stringify(PATH)} || !env.ADMIN_SECRET) return new Worker(context, env).fetch(request);
    const key = await crypto.subtle.importKey("raw", bytes(env.ADMIN_SECRET), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(${JSON.stringify(PURPOSE)} + searchParams.get("challenge"))));
    return Response.json({ proof: Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("") });
  },
};
`;

/** Whether an edge with this secret answers at a URL: true, false, or undefined when nothing listens there. */
export async function knows(url, secret) {
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
