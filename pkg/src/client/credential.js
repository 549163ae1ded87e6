// The secret of a client: its header, and the environments that may have it. Messages and printable objects omit it.

const bearer = (secret) => ({ Authorization: `Bearer ${secret}` });
const KINDS = {
  key: { begins: "ohk_", headers: (secret) => ({ "X-API-Key": secret }), isLongLived: true },
  browserToken: { begins: "ohb_", headers: bearer, isLongLived: false },
  token: { begins: "oht_", headers: bearer, isLongLived: true },
};

/**
 * Returns the credential of a client's options. `headers()` promises its headers. `renew()` returns true if a new secret
 * is available; `headers()` then uses it.
 */
export function credentialOf(options) {
  const given = Object.keys(KINDS).filter((name) => options[name] !== undefined);
  if (given.length !== 1)
    throw new TypeError(`exactly one of key, browserToken and token is required. Got [${given.join(", ")}].`);
  const [name] = given;
  const { begins, headers, isLongLived } = KINDS[name];
  if (isLongLived && isPage() && options.dangerouslyAllowKeyInBrowser !== true) {
    throw new Error(
      `${name} must not be in a page, where everybody can read it: use browserToken, or ask through your own server`,
    );
  }
  const secret = (value) => {
    const text = typeof value === "object" ? value?.token : value;
    // For other values, the runtime's error about an invalid header would repeat the secret.
    if (typeof text !== "string" || !text.startsWith(begins) || !/^[\w.-]+$/.test(text)) {
      throw new TypeError(`${name} must begin with '${begins}' and hold letters, digits, '_', '-' and '.' only`);
    }
    return text;
  };
  const source = options[name];
  if (name === "browserToken" && typeof source === "function")
    return renewable(async () => headers(secret(await source())));
  const fixed = headers(secret(source));
  return { headers: async () => fixed, renew: () => false };
}

const isPage = () => typeof window !== "undefined" && typeof document !== "undefined";

/**
 * Returns a renewable credential. Concurrent requests share one secret. A request refused with an older secret does not
 * trigger a renewal.
 */
function renewable(get) {
  let current;
  const headers = () => {
    const promise = (current ??= get());
    promise.catch(() => {
      if (current === promise) current = undefined;
    });
    return promise;
  };
  const renew = (refused) => {
    if (current === refused) current = undefined;
    return true;
  };
  return { headers, renew };
}
