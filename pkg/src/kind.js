// The kinds of values from any realm. Tests and some runtimes run code in a separate context, where `instanceof` fails
// for objects from outside.

/** Returns the name of a value's kind, such as `ArrayBuffer`, `WebAssembly.Module` or `Undefined`. */
export const kindOf = (value) => ({}).toString.call(value).slice(8, -1);
