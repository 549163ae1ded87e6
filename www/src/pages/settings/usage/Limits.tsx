// The limits of the plan, and how far they are used now.
import { useQuery } from "@tanstack/react-query";
import { Meter } from "react-aria-components";
import { ask } from "../../../data/client.ts";
import { Card } from "../../../parts/Card.tsx";
import { Answer, Skeleton } from "../../../parts/States.tsx";
import * as words from "../../../view/words.ts";

/** From which percentage on it is said that little is left. */
const HIGH = 80;

interface Window {
  used: number;
  limit: number | null;
  resets_at?: number;
}

export function Limits() {
  const account = useQuery({ ...ask.account(), staleTime: 15_000 });
  return (
    <Card title="Limits" note="How far they are used now">
      <Answer query={account} skeleton={<Skeleton height={62} />}>
        {({ usage: { minute, day, month } }) => (
          <div className="meters">
            <Limit label="Account API, this minute" window={minute} note="for you; each token has its own" />
            <Limit label="Account API, today" window={day} note="all tokens together" />
            <Limit label="Data API, this month" window={month} note="all keys together" />
          </div>
        )}
      </Answer>
    </Card>
  );
}

function Limit({ label, window: { used, limit, resets_at }, note }: { label: string; window: Window; note: string }) {
  const until = resets_at === undefined ? "" : `, until ${words.moment(new Date(resets_at * 1_000).toISOString())}`;
  if (limit === null) return <div className="meter"><span>{label}</span><span><b className="number">{words.count(used)}</b> <span className="soft">used, without a limit</span></span><span className="small soft">{note}</span></div>;
  const percent = limit === 0 ? 100 : (100 * used) / limit;
  return (
    <Meter className="meter" aria-label={label} value={Math.min(percent, 100)} valueLabel={`${words.count(used)} of ${words.count(limit)}`}>
      {({ percentage, valueText }) => (
        <>
          <span>{label}</span>
          <span className="meter-track"><span className={percent >= HIGH ? "meter-fill high" : "meter-fill"} style={{ width: `${percentage}%` }} /></span>
          <span><b className="number">{valueText}</b> <span className="soft">used{percent >= 100 ? ": nothing is left" : percent >= HIGH ? ": little is left" : ""}</span></span>
          <span className="small soft">{note}{until}</span>
        </>
      )}
    </Meter>
  );
}
