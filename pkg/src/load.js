// Loading of the core's module from any accepted source.
import { use } from "./core.js";
import { has_letter, read_number, write_number } from "./host.js";
import { kindOf } from "./kind.js";

/** The imports of the module, by its own name for them. */
const imports = { "../src/host.js": { has_letter, read_number, write_number } };

/**
 * Returns an `init` that loads once. After a failure, the next call tries again.
 * @param {() => unknown} defaultSource the source of the module if the caller passes none
 * @param {(instance: WebAssembly.Instance) => void} accept receives the loaded module
 * @param {() => boolean} isLoaded returns true if another entry has loaded a module with at least these functions
 */
export function loading(defaultSource, accept, isLoaded = () => false) {
  let loaded;
  const load = async (source) => {
    if (isLoaded()) return;
    const instance = await instantiate(source ?? defaultSource());
    // Another entry may have loaded its module meanwhile.
    if (!isLoaded()) accept(instance);
  };
  return (source) =>
    (loaded ??= load(source).catch((error) => {
      loaded = undefined;
      throw error;
    }));
}

/** Loads synchronously, if the runtime provides bytes or a module. */
export function initSync(source) {
  use(
    new WebAssembly.Instance(
      kindOf(source) === "WebAssembly.Module" ? source : new WebAssembly.Module(source),
      imports,
    ),
  );
}

/** The `init` of a runtime in which the import has loaded the core. */
export const initialised = async () => {};

async function instantiate(given) {
  let source = await given;
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  const instantiated = await (source?.arrayBuffer
    ? instantiateAnswer(source)
    : WebAssembly.instantiate(source, imports));
  return instantiated.instance ?? instantiated;
}

/** Compiles while downloading, if the server sends the media type that this requires. */
async function instantiateAnswer(response) {
  const type = response.headers.get("content-type");
  if (response.ok && type === "application/wasm") return WebAssembly.instantiateStreaming(response, imports);
  const bytes = await response.arrayBuffer();
  const got = !response.ok
    ? response.status
    : new Uint8Array(bytes)[0] === 0
      ? ""
      : `no WebAssembly module but '${type}'`;
  if (got) throw new Error(`the core could not be loaded: ${response.url} answered ${got}`);
  return WebAssembly.instantiate(bytes, imports);
}
