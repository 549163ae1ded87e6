// List of the members' sessions.
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
      title: "Member",
      value: ({ member }) => member.label,
      show: ({ member, current }) => (
        <>
          <span className="cut">{member.label}</span>
          {current && (
            <span className="sub">
              <Badge variant="good">This session</Badge>
            </span>
          )}
        </>
      ),
    },
    {
      id: "used",
      title: "Last used",
      value: ({ last_used_at }) => last_used_at,
      show: ({ last_used_at }) => words.moment(last_used_at),
    },
    {
      id: "created",
      title: "Signed in",
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.moment(created_at),
    },
    { id: "idle", title: "Ends if unused", value: ({ idle_ends_at }) => idle_ends_at, isExtra: true },
    {
      id: "ends",
      title: "Ends",
      value: ({ ends_at }) => ends_at,
      show: ({ ends_at, idle_ends_at }) => (
        <>
          {words.day(ends_at.slice(0, 10))}
          <span className="sub">if unused: {words.moment(idle_ends_at)}</span>
        </>
      ),
    },
    {
      id: "end",
      title: "Actions",
      isAction: true,
      value: () => null,
      show: (session) => (
        <Button
          aria-label={session.current ? "End this session: sign out" : `End a session of ${session.member.label}`}
          onPress={() => setEnding(session)}
        >
          End
        </Button>
      ),
    },
  ];
  return (
    <>
      <Answer query={sessions} skeleton={<Skeleton height={180} />}>
        {(data) => (
          <ListCard
            title={seesAll ? "Sessions of all members" : "Your sessions"}
            note="A session ends after 12 hours without use, and after 30 days at the latest"
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
  return (
    <Confirm
      title={session.current ? "Sign out here?" : `End a session of “${session.member.label}”?`}
      action={session.current ? "Sign out" : "End the session"}
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(session.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {session.current
          ? "You are using this session now. To sign in again you need a new link."
          : `Signed in on ${words.moment(session.created_at)}. It ends immediately, and signing in again takes a new link.`}
      </p>
    </Confirm>
  );
}
