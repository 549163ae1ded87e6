// Lists the operations of the OpenAPI document.
const METHODS = ["get", "put", "post", "delete", "patch"];

/** Returns every operation with its `path` and its `method` in capitals. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => ({
      path,
      method: method.toUpperCase(),
      ...item[method],
    })),
  );

const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** Returns the address of an operation in the reference. */
export const operationUrl = ({ tags: [tag], method, path }) => `/docs/#tag/${slug(tag)}/${method}${path}`;
