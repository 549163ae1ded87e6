// Tone by platform, language or region.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
const BY: Record<By, string> = { platform: t`By platform`, language: t`By language`, region: t`By region` };
const COLUMN_TITLES: Record<By, string> = { platform: t`Platform`, language: t`Language`, region: t`Region` };
const TITLES: Record<By, string> = {
  platform: t`Tone by platform`,
  language: t`Tone by language`,
  region: t`Tone by region`,
};

export function Breakdown() {
  const { question } = useView();
  const { params, set } = useAddress();
  const byParam = params.get("by") as By | null;
  const by: By = byParam && byParam in BY ? byParam : "platform";
  const request = { ...question, by, limit: 12 };
  const breakdown = useQuery({ ...apiQueries.sentimentBreakdown(request), placeholderData: keepPreviousData });
  const actions = (
    <SelectOf
      label={t`Group by`}
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

/** Returns the note below the title, with the numbers of mentions that are not shown. */
function noteOf(other: number, unknown: number): string {
  const [otherText, unknownText] = [words.count(other), words.count(unknown)];
  if (other > 0 && unknown > 0)
    return t`Percentage of rated mentions; not shown: ${otherText} with other values, ${unknownText} without a value`;
  if (other > 0) return t`Percentage of rated mentions; not shown: ${otherText} with other values`;
  if (unknown > 0) return t`Percentage of rated mentions; not shown: ${unknownText} without a value`;
  return t`Percentage of rated mentions`;
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
      title: COLUMN_TITLES[by],
      value: ({ key }) => name(key),
      show: ({ key }) => <Link href={address({ [by]: [key] })}>{name(key)}</Link>,
    },
    {
      id: "mentions",
      title: t`Mentions`,
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
      title: t`Share of mentions`,
      isNumber: true,
      value: ({ share_pct }) => share_pct,
      show: ({ share_pct }) => words.percent(share_pct),
    },
    { id: "scored", title: t`Scored mentions`, isNumber: true, value: (part) => scoredOf(part) ?? null },
    {
      id: "average",
      title: t`Average tone`,
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
      title: t`Net sentiment`,
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
  return (
    <Figure
      title={TITLES[by]}
      note={noteOf(other.mentions, unknown.mentions)}
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
        {TONE_RULE} <Trans>Percentages are based on rated mentions, averages on mentions with a score.</Trans>
      </p>
    </Figure>
  );
}
