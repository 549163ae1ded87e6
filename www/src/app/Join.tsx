// Page of an invitation link. The invitation is used only after the member presses a button, because mail scanners open
// links too.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useLocation } from "wouter";
import { ProblemError } from "overheard";
import { core } from "../data/client.ts";
import { useSignIn } from "../data/session.ts";
import { Button, LinkButton } from "../parts/Button.tsx";
import { Failed } from "../parts/States.tsx";
import { EntryLayout } from "./SignInPage.tsx";

/**
 * Reads the invitation from the address and removes it from there, so that neither the history nor the address bar
 * shows it.
 */
function takeInvitation(): string | undefined {
  const invitation = /^#(ohi_[\w.-]+)$/.exec(location.hash)?.[1];
  if (location.hash) history.replaceState(history.state, "", location.pathname);
  return invitation;
}

export function Join() {
  const [invitation] = useState(takeInvitation);
  const [, go] = useLocation();
  const signIn = useSignIn();
  if (invitation === undefined) {
    return (
      <EntryLayout title={t`This link is incomplete`}>
        <p>
          <Trans>
            An invitation link ends with a long code. Copy the whole link, or ask for a new one. If your organisation
            just asked you to sign in, open the link again.
          </Trans>
        </p>
        <LinkButton to="/">{t`How to sign in`}</LinkButton>
      </EntryLayout>
    );
  }
  const isUsed = signIn.error instanceof ProblemError && signIn.error.problem.param === "/invitation";
  if (isUsed) {
    return (
      <EntryLayout title={t`This link no longer works`}>
        <p>
          <Trans>A link works once, within seven days. Ask an admin of your account for a new one.</Trans>
        </p>
        <LinkButton to="/">{t`Go to the dashboard`}</LinkButton>
      </EntryLayout>
    );
  }
  const enter = async () => {
    await core;
    signIn.mutate({ invitation }, { onSuccess: () => go("/", { replace: true }) });
  };
  return (
    <EntryLayout title={t`You are invited to Overheard`}>
      <p>
        <Trans>This link signs you in on this device. It works once.</Trans>
      </p>
      <Button variant="main" isDisabled={signIn.isPending} onPress={() => void enter()}>
        {signIn.isPending ? t`Signing in` : t`Sign in`}
      </Button>
      {signIn.isError && <Failed error={signIn.error} compact />}
    </EntryLayout>
  );
}
