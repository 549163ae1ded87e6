// What a bundler makes of the module's file: an address, its bytes or the module. `init` takes each of them.
import type { InitSource } from "./index.js";

declare const source: InitSource;
export default source;
