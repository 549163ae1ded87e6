// Sign-in page.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
        <a href="/docs/guides/">{t`Guides`}</a> · <a href="/docs/">{t`API reference`}</a> ·{" "}
        <a href="/explore/">{t`Explore with a key`}</a>
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
    <EntryLayout title={t`Sign in to Overheard`}>
      <p>
        <Trans>
          You sign in through your organisation. The first time, you also need an invitation link from an admin of your
          account.
        </Trans>
      </p>
      <Button variant="main" isPending={signIn.isPending} onPress={() => void enter()}>
        <Trans>Continue with your organisation’s sign-in</Trans>
      </Button>
      {signIn.isError && <Failed error={signIn.error} compact />}
    </EntryLayout>
  );
}

export function SignInPage({ hasProvider }: { hasProvider: boolean }) {
  if (hasProvider) return <ProviderSignIn />;
  return (
    <EntryLayout title={t`Sign in to Overheard`}>
      <p>
        <Trans>
          You sign in with an invitation link, which works once. You stay signed in until 12 hours after your last use.
        </Trans>
      </p>
      <ol className="steps">
        <li>
          <Trans>
            Ask an admin of your account for a link. Admins create links under <b>Settings, Members</b>.
          </Trans>
        </li>
        <li>
          <Trans>Open the link in this browser.</Trans>
        </li>
      </ol>
      <p>
        <Trans>No one has access yet? The operator of this service creates the first link.</Trans>
      </p>
      <Button
        icon={<RefreshCw size={15} aria-hidden="true" />}
        onPress={() => void queryClient.resetQueries({ queryKey: SESSION_KEY })}
      >
        <Trans>Check again</Trans>
      </Button>
    </EntryLayout>
  );
}
