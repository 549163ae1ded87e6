// The secret of a client: how it is sent, and where it may be held. It is in no message and on no object that prints.

const bearer = (secret) => ({ Authorization: `Bearer ${secret}` });
const KINDS = {
  key: { begins: "ohk_", headers: (secret) => ({ "X-API-Key": secret }), isLongLived: true },
  browserToken: { begins: "ohb_", headers: bearer, isLongLived: false },
  token: { begins: "oht_", headers: bearer, isLongLived: true },
};

/**
 * The credential of a client's options: `headers()` promises the headers that carry it, `renew()` says whether another
 * one can be had, and then `headers()` has it.
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
    // Anything else would be repeated by the runtime's own message about a header that cannot be sent.
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
 * Requests at the same time share what was got, and a request that was refused with an older one does not ask again.
 */
function renewable(get) {
  let current;
  const headers = () => {
    const got = (current ??= get());
    got.catch(() => {
      if (current === got) current = undefined;
    });
    return got;
  };
  const renew = (refused) => {
    if (current === refused) current = undefined;
    return true;
  };
  return { headers, renew };
}
