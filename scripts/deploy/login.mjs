// The login at the platform, and the account of a deployment.
import { Failure } from "../step.mjs";
import { Refusal, typed, wranglerJson } from "./wrangler.mjs";

export const LOGIN = ["whoami", "--json"];

/** Returns the id and the name of a deployment's account. Fails without a login, or if there are several accounts. */
export async function login({ account }) {
  const { accounts } = await whoami();
  const list = accounts.map(({ id, name }) => `${id} (${name})`).join(", ");
  if (account !== undefined) {
    const found = accounts.find(({ id }) => id === account);
    // A token may be valid for an account that it cannot list.
    if (found === undefined && accounts.length > 0) {
      throw new Failure(
        `the login cannot use the account ${account}. It can use: ${list}. Log in as somebody who can: ${typed(["login"])}`,
      );
    }
    return found ?? { id: account, name: account };
  }
  if (accounts.length === 1) return accounts[0];
  if (accounts.length === 0) throw new Failure("the login names no account. Say which one it is for: --account ID");
  throw new Failure(`the login can use several accounts. Choose one with --account ID: ${list}`);
}

async function whoami() {
  try {
    return await wranglerJson(LOGIN);
  } catch (error) {
    const isLoggedOut =
      error instanceof Refusal && /"loggedIn":\s*false|not logged in|not authenticated/i.test(error.message);
    if (!isLoggedOut) throw error;
    throw new Failure(`nobody is logged in at Cloudflare. Run: ${typed(["login"])} (or set CLOUDFLARE_API_TOKEN)`);
  }
}
