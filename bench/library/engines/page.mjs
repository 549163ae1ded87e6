// What is measured in a page.
import * as bench from "../inside/bench.mjs";
import { ready } from "../subjects/overheard.mjs";

/** What the page can be asked, once the module at an address is loaded. */
export async function start(address) {
  await ready(address);
  return bench;
}
