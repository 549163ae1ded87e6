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
      <EntryLayout title="This link is not whole">
        <p>
          An invitation link ends with a long code. Copy it whole, or ask for a new one. If your organisation asked you
          to sign in just now, open the link once more.
        </p>
        <LinkButton to="/">How to sign in</LinkButton>
      </EntryLayout>
    );
  }
  const isUsed = signIn.error instanceof ProblemError && signIn.error.problem.param === "/invitation";
  if (isUsed) {
    return (
      <EntryLayout title="This link does not work any more">
        <p>A link works once, for seven days. Ask an admin of your account for a new one.</p>
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
