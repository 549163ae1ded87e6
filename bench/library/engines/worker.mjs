// What is measured in a Worker: does what is asked, one request at a time.
import * as bench from "../inside/bench.mjs";
import { ready } from "../subjects/overheard.mjs";

await ready();

export default {
  async fetch(request) {
    const { method, argument } = await request.json();
    return Response.json(bench[method](argument));
  },
};
