// Dialogs that invite, change and remove members.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../../../data/session.ts";
import type { Role } from "../../../data/dashboard-api.ts";
import { Button } from "../../../parts/Button.tsx";
import { Confirm } from "../../../parts/Confirm.tsx";
import { FormEnd, FormOf, Radios, TextInput } from "../../../parts/Fields.tsx";
import { DialogBox } from "../../../parts/Overlays.tsx";
import { refusalsOf } from "../../../parts/refusals.ts";
import { Failed } from "../../../parts/States.tsx";
import {
  type InvitedMember,
  type Member,
  ROLES,
  useChangeMember,
  useInvite,
  useNewLink,
  useRemoveMember,
} from "./members.ts";

const LABELS = { label: t`Label`, role: t`Role` };
const OPTIONS = (Object.keys(ROLES) as Role[]).map((value) => ({ value, ...ROLES[value] }));

interface MemberFormProps {
  title: string;
  action: string;
  label?: string;
  role?: Role;
  isPending: boolean;
  error: unknown;
  onSend: (member: { label: string; role: Role }) => void;
  onClose: () => void;
}

function MemberForm({
  title,
  action,
  label: known = "",
  role: given = "viewer",
  isPending,
  error,
  onSend,
  onClose,
}: MemberFormProps) {
  const [label, setLabel] = useState(known);
  const [role, setRole] = useState<Role>(given);
  const refused = refusalsOf(error, LABELS);
  return (
    <DialogBox title={title} isOpen isPersistent onClose={onClose}>
      <FormOf isPending={isPending} onSubmit={() => onSend({ label: label.trim(), role })} error={error}>
        {refused.rest ? <Failed error={refused.rest} compact /> : null}
        <TextInput
          label={t`Label`}
          value={label}
          onChange={setLabel}
          maxLength={80}
          placeholder={t`Reporting desk`}
          help={t`For your own use. It need not be a name.`}
          error={refused.at("label")}
          autoFocus
        />
        <Radios label={t`Role`} options={OPTIONS} value={role} onChange={setRole} error={refused.at("role")} />
        <FormEnd>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="main" isPending={isPending}>
            {action}
          </Button>
        </FormEnd>
      </FormOf>
    </DialogBox>
  );
}

export function InviteMember({
  onInvited,
  onClose,
}: {
  onInvited: (member: InvitedMember) => void;
  onClose: () => void;
}) {
  const invite = useInvite(onInvited);
  return (
    <MemberForm
      title={t`Invite a member`}
      action={t`Create link`}
      isPending={invite.isPending}
      error={invite.error}
      onSend={(member) => invite.mutate(member)}
      onClose={onClose}
    />
  );
}

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

export function EditMember({ member, onClose }: MemberDialogProps) {
  const change = useChangeMember();
  const { label: currentLabel } = member;
  const send = ({ label, role }: { label: string; role: Role }) =>
    change.mutate({ id: member.id, label, role }, { onSuccess: onClose });
  return (
    <MemberForm
      title={t`Edit “${currentLabel}”`}
      action={t`Save changes`}
      label={currentLabel}
      role={member.role}
      isPending={change.isPending}
      error={change.error}
      onSend={send}
      onClose={onClose}
    />
  );
}

export function NewLink({
  member,
  onInvited,
  onClose,
}: MemberDialogProps & { onInvited: (member: InvitedMember) => void }) {
  const invite = useNewLink(onInvited);
  const { id, label } = member;
  return (
    <Confirm
      title={t`Create a new link for “${label}”?`}
      action={t`Create link`}
      isDanger={false}
      isPending={invite.isPending}
      error={invite.error}
      onConfirm={() => invite.mutate(id)}
      onClose={onClose}
    >
      <p>
        {member.invited_until
          ? t`The current link stops working. Current sessions continue.`
          : t`The link signs them in again, or on another device. Current sessions continue.`}
      </p>
    </Confirm>
  );
}

export function RemoveMember({ member, onClose }: MemberDialogProps) {
  const remove = useRemoveMember();
  const { member: me } = useSession();
  const { id, label } = member;
  return (
    <Confirm
      title={t`Remove “${label}”?`}
      action={t`Remove`}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {id === me.id ? (
          <Trans>
            This is you: you will be signed out immediately. Their saved searches are deleted, and unused links stop
            working. Reports and tokens stay.
          </Trans>
        ) : (
          <Trans>
            They are signed out immediately, on all devices. Their saved searches are deleted, and unused links stop
            working. Reports and tokens stay.
          </Trans>
        )}
      </p>
    </Confirm>
  );
}
