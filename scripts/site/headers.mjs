// What the pages may do, as rules of the `_headers` file that static assets are served with.
import { SCALAR } from "./reference.mjs";

/** Nothing but what the same origin has. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The same, and what the renderer of the reference cannot do without: it writes its style sheet and the positions of
 * its menus into the page, and draws icons and pictures of answers from data. No script is allowed that is not a file
 * here.
 */
const REFERENCE = STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
  "img-src 'self'",
  "img-src 'self' data: blob:",
);

/** The rules of everything below /docs/. */
export const docsHeaders = `/docs/*
  Content-Security-Policy: ${STRICT}
  Referrer-Policy: no-referrer

/docs/
  ! Content-Security-Policy
  Content-Security-Policy: ${REFERENCE}

${SCALAR}*
  Cache-Control: public, max-age=31536000, immutable
`;
