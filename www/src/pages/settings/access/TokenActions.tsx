// Dialogs that rotate or revoke a token.
import { useState } from "react";
import { Confirm } from "../../../parts/Confirm.tsx";
import { Dropdown } from "../../../parts/Fields.tsx";
import { hintOf, type NewToken, type Token, useRevokeToken, useRotateToken } from "./tokens.ts";

/** Hours for which the old secret stays valid. */
const GRACE = { 0: "Not at all", 1: "One hour", 24: "One day", 72: "Three days" };

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
  return (
    <Confirm
      title={`Replace “${token.name}”?`}
      action="Create new secret"
      isDanger={false}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ id: token.id, hours: Number(hours) })}
      onClose={onClose}
    >
      <p>
        The new secret has the same access. Until the old one ({hintOf(token)}) expires, both work, so that your
        programs can switch.
      </p>
      <Dropdown
        label="Old secret still works for"
        options={Object.entries(GRACE).map(([value, label]) => ({ value, label }))}
        value={hours}
        onChange={setHours}
      />
    </Confirm>
  );
}

export function Revoke({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useRevokeToken();
  return (
    <Confirm
      title={`Revoke “${token.name}”?`}
      action="Revoke"
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Requests with {hintOf(token)} are refused from now on. This cannot be undone.</p>
      {token.last_used_at && <p>It was last used on {token.last_used_at.slice(0, 10)}.</p>}
    </Confirm>
  );
}
