// Sign-in page.
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { core, queryClient, SESSION_KEY } from "../data/client.ts";
import { useSignIn } from "../data/session.ts";
import { Button } from "../parts/Button.tsx";
import { Failed } from "../parts/States.tsx";

/** Layout of the pages for visitors without a session. */
export function EntryLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="door">
      <img src="/icon.svg" alt="" width="40" height="40" />
      <h1>{title}</h1>
      {children}
      <p className="small soft">
        <a href="/docs/guides/">Guides</a> · <a href="/docs/">API reference</a> ·{" "}
        <a href="/explore/">Explore with a key</a>
      </p>
    </main>
  );
}

/** Sign-in through the identity provider. It takes a button press: an automatic sign-in would undo every sign-out. */
function ProviderSignIn() {
  const signIn = useSignIn();
  const enter = async () => {
    await core;
    signIn.mutate({ identity: "access" });
  };
  return (
    <EntryLayout title="Sign in to Overheard">
      <p>
        You sign in through your organisation. The first time, you also need an invitation link from an admin of your
        account.
      </p>
      <Button variant="main" isPending={signIn.isPending} onPress={() => void enter()}>
        Continue with your organisation’s sign-in
      </Button>
      {signIn.isError && <Failed error={signIn.error} compact />}
    </EntryLayout>
  );
}

export function SignInPage({ hasProvider }: { hasProvider: boolean }) {
  if (hasProvider) return <ProviderSignIn />;
  return (
    <EntryLayout title="Sign in to Overheard">
      <p>
        You sign in with an invitation link, which works once. You stay signed in until 12 hours after your last use.
      </p>
      <ol className="steps">
        <li>
          Ask an admin of your account for a link. Admins create links under <b>Settings, Members</b>.
        </li>
        <li>Open the link in this browser.</li>
      </ol>
      <p>No one has access yet? The operator of this service creates the first link.</p>
      <Button
        icon={<RefreshCw size={15} aria-hidden="true" />}
        onPress={() => void queryClient.resetQueries({ queryKey: SESSION_KEY })}
      >
        Check again
      </Button>
    </EntryLayout>
  );
}
