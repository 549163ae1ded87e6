// Security policies of the pages, as rules of the `_headers` file of static assets.
import { SCALAR } from "./reference.mjs";

/** Only the same origin. */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The same with the needs of the reference's renderer: it adds inline styles for its style sheet and its menus, and
 * draws icons and pictures from data. It allows no script other than files of the same origin.
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
