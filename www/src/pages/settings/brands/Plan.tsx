// Features and limits of the plan.
import { Check, Minus } from "lucide-react";
import { useSession } from "../../../data/session.ts";
import { Card } from "../../../parts/Card.tsx";
import * as words from "../../../view/words.ts";

const GROUPS: Record<string, { title: string; note: string }> = {
  mentions: { title: "Mentions", note: "every mention with its text and its video" },
  sentiment: { title: "Sentiment", note: "tone over time, by platform, language and region" },
  influencers: { title: "Influencers", note: "who talks about your brands" },
  trends: { title: "Trends", note: "rising, falling and emerging topics" },
  reports: { title: "Reports", note: "PDF and CSV, also every week or month" },
  webhooks: { title: "Webhooks", note: "events sent to your own systems" },
};

const limit = (value: number | undefined, per: string) =>
  value === undefined ? `unlimited ${per}` : `${words.count(value)} ${per}`;

export function Plan() {
  const { account, endpoints, limits, max_webhooks, access_level } = useSession();
  return (
    <Card title={`Plan: ${account.plan}`} note="Only the operator of this service can change it">
      <ul className="opens">
        {Object.entries(GROUPS).map(([group, { title, note }]) => {
          const isThere = endpoints.includes(group);
          return (
            <li key={group} className={isThere ? undefined : "absent"}>
              {isThere ? <Check size={17} aria-hidden="true" /> : <Minus size={17} aria-hidden="true" />}
              <span>
                <b>{title}</b>
                {isThere ? `: ${note}` : ": not part of your plan"}
                {group === "webhooks" && isThere ? `, up to ${words.plural(max_webhooks, "address", "addresses")}` : ""}
              </span>
            </li>
          );
        })}
      </ul>
      <dl className="details">
        <dt>Account API</dt>
        <dd>
          {limits.account
            ? `${limit(limits.account.per_minute, "requests a minute for each token")}, ${limit(limits.account.per_day, "requests a day")}`
            : "not part of your plan"}
        </dd>
        <dt>Data API</dt>
        <dd>
          {limits.data
            ? `${limit(limits.data.per_minute, "requests a minute for each key")}, ${limit(limits.data.per_month, "requests a month")}`
            : "not part of your plan"}
        </dd>
        <dt>Access</dt>
        <dd>{access_level === "raw" ? "raw records of the dataset" : "aggregates of the dataset and a few records"}</dd>
        <dt>Account</dt>
        <dd>
          {account.name}, <code>{account.id}</code>
        </dd>
      </dl>
    </Card>
  );
}
