// Loading the core's module, whatever the caller has of it.
import strings from "../generated/strings.js";
import { use, useQuickly } from "./core.js";
import * as host from "./host.js";

/** What the module imports, by the name it has for it. */
const imports = { "../src/host.js": host };
/** What a module's file begins with. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

/**
 * An `init` that loads once. A failed attempt is forgotten, so that it may be repeated.
 * @param {() => unknown} usual where the module is when the caller does not say
 * @param {() => boolean} isLoaded whether another entry has loaded a module that does all of this one
 */
export function loading(usual, isLoaded = () => false) {
  let loaded;
  const load = async (source) => {
    if (isLoaded()) return;
    const instance = await instantiate(source ?? usual());
    // The other entry may have been quicker.
    if (!isLoaded()) useQuickly(instance, strings);
  };
  return (source) => {
    loaded ??= load(source).catch((error) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Loads at once: where the runtime gives bytes or a module without waiting. */
export function initSync(source) {
  use(new WebAssembly.Instance(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source), imports));
}

/** The `init` of a runtime where importing has loaded the core. */
export const initialised = async () => {};

async function instantiate(given) {
  const source = await given;
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (typeof source === "string" || source instanceof URL) return fromResponse(await fetch(source));
  if (typeof source?.arrayBuffer === "function") return fromResponse(source);
  return fromBytes(source);
}

async function fromResponse(response) {
  if (!response.ok) throw new Error(`the core could not be loaded: ${response.url} answered ${response.status}`);
  const type = response.headers.get("content-type") ?? "";
  // Compiling while it arrives demands the right type, which not every server gives.
  if (type.startsWith("application/wasm")) return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  const bytes = await response.arrayBuffer();
  const begin = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, MAGIC.length));
  if (MAGIC.some((byte, at) => begin[at] !== byte)) {
    throw new Error(`the core could not be loaded: ${response.url} answered no WebAssembly module but '${type}'`);
  }
  return fromBytes(bytes);
}

const fromBytes = async (bytes) => (await WebAssembly.instantiate(bytes, imports)).instance;
