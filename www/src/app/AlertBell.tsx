// Link to the alerts, with the number of messages that the member has not seen.
import { plural, t } from "@lingui/core/macro";
import { Bell } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Session } from "../data/dashboard-api.ts";
import { useFired } from "../pages/alerts/alerts.ts";
import { unseenOf } from "../pages/alerts/seen.ts";

const PATH = "/alerts";
const MAX_SHOWN = 9;

export function AlertBell({ account }: { account: Session["account"] }) {
  const [path] = useLocation();
  const fired = useFired().data?.data ?? [];
  const unseen = path === PATH ? 0 : unseenOf(account.id, fired);
  const label =
    unseen > 0 ? plural(unseen, { one: "Alerts: # new message", other: "Alerts: # new messages" }) : t`Alerts`;
  return (
    <Link href={PATH} className="button icon-only plain bell" aria-label={label} title={label}>
      <Bell size={18} aria-hidden="true" />
      {unseen > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unseen > MAX_SHOWN ? `${MAX_SHOWN}+` : unseen}
        </span>
      )}
    </Link>
  );
}
