// Usage of both interfaces and of the plan's limits.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Figure } from "../../../charts/Figure.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { SelectOf } from "../../../parts/SelectOf.tsx";
import { Stat, Stats } from "../../../parts/Stat.tsx";
import { Answer, Empty, Skeleton } from "../../../parts/States.tsx";
import { LinkButton } from "../../../parts/Button.tsx";
import { Card } from "../../../parts/Card.tsx";
import { useAddress } from "../../../view/view.ts";
import { markPeriods } from "../../../view/partial.ts";
import * as words from "../../../view/words.ts";
import { Limits } from "./Limits.tsx";
import {
  RANGES,
  type UsageRange,
  usageWindow,
  type Group,
  type Usage as Used,
  useCallerNames,
  useUsage,
} from "./usage.ts";

type Point = Used["series"][number];

export default function Usage() {
  const { params, set } = useAddress();
  const rangeParam = params.get("back") as UsageRange | null;
  const back: UsageRange = rangeParam && rangeParam in RANGES ? rangeParam : "30d";
  const request = usageWindow(back);
  const usage = useUsage(request);
  const chooser = (
    <SelectOf
      label={t`Range`}
      options={Object.entries(RANGES).map(([value, label]) => ({ value: value as UsageRange, label }))}
      chosen={back}
      onChange={(value) => set({ back: value === "30d" ? undefined : value })}
    />
  );
  return (
    <>
      <Limits />
      <Answer query={usage} skeleton={<Skeleton height={480} />}>
        {({ totals, series, meta }) => (
          <div className="grid">
            <div>
              <Totals totals={totals} meta={meta} />
            </div>
            {totals.requests === 0 ? (
              <Card title={t`Requests`} actions={chooser}>
                <Empty
                  title={t`No requests`}
                  actions={
                    <LinkButton to="/settings/developers">
                      <Trans>Send a first request</Trans>
                    </LinkButton>
                  }
                >
                  <Trans>No program sent a request in this period.</Trans>
                </Empty>
              </Card>
            ) : (
              <>
                <Days series={series} request={request} meta={meta} actions={chooser} />
                <Groups by="endpoint" request={request} />
                <Groups by="token" request={request} />
              </>
            )}
          </div>
        )}
      </Answer>
    </>
  );
}

function Totals({ totals, meta }: Pick<Used, "totals" | "meta">) {
  const limited = words.count(totals.rate_limited);
  const { errors_5xx: failures } = totals;
  const time = words.count(totals.p95_ms);
  return (
    <Stats>
      <Stat label={t`Requests`} value={words.count(totals.requests)} note={words.days(meta.from, meta.to)} />
      <Stat label={t`Counted`} value={words.count(totals.charged)} note={t`towards the quota of the day or month`} />
      <Stat
        label={t`Refused`}
        value={words.count(totals.errors_4xx + totals.rate_limited)}
        note={t`${limited} over the limit · ${plural(failures, { one: "# failure", other: "# failures" })} of the service`}
      />
      <Stat
        label={t`Median time`}
        value={totals.p50_ms === null ? words.NOTHING : `${words.count(totals.p50_ms)} ms`}
        note={totals.p95_ms === null ? t`too few requests` : t`95 % within ${time} ms`}
      />
    </Stats>
  );
}

function Days({
  series,
  request,
  meta,
  actions,
}: {
  series: Point[];
  request: ReturnType<typeof usageWindow>;
  meta: Used["meta"];
  actions: React.ReactNode;
}) {
  const isPartial = (period: string) => meta.partial_periods.includes(period);
  const columns: Column<Point>[] = [
    {
      id: "period",
      title: request.interval === "month" ? t`Month` : t`Day`,
      value: ({ period }) => period,
      show: ({ period }) => `${words.period(period)}${isPartial(period) ? " *" : ""}`,
    },
    { id: "partial", title: t`Partial`, isExtra: true, value: ({ period }) => (isPartial(period) ? t`yes` : "") },
    {
      id: "requests",
      title: t`Requests`,
      isNumber: true,
      value: ({ requests }) => requests,
      show: ({ requests }) => words.count(requests),
    },
    {
      id: "charged",
      title: t`Counted`,
      isNumber: true,
      value: ({ charged }) => charged,
      show: ({ charged }) => words.count(charged),
    },
    {
      id: "limited",
      title: t`Over the limit`,
      isNumber: true,
      value: ({ rate_limited }) => rate_limited,
      show: ({ rate_limited }) => words.count(rate_limited),
    },
    {
      id: "cost",
      title: t`Cost units`,
      isNumber: true,
      value: ({ cost_units }) => cost_units,
      show: ({ cost_units }) => words.count(cost_units),
    },
  ];
  const chartSpec = {
    kind: "columns",
    unit: "count",
    isStacked: true,
    height: 240,
    keys: series.map(({ period }) => words.period(period)),
    partial: markPeriods(
      series.map(({ period }) => period),
      isPartial,
    ),
    series: [
      { name: t`Counted`, colour: "chart-1", values: series.map(({ charged }) => charged) },
      {
        name: t`Not counted`,
        colour: "tone-neutral",
        values: series.map(({ requests, charged }) => requests - charged),
      },
    ],
  } as const;
  return (
    <Figure
      title={t`Requests`}
      note={t`All tokens and members`}
      columns={columns}
      rows={series}
      rowKey={({ period }) => period}
      chartSpec={{ ...chartSpec, series: [...chartSpec.series] }}
      question={{ operation: "account-usage", question: request }}
      window={meta}
      actions={actions}
    />
  );
}

const BY = {
  endpoint: { title: t`By endpoint`, column: t`Endpoint` },
  token: { title: t`By token and member`, column: t`Token or member` },
};

function Groups({ by, request }: { by: "endpoint" | "token"; request: ReturnType<typeof usageWindow> }) {
  const grouped = { ...request, group_by: by };
  const usage = useUsage(grouped);
  const callerName = useCallerNames();
  const { title, column } = BY[by];
  const name = (group: Group) =>
    by === "endpoint" ? (group.endpoint ?? words.NOTHING) : callerName(group.token ?? "");
  const columns: Column<Group>[] = [
    { id: "name", title: column, value: name },
    {
      id: "requests",
      title: t`Requests`,
      isNumber: true,
      value: ({ requests }) => requests,
      show: ({ requests }) => words.count(requests),
    },
    {
      id: "charged",
      title: t`Counted`,
      isNumber: true,
      value: ({ charged }) => charged,
      show: ({ charged }) => words.count(charged),
    },
  ];
  return (
    <div className="span-6 cell">
      <Answer query={usage} skeleton={<Skeleton height={260} />}>
        {({ groups, meta }) => (
          <Figure
            title={title}
            columns={columns}
            rows={groups}
            rowKey={({ endpoint, token }) => endpoint ?? token ?? ""}
            question={{ operation: "account-usage", question: grouped }}
            window={meta}
          />
        )}
      </Answer>
    </div>
  );
}
