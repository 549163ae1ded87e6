// Tone by platform, language or region.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf, ResultMeta } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { MIN_SAMPLE, LowConfidence } from "../../parts/Marks.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { type WithBasis, withBasis, scoredOf } from "../../view/basis.ts";
import { ratedIn, shareSeries, TONE_RULE, TONES } from "../../view/tones.ts";
import { useAddress, useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type By = "platform" | "language" | "region";
type Answered = AccountAnswerOf["sentiment-breakdown"] & { _meta?: ResultMeta };
type Part = Answered["data"][number] & WithBasis;
const BY: Record<By, string> = { platform: "By platform", language: "By language", region: "By region" };

export function Breakdown() {
  const { question } = useView();
  const { params, set } = useAddress();
  const byParam = params.get("by") as By | null;
  const by: By = byParam && byParam in BY ? byParam : "platform";
  const request = { ...question, by, limit: 12 };
  const breakdown = useQuery({ ...apiQueries.sentimentBreakdown(request), placeholderData: keepPreviousData });
  const actions = (
    <SelectOf
      label="Group by"
      options={Object.entries(BY).map(([value, label]) => ({ value: value as By, label }))}
      chosen={by}
      onChange={(value) => set({ by: value === "platform" ? undefined : value })}
    />
  );
  return (
    <div className="span-12 cell">
      <Answer query={breakdown} skeleton={<Skeleton height={251} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {(data) => <Parts data={data} request={request} actions={actions} />}
      </Answer>
    </div>
  );
}

function Parts({
  data: { by, data: parts, other, unknown, meta, _meta },
  request,
  actions,
}: {
  data: Answered;
  request: Record<string, unknown>;
  actions: React.ReactNode;
}) {
  const address = useMentionsAddress();
  const data = withBasis(parts, { _meta });
  const name = (key: string) => words[by](key);
  const columns: Column<Part>[] = [
    {
      id: "key",
      title: BY[by].replace("By ", "").replace(/^./, (letter) => letter.toUpperCase()),
      value: ({ key }) => name(key),
      show: ({ key }) => <Link href={address({ [by]: [key] })}>{name(key)}</Link>,
    },
    {
      id: "mentions",
      title: "Mentions",
      isNumber: true,
      value: ({ mentions }) => mentions,
      show: ({ key, mentions, low_confidence }) => (
        <>
          {low_confidence && <LowConfidence n={mentions} />}{" "}
          <Link href={address({ [by]: [key] })}>{words.count(mentions)}</Link>
        </>
      ),
    },
    {
      id: "share",
      title: "Share of mentions",
      isNumber: true,
      value: ({ share_pct }) => share_pct,
      show: ({ share_pct }) => words.percent(share_pct),
    },
    { id: "scored", title: "Scored mentions", isNumber: true, value: (part) => scoredOf(part) ?? null },
    {
      id: "average",
      title: "Average tone",
      isNumber: true,
      value: ({ average }) => average,
      show: ({ average, ...part }) => (
        <>
          {words.tone(average)}{" "}
          {average !== null && (scoredOf(part) ?? MIN_SAMPLE) < MIN_SAMPLE && <LowConfidence n={scoredOf(part)} />}
        </>
      ),
    },
    {
      id: "net",
      title: "Net sentiment",
      isNumber: true,
      value: ({ net_sentiment }) => net_sentiment,
      show: ({ net_sentiment }) => words.net(net_sentiment),
    },
    ...TONES.map(
      (tone): Column<Part> => ({
        id: tone,
        title: words.toneLabel(tone),
        isNumber: true,
        value: ({ counts }) => counts[tone],
        show: ({ key, counts }) => (
          <Link href={address({ [by]: [key], sentiment: [tone] })}>{words.count(counts[tone])}</Link>
        ),
      }),
    ),
  ];
  const rated = data.reduce((sum, { counts }) => sum + ratedIn(counts), 0);
  const series = shareSeries(data.map(({ counts }) => counts));
  const rest = [
    other.mentions > 0 && `${words.count(other.mentions)} with other values`,
    unknown.mentions > 0 && `${words.count(unknown.mentions)} without a value`,
  ].filter(Boolean);
  return (
    <Figure
      title={`Tone ${BY[by].toLowerCase()}`}
      note={`Percentage of rated mentions${rest.length > 0 ? `; not shown: ${rest.join(", ")}` : ""}`}
      columns={columns}
      rows={data}
      rowKey={({ key }) => key}
      chartSpec={{
        kind: "bars",
        unit: "share",
        isStacked: true,
        nUnit: "rated",
        keys: data.map(({ key, counts }) => `${name(key)} (${words.count(ratedIn(counts))})`),
        series,
      }}
      addressAt={(key) => data[key] && address({ [by]: [data[key].key] })}
      question={{ operation: "sentiment-breakdown", question: request }}
      window={meta}
      n={rated}
      nUnit="rated"
      isLowConfidence={rated < MIN_SAMPLE}
      actions={actions}
    >
      <p className="small soft">
        {TONE_RULE} Percentages are based on rated mentions, averages on mentions with a score.
      </p>
    </Figure>
  );
}
