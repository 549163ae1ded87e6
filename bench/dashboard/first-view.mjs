// The first view: how much script it takes, and how long until its numbers can be pressed.
const SCRIPT_BYTES = 200_000;
const INTERACTIVE_MS = 1_500;

/** Prints what it measures, and returns the bars that are missed. */
export async function firstView(browser, url, rounds) {
  const times = [];
  let bytes;
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage();
    // As whoever opens it for the first time: nothing is in the browser's cache.
    const session = await page.context().newCDPSession(page);
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.goto(url, { waitUntil: "commit" });
    await page.locator(".stat-value a").first().waitFor();
    times.push(await page.evaluate(() => performance.now()));
    const scripts = await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).map(({ name, encodedBodySize }) => [name.split("/").at(-1), encodedBodySize]));
    bytes = scripts.filter(([name]) => !name.startsWith("draw-")).reduce((sum, [, size]) => sum + size, 0);
    await page.close();
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  process.stdout.write(`First view: ${bytes.toLocaleString("en")} bytes of script before the charts; numbers to press after ${median.toFixed(0)} ms (${times[0].toFixed(0)} to ${times.at(-1).toFixed(0)})\n`);
  return [bytes > SCRIPT_BYTES && `${bytes} bytes of script`, median > INTERACTIVE_MS && `${median.toFixed(0)} ms until numbers can be pressed`].filter(Boolean);
}
