// Page of an invitation link. The invitation is used only after the member presses a button, because mail scanners open
// links too.
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
      <EntryLayout title="This link is incomplete">
        <p>
          An invitation link ends with a long code. Copy the whole link, or ask for a new one. If your organisation just
          asked you to sign in, open the link again.
        </p>
        <LinkButton to="/">How to sign in</LinkButton>
      </EntryLayout>
    );
  }
  const isUsed = signIn.error instanceof ProblemError && signIn.error.problem.param === "/invitation";
  if (isUsed) {
    return (
      <EntryLayout title="This link no longer works">
        <p>A link works once, within seven days. Ask an admin of your account for a new one.</p>
        <LinkButton to="/">Go to the dashboard</LinkButton>
      </EntryLayout>
    );
  }
  const enter = async () => {
    await core;
    signIn.mutate({ invitation }, { onSuccess: () => go("/", { replace: true }) });
  };
  return (
    <EntryLayout title="You are invited to Overheard">
      <p>This link signs you in on this device. It works once.</p>
      <Button variant="main" isDisabled={signIn.isPending} onPress={() => void enter()}>
        {signIn.isPending ? "Signing in" : "Sign in"}
      </Button>
      {signIn.isError && <Failed error={signIn.error} compact />}
    </EntryLayout>
  );
}
