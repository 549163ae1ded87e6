// Creates an account for the dashboard, with the most mentioned brands of the dataset.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../project.mjs";
import { Failure } from "../step.mjs";

const FILE = inRoot(".demo-account");
/** One own brand and its rivals. */
const BRANDS = 3;

/**
 * Returns a link that signs in to the demo account's dashboard once, and ends the previous link. `key` queries the most
 * mentioned brands.
 */
export async function demoLink({ url, adminSecret }, key) {
  const operate = async (method, path, body) => {
    const answer = await fetch(`${url}/admin/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminSecret}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status === 404) return undefined;
    if (!answer.ok)
      throw new Failure(`${method} /admin/v1${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return answer.json();
  };
  const known = kept();
  const again = known && (await operate("POST", `/accounts/${known.account}/members/${known.member}/invite`));
  if (again) return again.invitation.link;
  const account = await operate("POST", "/accounts", {
    name: "Demo",
    plan: "professional",
    brands: await brandsOf(url, key),
  });
  const member = await operate("POST", `/accounts/${account.id}/members`, { label: "Demo desk", role: "admin" });
  writeFileSync(FILE, `${JSON.stringify({ account: account.id, member: member.id })}\n`);
  return member.invitation.link;
}

function kept() {
  try {
    return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the most mentioned brands of the most mentioned category. */
async function brandsOf(url, key) {
  const most = async (group_by, filters, size) => {
    const body = JSON.stringify({ index: "siv_business_ideas", group_by, filters, size });
    const answer = await fetch(`${url}/v1/aggregate`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body,
    });
    const { buckets, result } = answer.ok ? await answer.json() : {};
    return (buckets ?? result?.[0].data.buckets ?? []).map((bucket) => bucket.key);
  };
  const [category] = await most("category", {}, 1);
  const labels = await most("brand_name", category === undefined ? {} : { category }, BRANDS);
  return labels.map((label) => ({ label, terms: [label.toLowerCase()] }));
}
