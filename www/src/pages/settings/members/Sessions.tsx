// List of the members' sessions.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useHasRole } from "../../../data/session.ts";
import { Badge } from "../../../parts/Badge.tsx";
import { Button } from "../../../parts/Button.tsx";
import { Confirm } from "../../../parts/Confirm.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { ListCard } from "../../../parts/ListCard.tsx";
import { Answer, Skeleton } from "../../../parts/States.tsx";
import * as words from "../../../view/words.ts";
import { type MemberSession, useEndSession, useSessions } from "./members.ts";

export function Sessions() {
  const sessions = useSessions();
  const seesAll = useHasRole("admin");
  const [ending, setEnding] = useState<MemberSession>();
  const columns: Column<MemberSession>[] = [
    {
      id: "member",
      title: t`Member`,
      value: ({ member }) => member.label,
      show: ({ member, current }) => (
        <>
          <span className="cut">{member.label}</span>
          {current && (
            <span className="sub">
              <Badge variant="good">
                <Trans>This session</Trans>
              </Badge>
            </span>
          )}
        </>
      ),
    },
    {
      id: "used",
      title: t`Last used`,
      value: ({ last_used_at }) => last_used_at,
      show: ({ last_used_at }) => words.moment(last_used_at),
    },
    {
      id: "created",
      title: t`Signed in`,
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.moment(created_at),
    },
    { id: "idle", title: t`Ends if unused`, value: ({ idle_ends_at }) => idle_ends_at, isExtra: true },
    {
      id: "ends",
      title: t`Ends`,
      value: ({ ends_at }) => ends_at,
      show: ({ ends_at, idle_ends_at }) => {
        const idleEnd = words.moment(idle_ends_at);
        return (
          <>
            {words.day(ends_at.slice(0, 10))}
            <span className="sub">
              <Trans>if unused: {idleEnd}</Trans>
            </span>
          </>
        );
      },
    },
    {
      id: "end",
      title: t`Actions`,
      isAction: true,
      value: () => null,
      show: (session) => {
        const { label } = session.member;
        return (
          <Button
            aria-label={session.current ? t`End this session: sign out` : t`End a session of ${label}`}
            onPress={() => setEnding(session)}
          >
            <Trans>End</Trans>
          </Button>
        );
      },
    },
  ];
  return (
    <>
      <Answer query={sessions} skeleton={<Skeleton height={180} />}>
        {(data) => (
          <ListCard
            title={seesAll ? t`Sessions of all members` : t`Your sessions`}
            note={t`A session ends after 12 hours without use, and after 30 days at the latest`}
            columns={columns}
            rows={data.sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Answer>
      {ending && <EndSessionDialog session={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndSessionDialog({ session, onClose }: { session: MemberSession; onClose: () => void }) {
  const end = useEndSession();
  const { label } = session.member;
  const signedIn = words.moment(session.created_at);
  return (
    <Confirm
      title={session.current ? t`Sign out here?` : t`End a session of “${label}”?`}
      action={session.current ? t`Sign out` : t`End the session`}
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(session.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {session.current
          ? t`You are using this session now. To sign in again you need a new link.`
          : t`Signed in on ${signedIn}. It ends immediately, and signing in again takes a new link.`}
      </p>
    </Confirm>
  );
}
