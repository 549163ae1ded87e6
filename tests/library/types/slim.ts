// The entry whose caller loads the module.
import { check, init, initSync } from "overheard/slim";

await init(fetch("/overheard.wasm"));
initSync(new Uint8Array());
initSync(await WebAssembly.compile(new Uint8Array()));
check("creators", {});
// @ts-expect-error there is no usual place
init();
// @ts-expect-error illegal here as well
check("creators", { index: "siv_info" });
