// The kinds of values, in whatever realm they were made: tests and some runtimes run code in contexts of its own, where
// `instanceof` knows nothing of what comes from outside.

/** The name of a value's kind, such as `ArrayBuffer`, `WebAssembly.Module` or `Undefined`. */
export const kindOf = (value) => ({}).toString.call(value).slice(8, -1);
