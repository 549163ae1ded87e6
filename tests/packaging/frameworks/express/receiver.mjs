// Posts a signed delivery to an Express server that reads it in several ways, and prints each result.
import { createHmac } from "node:crypto";
import express from "express";
import { verifyWebhook } from "overheard";

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString("base64")}`;
// JSON as another program writes it. Parsing and serialising it gives another text.
const body = '{"type": "report.ready", "data": {"id": "rpt_1", "share": 1.0}}';
const timestamp = String(Math.floor(Date.now() / 1000));
const headers = {
  "Content-Type": "application/json",
  "webhook-id": "msg_1",
  "webhook-timestamp": timestamp,
  "webhook-signature": `v1,${createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64")}`,
};

const found = {};
function note(name, secret, headers, body) {
  try {
    found[name] = `OK ${verifyWebhook(secret, headers, body).type}`;
  } catch (error) {
    found[name] = [error.name, error.reason, error.message].filter(Boolean).join(" ");
  }
}

const app = express();
app.post("/raw", express.raw({ type: "*/*" }), (request, response) => {
  const { body } = request;
  const buffer = body.buffer.slice(body.byteOffset, body.byteOffset + body.length);
  note("express.raw", secret, request.headers, body);
  note("text of express.raw", secret, request.headers, body.toString());
  note("ArrayBuffer of express.raw", secret, request.headers, buffer);
  note("Uint8Array of express.raw", secret, request.headers, new Uint8Array(buffer));
  note("DataView of express.raw", secret, request.headers, new DataView(body.buffer, body.byteOffset, body.length));
  note("Headers", secret, new Headers(request.headers), body);
  note("the request as headers", secret, request, body);
  note("no secret", process.env.NO_SUCH_SECRET, request.headers, body);
  note("an empty secret", "", request.headers, body);
  note("another secret", `whsec_${Buffer.alloc(32, 8).toString("base64")}`, request.headers, body);
  response.sendStatus(204);
});
app.post("/parsed", express.json(), (request, response) => {
  note("express.json", secret, request.headers, request.body);
  note("express.json, written again", secret, request.headers, JSON.stringify(request.body));
  response.sendStatus(204);
});
app.post("/unread", (request, response) => {
  note("no parser", secret, request.headers, request.body);
  response.sendStatus(204);
});

const server = app.listen(0, "127.0.0.1", async () => {
  for (const path of ["/raw", "/parsed", "/unread"]) {
    await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: "POST", headers, body });
  }
  console.log(JSON.stringify(found));
  server.close();
  server.closeAllConnections();
});
