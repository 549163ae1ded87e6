// Members of the account and their sessions.
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useHasRole, useSession } from "../../../data/session.ts";
import { Badge } from "../../../parts/Badge.tsx";
import { Button } from "../../../parts/Button.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { ListCard } from "../../../parts/ListCard.tsx";
import { SecretBox } from "../../../parts/SecretBox.tsx";
import { Answer, Skeleton } from "../../../parts/States.tsx";
import { useAddress } from "../../../view/view.ts";
import * as words from "../../../view/words.ts";
import { EditMember, InviteMember, NewLink, RemoveMember } from "./MemberDialogs.tsx";
import { MemberMenu } from "./MemberMenu.tsx";
import { type InvitedMember, type Member, ROLES, useMembers } from "./members.ts";
import { Sessions } from "./Sessions.tsx";

const BADGE_VARIANTS = { active: "good", invited: "note", away: "plain" } as const;
const STATES = { active: "Signed in", invited: "Invited", away: "Signed out" } as const;

export type MemberAction = "edit" | "link" | "remove";

export default function Members() {
  const { params, set } = useAddress();
  const { member: me } = useSession();
  const mayManage = useHasRole("admin");
  const members = useMembers();
  const [invited, setInvited] = useState<InvitedMember>();
  const [dialog, setDialog] = useState<{ what: MemberAction; member: Member }>();
  const close = () => setDialog(undefined);
  const show = (member: InvitedMember) => {
    setInvited(member);
    close();
    set({ make: undefined });
  };
  const columns: Column<Member>[] = [
    {
      id: "label",
      title: "Member",
      value: ({ label }) => label,
      show: ({ id, label }) => (
        <>
          {label}
          {id === me.id && <span className="soft"> (you)</span>}
        </>
      ),
    },
    { id: "role", title: "Role", value: ({ role }) => ROLES[role].label },
    {
      id: "status",
      title: "Status",
      value: ({ status }) => status,
      show: ({ status, invited_until, identity }) => (
        <>
          <Badge variant={BADGE_VARIANTS[status]}>{STATES[status]}</Badge>
          {identity && <span className="sub">signs in through your organisation</span>}
          {invited_until && <span className="sub">link valid until {words.day(invited_until.slice(0, 10))}</span>}
        </>
      ),
    },
    {
      id: "used",
      title: "Last active",
      value: ({ last_used_at }) => last_used_at,
      show: ({ last_used_at }) => (last_used_at ? words.moment(last_used_at) : "Never"),
    },
    { id: "sessions", title: "Sessions", isNumber: true, value: ({ sessions }) => sessions },
    ...(mayManage
      ? [
          {
            id: "actions",
            title: "Actions",
            isAction: true,
            value: () => null,
            show: (member: Member) => <MemberMenu member={member} onSelect={(what) => setDialog({ what, member })} />,
          },
        ]
      : []),
  ];
  const invite = mayManage && (
    <Button variant="main" icon={<UserPlus size={15} aria-hidden="true" />} onPress={() => set({ make: "member" })}>
      Invite a member
    </Button>
  );
  return (
    <>
      <Answer query={members} skeleton={<Skeleton height={220} />}>
        {(data) => (
          <ListCard
            title="Members"
            note={
              mayManage
                ? "Members sign in with a link, which works once"
                : `You are ${me.role === "analyst" ? "an analyst, who" : "a viewer, who"} ${ROLES[me.role].note}. Admins of your account invite members.`
            }
            actions={invite}
            columns={columns}
            rows={data.members}
            rowKey={({ id }) => id}
          />
        )}
      </Answer>
      <Sessions />
      {mayManage && params.get("make") === "member" && (
        <InviteMember onInvited={show} onClose={() => set({ make: undefined })} />
      )}
      {dialog?.what === "edit" && <EditMember member={dialog.member} onClose={close} />}
      {dialog?.what === "link" && <NewLink member={dialog.member} onInvited={show} onClose={close} />}
      {dialog?.what === "remove" && <RemoveMember member={dialog.member} onClose={close} />}
      {invited && (
        <SecretBox
          title={`Invitation for “${invited.label}”`}
          label="Link"
          secret={invited.invitation.link}
          onClose={() => setInvited(undefined)}
        >
          <p className="soft">
            Send it to this member. It works once, until {words.moment(invited.invitation.expires_at)}.
          </p>
        </SecretBox>
      )}
    </>
  );
}
