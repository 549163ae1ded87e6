// Brands, tones and topics of a creator's mentions.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import type { ChartSpec } from "../../charts/chart-spec.ts";
import { apiQueries } from "../../data/client.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { MIN_SAMPLE, LowConfidence, Scored, ToneMark } from "../../parts/Marks.tsx";
import { Card } from "../../parts/Card.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { isFilterable } from "../../view/filters.ts";
import { withBasis, scoredOf } from "../../view/basis.ts";
import { shareOf, TONES } from "../../view/tones.ts";
import { useView, type View } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { useCreatorMentionsAddress, type ProfileResponse } from "./profile.ts";

/** Minimum number of mentions for a chart; below it the card shows the table. */
const MIN_MENTIONS = 5;

interface SectionProps {
  data: ProfileResponse;
  question: Record<string, unknown>;
}

export function Brands({ data: { id, by_brand, brand_stats, _meta }, question }: SectionProps) {
  const { window } = useView();
  const address = useCreatorMentionsAddress(id);
  const rows = withBasis(by_brand, { _meta });
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: "brand",
      title: t`Brand`,
      value: ({ brand }) => brand.label,
      show: ({ brand }) => <Link href={address({ brand: [brand.id] })}>{brand.label}</Link>,
    },
    {
      id: "mentions",
      title: t`Mentions`,
      isNumber: true,
      value: ({ mentions }) => mentions,
      show: ({ brand, mentions }) => <Link href={address({ brand: [brand.id] })}>{words.count(mentions)}</Link>,
    },
    {
      id: "tone",
      title: t`Tone`,
      isNumber: true,
      value: ({ average_sentiment }) => average_sentiment,
      show: ({ average_sentiment, known }) => (
        <>
          {(scoredOf({ known }) ?? MIN_SAMPLE) < MIN_SAMPLE && <LowConfidence n={scoredOf({ known })} />}{" "}
          {words.tone(average_sentiment)} {average_sentiment !== null && <Scored of={scoredOf({ known })} />}
        </>
      ),
    },
    { id: "scored", title: t`Scored mentions`, isNumber: true, isExtra: true, value: (row) => scoredOf(row) ?? null },
  ];
  return (
    <Figure
      title={t`Brands they mention`}
      note={t`Mentions and average tone; a mention of two brands counts for both`}
      span={4}
      columns={columns}
      rows={rows}
      rowKey={({ brand }) => brand.id}
      question={{ operation: "influencer", question }}
      window={window}
      n={brand_stats.mentions}
    />
  );
}

export function Tones({ id, within }: { id: string; within: Pick<View["question"], "brand" | "from" | "to"> }) {
  const { window } = useView();
  const address = useCreatorMentionsAddress(id);
  const request = { ...within, influencer: [id] };
  const sentiment = useQuery({ ...apiQueries.sentiment(request), placeholderData: keepPreviousData });
  return (
    <div className="span-4 cell">
      <Answer query={sentiment} skeleton={<Skeleton height={300} />}>
        {({ counts, meta }) => {
          const rows = TONES.filter((tone) => counts[tone] > 0).map((tone) => ({
            tone,
            mentions: counts[tone],
            share: tone === "unknown" ? null : shareOf(counts, tone),
          }));
          const columns: Column<(typeof rows)[number]>[] = [
            {
              id: "tone",
              title: t`Tone`,
              value: ({ tone }) => words.toneLabel(tone),
              show: ({ tone }) => <ToneMark label={tone} />,
            },
            {
              id: "mentions",
              title: t`Mentions`,
              isNumber: true,
              value: ({ mentions }) => mentions,
              show: ({ tone, mentions }) => <Link href={address({ sentiment: [tone] })}>{words.count(mentions)}</Link>,
            },
            {
              id: "share",
              title: t`Share of rated`,
              isNumber: true,
              value: ({ share }) => (share === null ? null : Number(share.toFixed(2))),
              show: ({ share }) => words.percent(share),
            },
          ];
          const chartSpec: ChartSpec | undefined =
            meta.mentions < MIN_MENTIONS
              ? undefined
              : {
                  kind: "bars",
                  unit: "count",
                  keys: rows.map(({ tone }) => words.toneLabel(tone)),
                  isStacked: true,
                  series: rows.map(({ tone, mentions }, at) => ({
                    name: words.toneLabel(tone),
                    colour: `tone-${tone}`,
                    values: rows.map((_, place) => (place === at ? mentions : null)),
                  })),
                  height: 200,
                };
          return (
            <Figure
              title={t`Tone`}
              note={t`Mentions by tone`}
              span={4}
              columns={columns}
              rows={rows}
              rowKey={({ tone }) => tone}
              chartSpec={chartSpec}
              addressAt={(key) => rows[key] && address({ sentiment: [rows[key].tone] })}
              question={{ operation: "sentiment", question: request }}
              window={window}
              n={meta.mentions}
              isLowConfidence={meta.low_confidence}
            />
          );
        }}
      </Answer>
    </div>
  );
}

export function Topics({ data: { id, top_topics: rows, brand_stats, low_confidence }, question }: SectionProps) {
  const { window } = useView();
  const address = useCreatorMentionsAddress(id);
  const behind = (topic: string) => (isFilterable(topic) ? address({ topic: [topic] }) : undefined);
  if (rows.length === 0)
    return (
      <Card title={t`Topics`} span={4}>
        <Empty title={t`No topics`}>
          <Trans>Their mentions of this period have no topic.</Trans>
        </Empty>
      </Card>
    );
  const linked = (topic: string, text: string) => (behind(topic) ? <Link href={behind(topic)!}>{text}</Link> : text);
  const columns: Column<ProfileResponse["top_topics"][number]>[] = [
    { id: "topic", title: t`Topic`, value: ({ topic }) => topic, show: ({ topic }) => linked(topic, topic) },
    {
      id: "mentions",
      title: t`Mentions`,
      isNumber: true,
      value: ({ count }) => count,
      show: ({ topic, count }) => linked(topic, words.count(count)),
    },
  ];
  const isDrawn = rows[0]!.count >= MIN_MENTIONS;
  const chartSpec: ChartSpec | undefined = isDrawn
    ? {
        kind: "bars",
        unit: "count",
        keys: rows.map(({ topic }) => topic),
        series: [{ name: t`Mentions`, values: rows.map(({ count }) => count) }],
        height: 220,
      }
    : undefined;
  return (
    <Figure
      title={t`Topics`}
      note={t`Most frequent`}
      span={4}
      columns={columns}
      rows={rows}
      rowKey={({ topic }) => topic}
      chartSpec={chartSpec}
      addressAt={(key) => rows[key] && behind(rows[key].topic)}
      question={{ operation: "influencer", question }}
      window={window}
      n={brand_stats.mentions}
      isLowConfidence={low_confidence}
    />
  );
}
