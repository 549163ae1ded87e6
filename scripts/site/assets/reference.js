// The reference, rendered by Scalar from the document of the same origin. All features with requests elsewhere are off.

// Without this, the renderer would test whether it may create functions from text, which this page's policy forbids.
globalThis.__zod_globalConfig = { jitless: true };
const { createApiReference } = await import("./scalar/standalone.esm.js");

/**
 * Returns the document with the flat form of JSON answers only, because the renderer shows one form. The guide of the
 * Data API shows both.
 */
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
  // Trial requests go to this origin.
  servers: [{ url: location.origin, description: "This deployment" }],
  // No fonts, proxy, telemetry or services from other servers.
  withDefaultFonts: false,
  proxyUrl: "",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  externalUrls: { dashboardUrl: "", registryUrl: "", proxyUrl: "", apiBaseUrl: "" },
  // The key is not stored.
  persistAuth: false,
  // The header has the theme switch, and downloads have their own page.
  hideDarkModeToggle: true,
  documentDownloadType: "none",
  theme: "none",
  layout: "modern",
  operationTitleSource: "path",
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
