// The reference, drawn by Scalar from the document of the same origin. Whatever of it would ask another address is off.

// Otherwise the renderer would find out whether it may make functions of texts, which the policy of this page forbids.
globalThis.__zod_globalConfig = { jitless: true };
const { createApiReference } = await import("./scalar/standalone.esm.js");

/** The renderer shows one form of an answer in JSON: the flat one. The guide of the Data API shows both. */
function oneForm(document) {
  const answers = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }) => Object.values(responses));
  for (const { content = {} } of answers)
    for (const type of Object.keys(content)) if (type.includes("profile")) delete content[type];
  return document;
}

createApiReference("#reference", {
  content: oneForm(await (await fetch("/v1/openapi.json")).json()),
  // What is tried is asked here.
  servers: [{ url: location.origin, description: "This deployment" }],
  // Nothing from elsewhere: no fonts, no proxy, no counting, no services of the renderer's makers.
  withDefaultFonts: false,
  proxyUrl: "",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  externalUrls: { dashboardUrl: "", registryUrl: "", proxyUrl: "", apiBaseUrl: "" },
  // A key is kept by nobody.
  persistAuth: false,
  // The bar on top has the switch of colours, and the downloads their own page.
  hideDarkModeToggle: true,
  documentDownloadType: "none",
  theme: "none",
  layout: "modern",
  operationTitleSource: "path",
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
