// Queries and mutations for members and sessions.
import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { queryClient, SESSION_KEY } from "../../../data/client.ts";
import { dashboardQuery, type Role, requestDashboard } from "../../../data/dashboard-api.ts";

export interface Member {
  id: string;
  label: string;
  role: Role;
  status: "invited" | "active" | "away";
  created_at: string;
  invited_until: string | null;
  last_used_at: string | null;
  sessions: number;
  /** `access` if the member signs in through the identity provider, without a link. */
  identity: "access" | null;
}

export type InvitedMember = Member & { invitation: { link: string; expires_at: string } };

export interface MemberSession {
  id: string;
  member: { id: string; label: string; role: Role };
  current: boolean;
  created_at: string;
  last_used_at: string;
  idle_ends_at: string;
  ends_at: string;
}

export const ROLES: Record<Role, { label: string; note: string }> = {
  viewer: { label: t`Viewer`, note: t`views figures and mentions, reads and downloads reports` },
  analyst: { label: t`Analyst`, note: t`also creates reports and schedules, and tests webhooks` },
  admin: { label: t`Admin`, note: t`also manages tokens, webhooks, brands and members` },
};

const MEMBERS = dashboardQuery<{ members: Member[] }>("/members");
const SESSIONS = dashboardQuery<{ sessions: MemberSession[] }>("/sessions");

export const useMembers = () => useQuery(MEMBERS);
export const useSessions = () => useQuery(SESSIONS);

const reload = () =>
  Promise.all([MEMBERS, SESSIONS].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
/** Also reloads the current session: the change may affect its role or end it. */
const reloadAll = () => Promise.all([reload(), queryClient.invalidateQueries({ queryKey: SESSION_KEY })]);

/** Creates a mutation whose response contains a sign-in link. The link goes to `done` only and is never cached. */
const useInviteMutation = <Input>(
  work: (input: Input) => Promise<InvitedMember>,
  done: (member: InvitedMember) => void,
) =>
  useMutation({
    mutationFn: async (input: Input) => {
      const member = await work(input);
      await reload();
      done(member);
    },
  });

export const useInvite = (done: (member: InvitedMember) => void) =>
  useInviteMutation(
    (member: { label: string; role: Role }) => requestDashboard<InvitedMember>("POST", "/members", { body: member }),
    done,
  );
export const useNewLink = (done: (member: InvitedMember) => void) =>
  useInviteMutation((id: string) => requestDashboard<InvitedMember>("POST", `/members/${id}/invite`), done);
export const useChangeMember = () =>
  useMutation({
    mutationFn: ({ id, ...change }: { id: string; label?: string; role?: Role }) =>
      requestDashboard<Member>("POST", `/members/${id}`, { body: change }),
    onSuccess: reloadAll,
  });
export const useRemoveMember = () =>
  useMutation({
    mutationFn: (id: string) => requestDashboard<Member>("DELETE", `/members/${id}`),
    onSuccess: reloadAll,
  });
export const useEndSession = () =>
  useMutation({
    mutationFn: (id: string) => requestDashboard<void>("DELETE", `/sessions/${id}`),
    onSuccess: reloadAll,
  });
