// Detects secrets, which must not leave the page by accident.

/** The pattern of keys, tokens and signing secrets. */
const SECRET = /\b(?:oh[kbt]_|whsec_)[\w.+/=-]{12,}/;

/** Returns true if a text contains a probable secret, such as a key pasted into the wrong field. */
export const holdsSecret = (text) => SECRET.test(text);
