// Starts the dashboard for tests: an edge with the demo dataset, a browser, and members who sign in by a link.
import assert from "node:assert/strict";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { browser as chromiumPath, browserFlags } from "../../../scripts/project.mjs";
import { startServingEdge } from "../../edge/harness.mjs";
import { createAccount, expectOk } from "../../support/account.mjs";
import { operator } from "../../support/client.mjs";
import { demoData } from "../../support/data.mjs";

/** Time limit for an element to appear, in milliseconds. */
const PATIENCE_MS = 15_000;

const named = (label) => ({ label, terms: [label.toLowerCase()] });

/**
 * The members: accounts with much, little and no data, one with every scope, and members of the first account with
 * smaller roles.
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

/** Starts an edge with these options and a browser. Both end with the tests of the file. */
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
  /** Returns the invitation link of a new member. */
  const invite = async (name, role = "admin") =>
    expectOk(
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
     * Opens an address as one of `MEMBERS`, or without a session (`as: null`), in a browser context of its own, and
     * runs `work` there.
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

/** Signs in by a link, and returns the browser's stored state. */
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
 * Opens a page and runs `work`. Fails if the page has an error, violates its content security policy, or sends a
 * request to another origin. `prepare` runs before the page opens; `faults` lists the allowed errors.
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
