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
              <Badge variant="good">This one</Badge>
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
    { id: "idle", title: "Ends unused", value: ({ idle_ends_at }) => idle_ends_at, isExtra: true },
    {
      id: "ends",
      title: "Ends",
      value: ({ ends_at }) => ends_at,
      show: ({ ends_at, idle_ends_at }) => (
        <>
          {words.day(ends_at.slice(0, 10))}
          <span className="sub">unused: {words.moment(idle_ends_at)}</span>
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
            note="A session ends 12 hours after it was last used, 30 days after it began"
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
          ? "This is the session that you look at this page with. To come back you need a new link."
          : `Signed in on ${words.moment(session.created_at)}. It is over with the next request, and takes a new link to come back.`}
      </p>
    </Confirm>
  );
}
