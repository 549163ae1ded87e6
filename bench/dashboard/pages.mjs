// The pages whose first view is measured, and what is there once they can be used.
export const PAGES = {
  "/": ".stat-value a",
  "/mentions": ".feed article a",
  "/sentiment": ".stat-value a",
  "/settings": ".table tbody tr",
};

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
