// Classes of functions in a profile of the Worker, in the order in which they are tried.

const isWasm = ({ url }) => url.startsWith("wasm:");
const inWasm = (pattern) => (frame) => isWasm(frame) && pattern.test(frame.functionName);
const inScript = (pattern) => (frame) => !isWasm(frame) && pattern.test(`${frame.functionName} ${frame.url}`);

export const CLASSES = [
  ["garbage collection", ({ functionName }) => functionName === "(garbage collector)"],
  ["transitions between JavaScript and WebAssembly", ({ functionName }) => /wasm-to-js|js-to-wasm/.test(functionName)],
  ["D1's JavaScript", inScript(/cloudflare-internal:d1|d1-api/)],
  ["JavaScript of the platform", inScript(/cloudflare-internal:|node-internal:|internal:/)],
  ["JavaScript of the Worker and wasm-bindgen", (frame) => !isWasm(frame) && /\.js$/.test(frame.url)],
  ["built-in functions of JavaScript", (frame) => !isWasm(frame) && frame.url === ""],
  ["wasm-bindgen, js-sys, futures", inWasm(/wasm_bindgen|js_sys|web_sys|futures|__wbindgen|__wbg/)],
  ["JSON", inWasm(/serde/)],
  ["memory", inWasm(/alloc|dlmalloc|memcpy|memmove|memset|drop_in_place|raw_vec/)],
  ["axum, http, tower", inWasm(/axum|http::|tower|matchit|hyper/)],
  ["meter and Worker", inWasm(/overheard_worker|worker::/)],
  ["checks", inWasm(/overheard::(guard|spec|base)/)],
  ["planning, decoding, answers", inWasm(/overheard|base64|ruzstd|zstd/)],
  ["other WebAssembly", isWasm],
];
