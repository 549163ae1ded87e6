// Actions on the playground and reads of its content.

/** Chooses an operation, and one of its examples by title. */
export async function choose(page, operation, example) {
  await page.locator(`input[name="operation"][value="${operation}"]`).check({ force: true });
  if (example)
    await page.getByRole("group", { name: "Examples" }).getByRole("button", { name: example, exact: true }).click();
}

export const requestTab = (page, name) => page.locator("#request").getByRole("tab", { name, exact: true }).click();
export const answerTab = (page, name) => page.locator("#answer").getByRole("tab", { name, exact: true }).click();

/** Returns the text of the request. */
export async function requestText(page) {
  await requestTab(page, "JSON");
  return page.locator("#json").inputValue();
}

export async function writeRequest(page, request) {
  await requestTab(page, "JSON");
  await page.locator("#json").fill(typeof request === "string" ? request : JSON.stringify(request));
}

/** Sends the request with a secret, and waits for a new answer or refusal. */
export async function send(page, secret) {
  if (secret !== undefined) await page.getByLabel("Key or browser token").fill(secret);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await outcome(page);
}

/** Waits until no request is pending. */
export async function outcome(page) {
  await page.locator("#answer:not([aria-busy])").waitFor();
  await page.locator("#answer :is(.facts, .refusal)").first().waitFor();
}

/** Returns the messages of the listed problems. */
export const problems = (page) => page.locator("#problems .what").allTextContents();

/** Waits until the page's address has exactly this request, and returns the address. */
export async function addressWith(page, operation, request) {
  const isThere = ([operation, request]) => {
    const said = new URLSearchParams(location.hash.slice(1));
    const isAlone = [...said.keys()].every((name) => ["operation", "request", "prefer"].includes(name));
    return isAlone && location.search === "" && said.get("operation") === operation && said.get("request") === request;
  };
  await page.waitForFunction(isThere, [operation, JSON.stringify(request)]);
  return page.url();
}
