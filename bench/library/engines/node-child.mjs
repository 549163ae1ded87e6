// The process that is measured: does what its parent asks, one thing at a time.
import * as bench from "../inside/bench.mjs";
import { ready } from "../subjects/overheard.mjs";

await ready();
process.on("message", ({ method, argument }) => process.send(bench[method](argument)));
process.send("ready");
