// Limits of the plan and how much of each is used.
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
    <Card title="Limits" note="Current usage">
      <Answer query={account} skeleton={<Skeleton height={62} />}>
        {({ usage: { minute, day } }) => (
          <div className="meters">
            <Limit
              label="Account API, this minute"
              window={minute}
              note="Your own requests. Each token has its own limit."
            />
            <Limit label="Account API, today" window={day} note="All tokens together." />
            {month.data && (
              <Limit label="Data API, this month" window={ofMonth(month.data)} note="All keys together." />
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
  const reset = resets_at === undefined ? "" : ` Resets ${words.moment(new Date(resets_at * 1_000).toISOString())}.`;
  if (limit === null)
    return (
      <div className="meter">
        <span>{label}</span>
        <span>
          <b className="number">{words.count(used)}</b> <span className="soft">used, unlimited</span>
        </span>
        <span className="small soft">{note}</span>
      </div>
    );
  const percent = limit === 0 ? 100 : (100 * used) / limit;
  return (
    <Meter
      className="meter"
      aria-label={label}
      value={Math.min(percent, 100)}
      valueLabel={`${words.count(used)} of ${words.count(limit)}`}
    >
      {({ percentage, valueText }) => (
        <>
          <span>{label}</span>
          <span className="meter-track">
            <span className={percent >= HIGH ? "meter-fill high" : "meter-fill"} style={{ width: `${percentage}%` }} />
          </span>
          <span>
            <b className="number">{valueText}</b>{" "}
            <span className="soft">used{percent >= 100 ? ": none left" : percent >= HIGH ? ": nearly all" : ""}</span>
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
