// The operations of the OpenAPI document, one after the other.
const METHODS = ["get", "put", "post", "delete", "patch"];

/** Every operation with its `path` and its `method` in capitals. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      path,
      method: method.toUpperCase(),
      ...item[method],
    })),
  );

const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** Where the reference shows an operation. */
export const operationUrl = ({ tags: [tag], method, path }) => `/docs/#tag/${slug(tag)}/${method}${path}`;
