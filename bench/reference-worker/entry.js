// The entry of the reference Worker. The build resolves "worker-module" to what overheard-bindgen writes for it.
import * as module from "worker-module";

export default { fetch: (request, env, context) => module.fetch(request, env, context) };
