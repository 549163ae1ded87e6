// The process that is measured: does what its parent asks, one thing at a time.
import * as bench from "../inside/bench.mjs";
import { addBefore } from "../subjects/index.mjs";
import { ready } from "../subjects/overheard.mjs";

const [, , checkout] = process.argv;
await ready();
if (checkout) await addBefore(checkout);
process.on("message", ({ method, argument }) => process.send(bench[method](argument)));
process.send("ready");
