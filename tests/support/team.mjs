// A fake team of Cloudflare Access: a server that publishes keys, and assertions signed with them.
import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";

/** The audience tag of the application. */
export const AUDIENCE = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";
export const HEADER = "Cf-Access-Jwt-Assertion";

const base64url = (value) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Creates an RSA key pair with a key id. */
export function createSigningKey(kid) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    kid,
    privateKey,
    pem: publicKey.export({ type: "spki", format: "pem" }),
    jwk: { ...createPublicKey(privateKey).export({ format: "jwk" }), kid, alg: "RS256", use: "sig" },
  };
}

/** Signs a text with RS256. */
const rs256 = (text, { privateKey }) => sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url");

/**
 * Starts a team. `url` is its origin, `keys` are the published keys, `settings` the variables of a deployment. `asked`
 * counts the requests for the keys. If `answer` is set, it replaces the usual response.
 */
export async function startAccessTeam() {
  const team = { keys: [createSigningKey("first")], asked: 0, answer: undefined };
  const server = createServer((request, response) => {
    team.asked += 1;
    if (team.answer) return team.answer(response);
    if (request.url !== "/cdn-cgi/access/certs") return response.writeHead(404).end();
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ keys: team.keys.map(({ jwk }) => jwk), public_certs: [] }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  /** Returns the claims of an assertion, with `others` overriding the defaults. */
  const claims = (others) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      aud: [AUDIENCE],
      email: "desk@acme.example",
      exp: now + 3600,
      iat: now,
      nbf: now,
      iss: url,
      type: "app",
      identity_nonce: "nonce",
      sub: "subject-1",
      country: "CH",
      ...others,
    };
  };
  return Object.assign(team, {
    url,
    settings: { ACCESS_TEAM_DOMAIN: url, ACCESS_AUDIENCE: AUDIENCE },
    /** Creates an assertion. `header` and `signed` change how it is signed. */
    assertion(others = {}, { key = team.keys[0], header = {}, signed = rs256 } = {}) {
      const text = `${base64url({ alg: "RS256", kid: key.kid, typ: "JWT", ...header })}.${base64url(claims(others))}`;
      return `${text}.${signed(text, key)}`;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  });
}
