// Loading the core's module, whatever the caller has of it.
import { use } from "./core.js";
import { has_letter, read_number, write_number } from "./host.js";
import { kindOf } from "./kind.js";

/** What the module imports, by the name it has for it. */
const imports = { "../src/host.js": { has_letter, read_number, write_number } };

/**
 * An `init` that loads once. A failed attempt is forgotten, so that it may be repeated.
 * @param {() => unknown} usual where the module is when the caller does not say
 * @param {(instance: WebAssembly.Instance) => void} take what takes it
 * @param {() => boolean} isLoaded whether another entry has loaded a module that does all of this one
 */
export function loading(usual, take, isLoaded = () => false) {
  let loaded;
  const load = async (source) => {
    if (isLoaded()) return;
    const instance = await instantiate(source ?? usual());
    // The other entry may have been quicker.
    if (!isLoaded()) take(instance);
  };
  return (source) =>
    (loaded ??= load(source).catch((error) => {
      loaded = undefined;
      throw error;
    }));
}

/** Loads at once: where the runtime gives bytes or a module without waiting. */
export function initSync(source) {
  use(
    new WebAssembly.Instance(
      kindOf(source) === "WebAssembly.Module" ? source : new WebAssembly.Module(source),
      imports,
    ),
  );
}

/** The `init` of a runtime where importing has loaded the core. */
export const initialised = async () => {};

async function instantiate(given) {
  let source = await given;
  if (typeof source === "string" || source instanceof URL) source = await fetch(source);
  const instantiated = await (source?.arrayBuffer
    ? instantiateAnswer(source)
    : WebAssembly.instantiate(source, imports));
  return instantiated.instance ?? instantiated;
}

/** Compiles while it arrives, where its server gives the type that this needs. */
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
