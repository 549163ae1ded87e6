// Limits of the plan and how much of each is used.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Meter } from "react-aria-components";
import { apiQueries } from "../../../data/client.ts";
import { Card } from "../../../parts/Card.tsx";
import { Answer, Skeleton } from "../../../parts/States.tsx";
import { today } from "../../../view/dates.ts";
import * as words from "../../../view/words.ts";
import { type Usage, useUsage } from "./usage.ts";

/** Percentage from which a limit counts as nearly used up. */
const HIGH = 80;

interface Window {
  used: number;
  limit: number | null;
  resets_at?: number;
}

export function Limits() {
  const account = useQuery({ ...apiQueries.account(), staleTime: 15_000 });
  const month = useUsage({ from: `${today().slice(0, 7)}-01`, to: today(), interval: "month", group_by: "face" });
  return (
    <Card title={t`Limits`} note={t`Current usage`}>
      <Answer query={account} skeleton={<Skeleton height={62} />}>
        {({ usage: { minute, day } }) => (
          <div className="meters">
            <Limit
              label={t`Account API, this minute`}
              window={minute}
              note={t`Your own requests. Each token has its own limit.`}
            />
            <Limit label={t`Account API, today`} window={day} note={t`All tokens together.`} />
            {month.data && (
              <Limit label={t`Data API, this month`} window={ofMonth(month.data)} note={t`All keys together.`} />
            )}
          </div>
        )}
      </Answer>
    </Card>
  );
}

/** Returns the Data API requests of this month. */
const ofMonth = ({ groups, limits }: Usage): Window => ({
  used: groups.find(({ face }) => face === "data")?.charged ?? 0,
  limit: limits.data_requests_per_month,
});

function Limit({ label, window: { used, limit, resets_at }, note }: { label: string; window: Window; note: string }) {
  const resetAt = resets_at === undefined ? undefined : words.moment(new Date(resets_at * 1_000).toISOString());
  const reset = resetAt === undefined ? "" : ` ${t`Resets ${resetAt}.`}`;
  const usedCount = words.count(used);
  if (limit === null)
    return (
      <div className="meter">
        <span>{label}</span>
        <span>
          <Trans>
            <b className="number">{usedCount}</b> <span className="soft">used, unlimited</span>
          </Trans>
        </span>
        <span className="small soft">{note}</span>
      </div>
    );
  const limitCount = words.count(limit);
  const percent = limit === 0 ? 100 : (100 * used) / limit;
  return (
    <Meter
      className="meter"
      aria-label={label}
      value={Math.min(percent, 100)}
      valueLabel={t`${usedCount} of ${limitCount}`}
    >
      {({ percentage, valueText }) => (
        <>
          <span>{label}</span>
          <span className="meter-track">
            <span className={percent >= HIGH ? "meter-fill high" : "meter-fill"} style={{ width: `${percentage}%` }} />
          </span>
          <span>
            {percent >= 100 ? (
              <Trans>
                <b className="number">{valueText}</b> <span className="soft">used: none left</span>
              </Trans>
            ) : percent >= HIGH ? (
              <Trans>
                <b className="number">{valueText}</b> <span className="soft">used: nearly all</span>
              </Trans>
            ) : (
              <Trans>
                <b className="number">{valueText}</b> <span className="soft">used</span>
              </Trans>
            )}
          </span>
          <span className="small soft">
            {note}
            {reset}
          </span>
        </>
      )}
    </Meter>
  );
}
