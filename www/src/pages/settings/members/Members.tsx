// Members of the account and their sessions.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
const STATES = { active: t`Signed in`, invited: t`Invited`, away: t`Signed out` } as const;

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
      title: t`Member`,
      value: ({ label }) => label,
      show: ({ id, label }) => (
        <>
          {label}
          {id === me.id && (
            <span className="soft">
              {" "}
              <Trans>(you)</Trans>
            </span>
          )}
        </>
      ),
    },
    { id: "role", title: t`Role`, value: ({ role }) => ROLES[role].label },
    {
      id: "status",
      title: t`Status`,
      value: ({ status }) => status,
      show: ({ status, invited_until, identity }) => {
        const lastDay = invited_until && words.day(invited_until.slice(0, 10));
        return (
          <>
            <Badge variant={BADGE_VARIANTS[status]}>{STATES[status]}</Badge>
            {identity && (
              <span className="sub">
                <Trans>signs in through your organisation</Trans>
              </span>
            )}
            {lastDay && (
              <span className="sub">
                <Trans>link valid until {lastDay}</Trans>
              </span>
            )}
          </>
        );
      },
    },
    {
      id: "used",
      title: t`Last active`,
      value: ({ last_used_at }) => last_used_at,
      show: ({ last_used_at }) => (last_used_at ? words.moment(last_used_at) : t`Never`),
    },
    { id: "sessions", title: t`Sessions`, isNumber: true, value: ({ sessions }) => sessions },
    ...(mayManage
      ? [
          {
            id: "actions",
            title: t`Actions`,
            isAction: true,
            value: () => null,
            show: (member: Member) => <MemberMenu member={member} onSelect={(what) => setDialog({ what, member })} />,
          },
        ]
      : []),
  ];
  const invite = mayManage && (
    <Button variant="main" icon={<UserPlus size={15} aria-hidden="true" />} onPress={() => set({ make: "member" })}>
      <Trans>Invite a member</Trans>
    </Button>
  );
  return (
    <>
      <Answer query={members} skeleton={<Skeleton height={220} />}>
        {(data) => (
          <ListCard
            title={t`Members`}
            note={
              mayManage
                ? t`Members sign in with a link, which works once`
                : me.role === "analyst"
                  ? t`You are an analyst, who also creates reports and schedules, and tests webhooks. Admins of your account invite members.`
                  : t`You are a viewer, who views figures and mentions, reads and downloads reports. Admins of your account invite members.`
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
      {invited && <InvitationLink member={invited} onClose={() => setInvited(undefined)} />}
    </>
  );
}

function InvitationLink({ member: { label, invitation }, onClose }: { member: InvitedMember; onClose: () => void }) {
  const expiry = words.moment(invitation.expires_at);
  return (
    <SecretBox title={t`Invitation for “${label}”`} label={t`Link`} secret={invitation.link} onClose={onClose}>
      <p className="soft">
        <Trans>Send it to this member. It works once, until {expiry}.</Trans>
      </p>
    </SecretBox>
  );
}
