// Features and limits of the plan.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check, Minus } from "lucide-react";
import { useSession } from "../../../data/session.ts";
import { Card } from "../../../parts/Card.tsx";
import * as words from "../../../view/words.ts";

const GROUPS: Record<string, { title: string; note: string | ((maxWebhooks: number) => string) }> = {
  mentions: { title: t`Mentions`, note: t`every mention with its text and its video` },
  sentiment: { title: t`Sentiment`, note: t`tone over time, by platform, language and region` },
  influencers: { title: t`Influencers`, note: t`who talks about your brands` },
  trends: { title: t`Trends`, note: t`rising, falling and emerging topics` },
  reports: { title: t`Reports`, note: t`PDF and CSV, also every week or month` },
  webhooks: {
    title: t`Webhooks`,
    note: (maxWebhooks) =>
      t`events sent to your own systems, up to ${plural(maxWebhooks, { one: "# address", other: "# addresses" })}`,
  },
};

function accountLimits(perMinute: number | undefined, perDay: number | undefined): string {
  const [minute, day] = [words.count(perMinute), words.count(perDay)];
  return [
    perMinute === undefined
      ? t`unlimited requests a minute for each token`
      : t`${minute} requests a minute for each token`,
    perDay === undefined ? t`unlimited requests a day` : t`${day} requests a day`,
  ].join(", ");
}

function dataLimits(perMinute: number | undefined, perMonth: number | undefined): string {
  const [minute, month] = [words.count(perMinute), words.count(perMonth)];
  return [
    perMinute === undefined ? t`unlimited requests a minute for each key` : t`${minute} requests a minute for each key`,
    perMonth === undefined ? t`unlimited requests a month` : t`${month} requests a month`,
  ].join(", ");
}

export function Plan() {
  const { account, endpoints, limits, max_webhooks, access_level } = useSession();
  const { plan } = account;
  return (
    <Card title={t`Plan: ${plan}`} note={t`Only the operator of this service can change it`}>
      <ul className="opens">
        {Object.entries(GROUPS).map(([group, { title, note }]) => {
          const isThere = endpoints.includes(group);
          const text = typeof note === "string" ? note : note(max_webhooks);
          return (
            <li key={group} className={isThere ? undefined : "absent"}>
              {isThere ? <Check size={17} aria-hidden="true" /> : <Minus size={17} aria-hidden="true" />}
              <span>
                <b>{title}</b>
                {`: ${isThere ? text : t`not part of your plan`}`}
              </span>
            </li>
          );
        })}
      </ul>
      <dl className="details">
        <dt>
          <Trans>Account API</Trans>
        </dt>
        <dd>
          {limits.account ? accountLimits(limits.account.per_minute, limits.account.per_day) : t`not part of your plan`}
        </dd>
        <dt>
          <Trans>Data API</Trans>
        </dt>
        <dd>{limits.data ? dataLimits(limits.data.per_minute, limits.data.per_month) : t`not part of your plan`}</dd>
        <dt>
          <Trans>Access</Trans>
        </dt>
        <dd>
          {access_level === "raw" ? t`raw records of the dataset` : t`aggregates of the dataset and a few records`}
        </dd>
        <dt>
          <Trans>Account</Trans>
        </dt>
        <dd>
          {account.name}, <code>{account.id}</code>
        </dd>
      </dl>
    </Card>
  );
}
