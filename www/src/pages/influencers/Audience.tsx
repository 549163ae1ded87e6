// Audience of a creator by age, gender and country, from the newest snapshot.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Figure } from "../../charts/Figure.tsx";
import type { ChartSpec } from "../../charts/chart-spec.ts";
import { Card } from "../../parts/Card.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { Empty } from "../../parts/States.tsx";
import * as words from "../../view/words.ts";
import type { ProfileResponse } from "./profile.ts";

interface Part {
  key: string;
  name: string;
  share: number;
}

type Shares = Record<string, number>;

const GENDERS: Record<string, string> = { female: t`Women`, male: t`Men`, other: t`Other` };

/** Converts shares of 1 to rows in percent. The key `other` comes last in ranked lists. */
function partsOf(shares: Shares, name: (key: string) => string, isRanked: boolean): Part[] {
  const parts = Object.entries(shares).map(([key, share]) => ({
    key,
    name: key === "other" ? t`Other` : name(key),
    share: 100 * share,
  }));
  return isRanked
    ? parts.sort((a, b) => Number(a.key === "other") - Number(b.key === "other") || b.share - a.share)
    : parts;
}

export function Audience({ data, question }: { data: ProfileResponse; question: Record<string, unknown> }) {
  const {
    audience: { age, gender, country },
    snapshot_date,
  } = data;
  const day = snapshot_date === null ? null : words.day(snapshot_date);
  const all = [
    {
      title: t`Audience by age`,
      first: t`Age`,
      parts: partsOf(age, (key) => key.replace("-", "–"), false),
      kind: "columns" as const,
    },
    {
      title: t`Audience by gender`,
      first: t`Gender`,
      parts: partsOf(gender, (key) => GENDERS[key] ?? key, true),
      kind: "bars" as const,
    },
    {
      title: t`Audience by country`,
      first: t`Country`,
      parts: partsOf(country, words.region, true),
      kind: "bars" as const,
    },
  ];
  if (all.every(({ parts }) => parts.length === 0)) {
    return (
      <Card title={t`Audience`} span={12}>
        <Empty title={t`Audience unknown`}>
          {day === null ? t`This creator has no snapshot.` : t`The sample in the snapshot of ${day} is too small.`}
        </Empty>
      </Card>
    );
  }
  return all.map(({ title, first, parts, kind }) => {
    const columns: Column<Part>[] = [
      { id: "part", title: first, value: ({ name }) => name },
      {
        id: "share",
        title: t`Share of audience`,
        isNumber: true,
        value: ({ share }) => Number(share.toFixed(2)),
        show: ({ share }) => words.percent(share),
      },
    ];
    if (parts.length === 0)
      return (
        <Card key={title} title={title} span={4}>
          <Empty title={t`Unknown`}>
            <Trans>The sample is too small.</Trans>
          </Empty>
        </Card>
      );
    const chartSpec: ChartSpec = {
      kind,
      unit: "percent",
      keys: parts.map(({ name }) => name),
      series: [{ name: t`Share of audience`, values: parts.map(({ share }) => Number(share.toFixed(1))) }],
      height: 240,
    };
    return (
      <Figure
        key={title}
        title={title}
        note={day === null ? t`In percent` : t`In percent, as of ${day}`}
        span={4}
        columns={columns}
        rows={parts}
        rowKey={({ key }) => key}
        chartSpec={chartSpec}
        question={{ operation: "influencer", question }}
      />
    );
  });
}
