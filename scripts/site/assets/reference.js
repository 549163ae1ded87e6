// The reference, drawn by Scalar from the document of the same origin. Whatever of it would ask another address is off.
import { createApiReference } from "./scalar/standalone.esm.js";

createApiReference("#reference", {
  url: "/v1/openapi.json",
  baseServerURL: location.origin,
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
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
});
