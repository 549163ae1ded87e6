// The tone by platform, language or region.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccountAnswerOf } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { ask } from "../../data/client.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { LowConfidence } from "../../parts/Marks.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { shareOf, TONES, toneSeries } from "../../view/tones.ts";
import { useAddress, useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

type By = "platform" | "language" | "region";
type Part = AccountAnswerOf["sentiment-breakdown"]["data"][number];
const BY: Record<By, string> = { platform: "By platform", language: "By language", region: "By region" };

export function Breakdown() {
  const { question } = useView();
  const { params, set } = useAddress();
  const named = params.get("by") as By | null;
  const by: By = named && named in BY ? named : "platform";
  const asked = { ...question, by, limit: 12 };
  const breakdown = useQuery({ ...ask.sentimentBreakdown(asked), placeholderData: keepPreviousData });
  const actions = <SelectOf label="Told apart by" options={Object.entries(BY).map(([value, label]) => ({ value: value as By, label }))} chosen={by} onChange={(value) => set({ by: value === "platform" ? undefined : value })} />;
  return (
    <div className="span-12 cell">
      <Answer query={breakdown} skeleton={<Skeleton height={251} />} isEmpty={({ meta }) => meta.mentions === 0}>
        {(data) => <Parts data={data} asked={asked} actions={actions} />}
      </Answer>
    </div>
  );
}

function Parts({ data: { by, data, other, unknown, meta }, asked, actions }: { data: AccountAnswerOf["sentiment-breakdown"]; asked: Record<string, unknown>; actions: React.ReactNode }) {
  const address = useMentionsAddress();
  const name = (key: string) => words[by](key);
  const columns: Column<Part>[] = [
    { id: "key", title: BY[by].replace("By ", "").replace(/^./, (letter) => letter.toUpperCase()), value: ({ key }) => name(key), show: ({ key }) => <Link href={address({ [by]: [key] })}>{name(key)}</Link> },
    { id: "mentions", title: "Mentions", isNumber: true, value: ({ mentions }) => mentions, show: ({ key, mentions, low_confidence }) => <>{low_confidence && <LowConfidence n={mentions} />} <Link href={address({ [by]: [key] })}>{words.count(mentions)}</Link></> },
    { id: "share", title: "Share", isNumber: true, value: ({ share_pct }) => share_pct, show: ({ share_pct }) => words.percent(share_pct) },
    { id: "average", title: "Average tone", isNumber: true, value: ({ average }) => average, show: ({ average }) => words.tone(average) },
    { id: "net", title: "Net sentiment", isNumber: true, value: ({ net_sentiment }) => net_sentiment, show: ({ net_sentiment }) => words.net(net_sentiment) },
    ...TONES.map((tone): Column<Part> => ({ id: tone, title: words.toneLabel(tone), isNumber: true, value: ({ counts }) => counts[tone], show: ({ key, counts }) => <Link href={address({ [by]: [key], sentiment: [tone] })}>{words.count(counts[tone])}</Link> })),
  ];
  const series = toneSeries(data.map(({ counts }) => counts), shareOf).map((one) => ({ ...one, n: data.map(({ mentions }) => mentions) }));
  const rest = [other.mentions > 0 && `${words.count(other.mentions)} with other values`, unknown.mentions > 0 && `${words.count(unknown.mentions)} without a value`].filter(Boolean);
  return (
    <Figure
      title={`Tone ${BY[by].toLowerCase()}`}
      note={`Share of each tone, in percent${rest.length > 0 ? `; besides ${rest.join(" and ")}` : ""}`}
      columns={columns}
      rows={data}
      rowKey={({ key }) => key}
      picture={{ kind: "bars", unit: "share", isStacked: true, keys: data.map(({ key, mentions }) => `${name(key)} (${words.count(mentions)})`), series }}
      addressAt={(key) => data[key] && address({ [by]: [data[key].key] })}
      question={{ operation: "sentiment-breakdown", question: asked }}
      window={meta}
      n={meta.mentions}
      isLowConfidence={meta.low_confidence}
      actions={actions}
    />
  );
}
