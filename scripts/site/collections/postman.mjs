// Creates the request collection for Postman, format 2.1, from the OpenAPI document by Postman's own converter.
import { createHash } from "node:crypto";
import converter from "openapi-to-postmanv2";
import { operationsOf } from "../operations.mjs";
import { SECRET, idOf, withValues } from "./prepare.mjs";

const OPTIONS = {
  folderStrategy: "Tags",
  requestNameSource: "Fallback",
  requestParametersResolution: "Example",
  exampleParametersResolution: "Example",
  parametersResolution: "Example",
  enableOptionalParameters: false,
  includeAuthInfoInExample: false,
};

/** Variables for the user to set. The address is that of `npm start`. */
export const VARIABLES = [
  {
    key: "baseUrl",
    value: "http://127.0.0.1:8787",
    description: "The address of the deployment, without a slash at the end.",
  },
  { key: "apiKey", value: "", description: "A key of the Data API: ohk_…" },
  { key: "accountToken", value: "", description: "A token of the Account API: oht_…" },
];

/** Returns the collection as an object. */
export async function postmanCollection(document) {
  const copy = withValues(document);
  const { result, reason, output } = await new Promise((resolve, reject) =>
    converter.convertV2({ type: "json", data: copy }, OPTIONS, (error, converted) =>
      error ? reject(error) : resolve(converted),
    ),
  );
  if (!result) throw new Error(`the OpenAPI document was not converted: ${reason}`);
  const { info, item } = JSON.parse(JSON.stringify(output[0].data).replaceAll("{{bearerToken}}", "{{accountToken}}"));
  // Webhook deliveries are no requests.
  const folders = item.filter(({ item }) => item.length > 0);
  const byId = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  return {
    info: { ...info, _postman_id: stableId("collection") },
    item: folders.map((folder) => ({
      ...folder,
      id: stableId(folder.name),
      item: folder.item.map((one) => finished(one, byId)),
    })),
    variable: [...VARIABLES, ...ids(document)],
  };
}

/** Returns the ids and the secret that requests store for later ones. */
const ids = (document) =>
  [...new Set(Object.keys(document.paths).map(idOf).filter(Boolean)), SECRET].map((key) => ({
    key,
    value: "",
    description: "Taken from the answer that has one; or write it here.",
  }));

function finished(item, byId) {
  const operation = byId.get(item.name);
  const name = idOf(`${operation.path}/{id}`);
  return {
    ...item,
    id: stableId(item.name),
    request: { ...item.request, url: written(item.request.url) },
    ...(name &&
      returnsId(operation) && {
        event: [{ listen: "test", script: { type: "text/javascript", exec: storeId(name, operation) } }],
      }),
    // An answer without a body has no example.
    response: item.response
      .filter(({ body }) => body)
      .map((response, at) => {
        const { originalRequest } = response;
        return {
          ...response,
          id: stableId(`${item.name} ${at}`),
          originalRequest: { ...originalRequest, url: written(originalRequest.url) },
        };
      }),
  };
}

/** Returns an address with its raw text, which the converter omits. */
function written(url) {
  const query = url.query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${value}`)
    .join("&");
  return { raw: `${url.host.join(".")}/${url.path.join("/")}${query && `?${query}`}`, ...url };
}

/** Returns true if the answer of an operation has the id of an object. */
const returnsId = ({ path }) => !path.includes("{id}");

/** Stores the id of the created object, or of a list's first item, and the secret of a created feed. */
const storeId = (name, { method, operationId }) => [
  "if (pm.response.code < 300) {",
  `  const id = pm.response.json().${method === "POST" ? "id" : "data?.[0]?.id"};`,
  `  if (id) pm.collectionVariables.set("${name}", id);`,
  ...(operationId === "createFeed"
    ? [`  pm.collectionVariables.set("${SECRET}", pm.response.json().url.split("/").at(-1));`]
    : []),
  "}",
];

/** Returns an id in Postman's random form that is stable for a name. */
function stableId(name) {
  const hex = createHash("sha256").update(`overheard ${name}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
