// What accounts for the mentions of a day or of a week: platforms, creators, videos and topics.
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { useState } from "react";
import { apiQueries } from "../../data/client.ts";
import { usePlanIncludes } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type Explanation = AccountAnswerOf["explain-change"];

interface Part {
  name: string;
  mentions: number;
  baseline: number | null;
  share: number | null;
}

const DAY_MS = 86_400_000;
const TITLES = { day: t`Why this many on this day?`, week: t`Why this many in this week?` };

/** Returns the interval of a period that can be explained: a day, or a week from Monday to Sunday. */
export function intervalOf(from: string, to: string): "day" | "week" | undefined {
  if (from === to) return "day";
  const isWeek = Date.parse(to) - Date.parse(from) === 6 * DAY_MS && new Date(from).getUTCDay() === 1;
  return isWeek ? "week" : undefined;
}

export function Why() {
  const { question, window } = useView();
  const interval = intervalOf(window.from, window.to);
  const isInPlan = usePlanIncludes("explain-change");
  const [opened, setOpened] = useState<string>();
  if (!interval || !isInPlan) return null;
  const period = `${window.from} ${JSON.stringify(question)}`;
  if (opened === period) return <Explained interval={interval} />;
  return (
    <p>
      <Button onPress={() => setOpened(period)}>{TITLES[interval]}</Button>
    </p>
  );
}

function Explained({ interval }: { interval: "day" | "week" }) {
  const { question, window } = useView();
  const { from: _from, to: _to, ...filters } = question;
  const explanation = useQuery(apiQueries.explainChange({ ...filters, date: window.from, interval }));
  return (
    <Card
      title={TITLES[interval]}
      note={t`Shares of the difference from the usual number. A mention with several topics counts in parts.`}
    >
      <Answer query={explanation} skeleton={<Skeleton height={260} />}>
        {(data) => (
          <>
            <p role="status">{data.summary}</p>
            <div className="why">
              <Parts title={t`Platforms`} list={data.platforms} nameOf={({ key }) => words.platform(named(key))} />
              <Parts
                title={t`Creators`}
                list={data.creators}
                nameOf={({ channel, key }) => named(channel?.name ?? key)}
              />
              <Parts title={t`Videos`} list={data.videos} nameOf={({ key }) => named(key)} />
              <Parts title={t`Topics`} list={data.topics} nameOf={({ key }) => named(key)} />
            </div>
          </>
        )}
      </Answer>
    </Card>
  );
}

interface PartsProps<List extends Explanation["platforms" | "creators" | "videos" | "topics"]> {
  title: string;
  list: List;
  nameOf: (part: List["data"][number]) => string;
}

function Parts<List extends Explanation["platforms" | "creators" | "videos" | "topics"]>({
  title,
  list,
  nameOf,
}: PartsProps<List>) {
  const rows: Part[] = [
    ...list.data.map((part) => ({ name: nameOf(part), ...numbersOf(part) })),
    { name: t`All others`, ...numbersOf(list.other) },
  ];
  return <DataTable caption={title} columns={columnsOf(title)} rows={rows} rowKey={({ name }) => name} />;
}

const named = (key: string | null) => key ?? t`None`;

const numbersOf = ({ mentions, baseline, share_pct }: Explanation["platforms"]["other"]) => ({
  mentions,
  baseline,
  share: share_pct,
});

const columnsOf = (title: string): Column<Part>[] => [
  { id: "name", title, value: ({ name }) => name, show: ({ name }) => <span className="cut">{name}</span> },
  { id: "mentions", title: t`Mentions`, isNumber: true, value: ({ mentions }) => mentions },
  {
    id: "baseline",
    title: t`Usually`,
    isNumber: true,
    value: ({ baseline }) => baseline,
    show: ({ baseline }) => (baseline === null ? words.NOTHING : words.decimal(baseline, 1)),
  },
  {
    id: "share",
    title: t`Share of the difference`,
    isNumber: true,
    value: ({ share }) => share,
    show: ({ share }) => words.percent(share, 0).replace("-", "−"),
  },
];
