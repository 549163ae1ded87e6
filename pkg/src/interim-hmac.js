// Interim, until the core verifies signatures: HMAC-SHA256 of the runtime's own crypto module.
const { createHmac, timingSafeEqual } = globalThis.process?.getBuiltinModule?.("node:crypto") ?? {};

/** Whether one of the signatures is that of a delivery; undefined when the secret has not the form of one. */
export function verifySignature(secret, id, timestamp, body, signatures) {
  const key = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret);
  if (!key) return undefined;
  const expected = createHmac("sha256", Buffer.from(key[1], "base64")).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.startsWith("v1,") ? signature.slice(3) : "", "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
