// Dialogs that rotate or revoke a token.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Confirm } from "../../../parts/Confirm.tsx";
import { Dropdown } from "../../../parts/Fields.tsx";
import { hintOf, type NewToken, type Token, useRevokeToken, useRotateToken } from "./tokens.ts";

/** Hours for which the old secret stays valid. */
const GRACE = { 0: t`Not at all`, 1: t`One hour`, 24: t`One day`, 72: t`Three days` };

export function Rotate({
  token,
  onMade,
  onClose,
}: {
  token: Token;
  onMade: (token: NewToken) => void;
  onClose: () => void;
}) {
  const [hours, setHours] = useState("24");
  const rotate = useRotateToken(onMade);
  const { id, name } = token;
  const hint = hintOf(token);
  return (
    <Confirm
      title={t`Replace “${name}”?`}
      action={t`Create new secret`}
      isDanger={false}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ id, hours: Number(hours) })}
      onClose={onClose}
    >
      <p>
        <Trans>
          The new secret has the same access. Until the old one ({hint}) expires, both work, so that your programs can
          switch.
        </Trans>
      </p>
      <Dropdown
        label={t`Old secret still works for`}
        options={Object.entries(GRACE).map(([value, label]) => ({ value, label }))}
        value={hours}
        onChange={setHours}
      />
    </Confirm>
  );
}

export function Revoke({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useRevokeToken();
  const { id, name, last_used_at } = token;
  const hint = hintOf(token);
  const lastUsed = last_used_at?.slice(0, 10);
  return (
    <Confirm
      title={t`Revoke “${name}”?`}
      action={t`Revoke`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>Requests with {hint} are refused from now on. This cannot be undone.</Trans>
      </p>
      {lastUsed && (
        <p>
          <Trans>It was last used on {lastUsed}.</Trans>
        </p>
      )}
    </Confirm>
  );
}
