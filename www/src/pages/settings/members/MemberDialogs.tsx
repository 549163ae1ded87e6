// Dialogs that invite, change and remove members.
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

const LABELS = { label: "Label", role: "Role" };
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
          label="Label"
          value={label}
          onChange={setLabel}
          maxLength={80}
          placeholder="Reporting desk"
          help="For your own use. It need not be a name."
          error={refused.at("label")}
          autoFocus
        />
        <Radios label="Role" options={OPTIONS} value={role} onChange={setRole} error={refused.at("role")} />
        <FormEnd>
          <Button onPress={onClose}>Cancel</Button>
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
      title="Invite a member"
      action="Create link"
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
  const send = ({ label, role }: { label: string; role: Role }) =>
    change.mutate({ id: member.id, label, role }, { onSuccess: onClose });
  return (
    <MemberForm
      title={`Edit “${member.label}”`}
      action="Save changes"
      label={member.label}
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
  return (
    <Confirm
      title={`Create a new link for “${member.label}”?`}
      action="Create link"
      isDanger={false}
      isPending={invite.isPending}
      error={invite.error}
      onConfirm={() => invite.mutate(member.id)}
      onClose={onClose}
    >
      <p>
        {member.invited_until
          ? "The current link stops working."
          : "The link signs them in again, or on another device."}{" "}
        Current sessions continue.
      </p>
    </Confirm>
  );
}

export function RemoveMember({ member, onClose }: MemberDialogProps) {
  const remove = useRemoveMember();
  const { member: me } = useSession();
  return (
    <Confirm
      title={`Remove “${member.label}”?`}
      action="Remove"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(member.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {member.id === me.id
          ? "This is you: you will be signed out immediately."
          : "They are signed out immediately, on all devices."}{" "}
        Their saved searches are deleted, and unused links stop working. Reports and tokens stay.
      </p>
    </Confirm>
  );
}
