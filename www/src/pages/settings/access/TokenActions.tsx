// Dialogs that rotate or revoke a token.
import { useState } from "react";
import { Confirm } from "../../../parts/Confirm.tsx";
import { Dropdown } from "../../../parts/Fields.tsx";
import { hintOf, type NewToken, type Token, useRevokeToken, useRotateToken } from "./tokens.ts";

/** Hours for which the old secret stays valid. */
const GRACE = { 0: "It ends at once", 1: "One hour", 24: "One day", 72: "Three days" };

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
      action="Make the new secret"
      isDanger={false}
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate({ id: token.id, hours: Number(hours) })}
      onClose={onClose}
    >
      <p>
        There is a new secret with the same rights. Until the old one ends ({hintOf(token)}), both are good, so that
        your programs can change over.
      </p>
      <Dropdown
        label="The old secret stays good for"
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
      <p>Whatever asks with {hintOf(token)} is refused from the next request on. This cannot be taken back.</p>
      {token.last_used_at && <p>It was last used on {token.last_used_at.slice(0, 10)}.</p>}
    </Confirm>
  );
}
