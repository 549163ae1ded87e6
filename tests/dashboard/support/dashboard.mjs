// The dashboard as people have it: served by an edge with the demo dataset, opened in a browser, signed in to by a
// link.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { browser as chromiumPath, browserFlags } from "../../../scripts/project.mjs";
import { startServingEdge } from "../../edge/harness.mjs";
import { createAccount, good } from "../../support/account.mjs";
import { operator } from "../../support/client.mjs";
import { demoData } from "../../support/data.mjs";

/** How long something may take to appear. */
const PATIENCE_MS = 15_000;

const named = (label) => ({ label, terms: [label.toLowerCase()] });

/**
 * Who looks: accounts with much, little and nothing to see, one with every right, and members of the first one who may
 * less.
 */
export const MEMBERS = {
  full: { account: "full", role: "admin" },
  analyst: { account: "full", role: "analyst" },
  viewer: { account: "full", role: "viewer" },
  sparse: { account: "sparse", role: "admin" },
  none: { account: "none", role: "admin" },
  enterprise: { account: "enterprise", role: "admin" },
};

const ACCOUNTS = {
  full: { plan: "professional", brands: ["Velunara", "Borealume", "Cinderelm Beauty"].map(named) },
  sparse: { plan: "professional", brands: [named("Cinderelm Beauty")] },
  none: { plan: "starter", brands: [named("Nobody Speaks Of It")] },
  enterprise: { plan: "enterprise", brands: [named("Velunara")] },
};

/** Starts an edge with these options and a browser; everything ends with the tests of the file. */
export async function startDashboard(options = {}) {
  const ends = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const edge = await startServingEdge(demoData, options);
  ends.push(() => edge.stop());
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: browserFlags });
  ends.push(() => browser.close());
  const accounts = {};
  const account = async (name) => (accounts[name] ??= await createAccount(edge, ACCOUNTS[name]));
  /** An invitation link of a new member. */
  const invite = async (name, role = "admin") =>
    good(
      await operator(edge, "POST", `/accounts/${(await account(name)).id}/members`, { label: "Reporting desk", role }),
    ).invitation.link;
  const sessions = {};
  const session = async (as) =>
    (sessions[as] ??= await signIn(browser, await invite(MEMBERS[as].account, MEMBERS[as].role)));
  return {
    edge,
    browser,
    account,
    invite,
    /**
     * Opens an address as one of `MEMBERS`, or as nobody (`as: null`), in a context of its own, and does something with
     * it.
     */
    visit: async (address, work, { as = "full", ...options } = {}) =>
      open(
        browser,
        new URL(address, edge.url).href,
        { ...(as !== null && { storageState: await session(as) }), ...options },
        work,
      ),
  };
}

/** Uses a link as people do, and returns what the browser keeps of it. */
async function signIn(browser, link) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/**
 * Fails if the page had an error, did what its content security policy forbids, or asked another origin than its own.
 * `prepare` is done before the page is opened; `faults` are those that it may have.
 */
async function open(browser, url, { prepare = () => {}, faults: allowed = [], ...options }, work) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  try {
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.stack));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(url).origin) faults.push(`asked ${request.url()}`);
    });
    await page.exposeFunction("tellViolation", (violation) => faults.push(violation));
    await page.addInitScript(() =>
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
        globalThis.tellViolation(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
      }),
    );
    await prepare(page);
    await page.goto(url);
    await work(page);
    assert.deepEqual(
      faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
      [],
    );
  } finally {
    await context.close();
  }
}
