// Verification of webhook deliveries: genuine ones return their event, all others an error with the reason.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { WebhookError, verifyWebhook } from "overheard";

/** The example of the specification, byte for byte. */
const SECRET = "whsec_c3Bva2VuLXZpZGVvLWluc2lnaHRzLXRlc3Qta2V5MzI=";
const BODY =
  '{"id":"evt_01HZX3M8Q6","type":"report.ready","timestamp":"2026-03-01T09:30:00Z","api_version":"v1","account_id":"acc_01HZX00001","data":{"object":"report","id":"rpt_01HZX3K2ZZ","status":"ready","formats":["pdf","csv"]}}';
const HEADERS = {
  "webhook-id": "msg_01HZX3M8Q7",
  "webhook-timestamp": "1772357400",
  "webhook-signature": "v1,EGREaev4MrQ86rWrXwBMcjEvy/Hq2THhEejgnLT29P8=",
};
const NOW = { now: 1772357400 };

const refuses = (reason, ...given) =>
  assert.throws(
    () => verifyWebhook(...given),
    (error) => error instanceof WebhookError && error.name === "WebhookError" && error.reason === reason,
    reason,
  );

/** Signs a body with code that is independent of the library. */
function sign(secret, body, { id = HEADERS["webhook-id"], timestamp = HEADERS["webhook-timestamp"] } = {}) {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

test("the documented example is valid", () => {
  const event = verifyWebhook(SECRET, HEADERS, BODY, NOW);
  assert.deepEqual(event, JSON.parse(BODY));
  assert.equal(event.type, "report.ready");
});

test("headers may have any form that servers use, and the body may be bytes", () => {
  const bytes = new TextEncoder().encode(BODY);
  const capitals = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]));
  const lists = Object.fromEntries(Object.entries(HEADERS).map(([name, value]) => [name, [value]]));
  for (const headers of [new Headers(HEADERS), capitals, lists]) {
    assert.equal(verifyWebhook(SECRET, headers, bytes, NOW).id, "evt_01HZX3M8Q6");
    assert.equal(verifyWebhook(SECRET, headers, Buffer.from(bytes), NOW).id, "evt_01HZX3M8Q6");
  }
});

test("the body may be bytes of any type, from any realm", () => {
  const buffer = Buffer.from(`..${BODY}..`);
  const bytes = Uint8Array.from(Buffer.from(BODY));
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const forms = {
    "a part of a Buffer": buffer.subarray(2, -2),
    ArrayBuffer: bytes.buffer,
    DataView: new DataView(buffer.buffer, buffer.byteOffset + 2, bytes.length),
    SharedArrayBuffer: shared,
    "ArrayBuffer of another realm": runInNewContext("Uint8Array.from(bytes).buffer", { bytes }),
    "Uint8Array of another realm": runInNewContext("Uint8Array.from(bytes)", { bytes }),
  };
  for (const [name, body] of Object.entries(forms)) {
    assert.equal(verifyWebhook(SECRET, HEADERS, body, NOW).id, "evt_01HZX3M8Q6", name);
    refuses("invalid_signature", SECRET, { ...HEADERS, "webhook-id": "msg_other" }, body, NOW);
  }
});

test("a call that could accept no delivery is a TypeError that names the mistake", () => {
  const body = (kind) => `body must be the text or bytes that arrived. Got ${kind}: nothing may parse it before`;
  const secret = (kind) => `secret must be text. Got ${kind}: is its variable set?`;
  const headers = (kind) => `headers must be Headers or an object. Got ${kind}`;
  const mistakes = [
    [body("Object"), SECRET, HEADERS, JSON.parse(BODY)],
    [body("Array"), SECRET, HEADERS, []],
    [body("Undefined"), SECRET, HEADERS, undefined],
    [body("Null"), SECRET, HEADERS, null],
    [body("Promise"), SECRET, HEADERS, Promise.resolve(BODY)],
    [body("Request"), SECRET, HEADERS, new Request("http://localhost/", { method: "POST", body: BODY })],
    [secret("Undefined"), undefined, HEADERS, BODY],
    [secret("Null"), null, HEADERS, BODY],
    [headers("Undefined"), SECRET, undefined, BODY],
    [headers("Array"), SECRET, Object.entries(HEADERS), BODY],
  ];
  for (const [message, ...given] of mistakes) {
    assert.throws(
      () => verifyWebhook(...given, NOW),
      (error) => error instanceof TypeError && !(error instanceof WebhookError) && error.message === message,
      message,
    );
  }
});

