// The module's file as bundlers import it: a URL, its bytes or the module. `init` accepts each of them.
import type { InitSource } from "./index.js";

declare const source: InitSource;
export default source;
