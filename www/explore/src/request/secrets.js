// What must not leave the page by accident.

/** What keys, tokens and signing secrets look like. */
const SECRET = /\b(?:oh[kbt]_|whsec_)[\w.+/=-]{12,}/;

/** Whether a text holds what looks like a secret, such as a key that was pasted into the wrong field. */
export const holdsSecret = (text) => SECRET.test(text);