test("a clock or a tolerance that is not a number accepts no delivery", () => {
  refuses("too_old", SECRET, HEADERS, BODY, { ...NOW, toleranceSeconds: NaN });
  refuses("too_old", SECRET, HEADERS, BODY, { now: NaN });
});

test("while a secret is rotated, one valid signature of several is enough", () => {
  const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const both = { ...HEADERS, "webhook-signature": `${sign(other, BODY)} ${HEADERS["webhook-signature"]}` };
  assert.ok(verifyWebhook(SECRET, both, BODY, NOW));
  assert.ok(verifyWebhook(other, both, BODY, NOW));
  refuses("invalid_signature", `whsec_${Buffer.alloc(32, 8).toString("base64")}`, both, BODY, NOW);
});

test("text beyond ASCII is signed as UTF-8", () => {
  const body = JSON.stringify({ type: "trend.emerging", data: { topic: "sérum 🙂" } });
  const headers = { ...HEADERS, "webhook-signature": sign(SECRET, body) };
  assert.equal(verifyWebhook(SECRET, headers, body, NOW).data.topic, "sérum 🙂");
});

test("any change invalidates the signature", () => {
  refuses("invalid_signature", SECRET, HEADERS, `${BODY} `, NOW);
  assert.throws(
    () => verifyWebhook(SECRET, HEADERS, `${BODY} `, NOW),
    /\. The body must not be parsed and written again\.$/,
  );
  refuses("invalid_signature", SECRET, { ...HEADERS, "webhook-id": "msg_01HZX3M8Q8" }, BODY, NOW);
  refuses("invalid_signature", SECRET, { ...HEADERS, "webhook-timestamp": "1772357401" }, BODY, NOW);
  const signature = HEADERS["webhook-signature"];
  for (const wrong of [
    "v1,",
    "v1,AAAA",
    signature.slice(3),
    signature.replace("v1,", "v2,"),
    signature.replace("E", "F"),
    "nonsense",
  ]) {
    refuses("invalid_signature", SECRET, { ...HEADERS, "webhook-signature": wrong }, BODY, NOW);
  }
});

test("a delivery must be current within the tolerance", () => {
  const at = 1772357400;
  for (const now of [at - 300, at, at + 300]) assert.ok(verifyWebhook(SECRET, HEADERS, BODY, { now }));
  refuses("too_old", SECRET, HEADERS, BODY, { now: at + 301 });
  refuses("too_new", SECRET, HEADERS, BODY, { now: at - 301 });
  refuses("too_old", SECRET, HEADERS, BODY, { now: at + 11, toleranceSeconds: 10 });
  assert.ok(verifyWebhook(SECRET, HEADERS, BODY, { now: at + 9000, toleranceSeconds: 9000 }));
  refuses("too_old", SECRET, HEADERS, BODY);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const fresh = { ...HEADERS, "webhook-timestamp": timestamp, "webhook-signature": sign(SECRET, BODY, { timestamp }) };
  assert.ok(verifyWebhook(SECRET, fresh, BODY), "the clock's time is the default");
});

test("missing or malformed headers are named", () => {
  for (const name of Object.keys(HEADERS)) {
    const { [name]: _, ...rest } = HEADERS;
    refuses("missing_header", SECRET, rest, BODY, NOW);
    refuses("missing_header", SECRET, new Headers(rest), BODY, NOW);
    assert.throws(() => verifyWebhook(SECRET, rest, BODY, NOW), { message: `header ${name} is required` });
  }
  for (const timestamp of ["soon", "1772357400.5", "-5", "2026-03-01"]) {
    refuses("invalid_timestamp", SECRET, { ...HEADERS, "webhook-timestamp": timestamp }, BODY, NOW);
  }
});

test("an invalid secret is not repeated", () => {
  for (const secret of ["", "whsec_", "secret-of-mine", "whsec_!!!!"]) {
    refuses("invalid_secret", secret, HEADERS, BODY, NOW);
    assert.throws(() => verifyWebhook(secret, HEADERS, BODY, NOW), {
      message: `secret must be of the form whsec_ and base64. Got ${secret.length} characters.`,
    });
    assert.throws(
      () => verifyWebhook(secret, HEADERS, BODY, NOW),
      ({ message }) => !message.includes("mine") && !message.includes("!!!!"),
    );
  }
});

test("a signed body without an event is refused", () => {
  for (const body of ["", "{", "null", "[]", '"text"', '{"type":5}']) {
    refuses("invalid_body", SECRET, { ...HEADERS, "webhook-signature": sign(SECRET, body) }, body, NOW);
  }
});
