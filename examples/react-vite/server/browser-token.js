// What your server does for the page: it makes short-lived tokens, and keeps the account's own.
import { Overheard } from "overheard";

const { VITE_OVERHEARD_URL = "http://127.0.0.1:8787", OVERHEARD_TOKEN } = process.env;
/** What the page asks. */
const OPERATIONS = ["account", "sentiment", "mentions"];

/** Answers with a token for pages of this server. Make one only for people who are signed in. */
export async function browserToken({ headers }, response) {
  try {
    const client = new Overheard({ baseUrl: VITE_OVERHEARD_URL, token: OVERHEARD_TOKEN });
    const token = await client.request({
      method: "POST",
      path: "/v1/_ext/browser-tokens",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ origin: `http://${headers.host}`, operations: OPERATIONS, expires_in: 900 }),
    });
    response.setHeader("Content-Type", "application/json");
    response.setHeader("Cache-Control", "no-store");
    response.end(JSON.stringify(token));
  } catch (error) {
    response.statusCode = 502;
    response.end(error.message);
  }
}
