// Paginated ranking of creators.
import { plural, select, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import type { ChartSpec, Unit } from "../../charts/chart-spec.ts";
import { apiQueries, client } from "../../data/client.ts";
import { usePlanIncludes } from "../../data/session.ts";
import { FilterBar } from "../../filters/FilterBar.tsx";
import { Button } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { MIN_SAMPLE, Scored, SumOfKnown } from "../../parts/Marks.tsx";
import { Answer, Empty, Failed, Skeleton } from "../../parts/States.tsx";
import { withBasis, scoredOf, sumValue } from "../../view/basis.ts";
import { addressOf, useAddress, useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { CreatorFilters } from "./CreatorFilters.tsx";
import {
  countryOf,
  type Creator,
  nameOf,
  CREATOR_PARAMS,
  platformOf,
  ratio,
  type Sort,
  SORTS,
  useCreatorsQuestion,
} from "./creators.ts";

/** Creators with fewer mentions are not drawn, and at most `creators` are. */
const CHART_LIMITS = { mentions: 3, creators: 10 };
/** Maximum number of creators in a download. */
const MAX_DOWNLOAD = 1_000;

export function Creators() {
  // Without the plan, the response names the plan that includes this page.
  const isOpen = usePlanIncludes("influencers");
  const { window } = useView();
  const { question } = useCreatorsQuestion();
  const creators = useInfiniteQuery({
    ...apiQueries.influencers.infinite(question),
    placeholderData: keepPreviousData,
  });
  const days = words.days(window.from, window.to);
  const rows = creators.data?.pages.flatMap((page) => withBasis(page.data, page)) ?? [];
  return (
    <>
      <PageHead title={t`Influencers`}>
        <Trans>Creators who mention your brands, {days}</Trans>
      </PageHead>
      {isOpen && (
        <FilterBar without={["influencer"]} ofPage={CREATOR_PARAMS}>
          <CreatorFilters />
        </FilterBar>
      )}
      <Answer
        query={creators}
        skeleton={<Skeleton height={620} />}
        isEmpty={() => rows.length === 0}
        empty={<NoCreators />}
      >
        {() => (
          <div className="ranked">
            <Ranked rows={rows} question={question}>
              {creators.isFetchNextPageError && (
                <Failed error={creators.error} retry={() => void creators.fetchNextPage()} compact />
              )}
              <p className="row">
                <span className="small soft" role="status">
                  {countText(rows.length, creators.hasNextPage)}
                </span>
                {creators.hasNextPage && (
                  <Button isPending={creators.isFetchingNextPage} onPress={() => void creators.fetchNextPage()}>
                    {creators.isFetchingNextPage ? t`Loading` : t`Show more`}
                  </Button>
                )}
              </p>
            </Ranked>
          </div>
        )}
      </Answer>
    </>
  );
}

const countText = (count: number, hasMore: boolean) =>
  hasMore
    ? t`${plural(count, { one: "# creator", other: "# creators" })} so far`
    : plural(count, { one: "# creator", other: "# creators" });

/** Chart value of each sort order. */
const MEASURES: Record<Sort, { unit: Unit; value: (creator: Creator) => number | null }> = {
  mentions: { unit: "count", value: ({ brand_stats }) => brand_stats.mentions },
  views: { unit: "count", value: ({ brand_stats, known }) => sumValue(brand_stats.views, known, "views") },
  influence_score: { unit: "score", value: ({ influence_score }) => influence_score },
  subscriber_count: { unit: "count", value: ({ subscriber_count }) => subscriber_count },
  engagement_rate: {
    unit: "percent",
    value: ({ engagement_rate_viewers }) => (engagement_rate_viewers === null ? null : 100 * engagement_rate_viewers),
  },
  sentiment: { unit: "tone", value: ({ brand_stats }) => brand_stats.average_sentiment },
};

async function loadAll(question: Record<string, unknown>): Promise<Creator[]> {
  const creators: Creator[] = [];
  for await (const page of client.influencers({ ...question, limit: 100 }).pages())
    if (creators.push(...withBasis(page.data, page)) >= MAX_DOWNLOAD) break;
  return creators.slice(0, MAX_DOWNLOAD);
}

function chartSpecOf(rows: Creator[], sort: Sort): { chartSpec: ChartSpec; drawn: Creator[] } | undefined {
  const { unit, value } = MEASURES[sort];
  const drawn = rows
    .filter((row) => row.brand_stats.mentions >= CHART_LIMITS.mentions && value(row) !== null)
    .slice(0, CHART_LIMITS.creators);
  if (drawn.length < 2) return undefined;
  return {
    drawn,
    chartSpec: {
      kind: "bars",
      unit,
      keys: drawn.map(nameOf),
      ...(sort === "sentiment" && { nUnit: "scored" as const }),
      series: [
        {
          name: SORTS[sort],
          values: drawn.map(value),
          n: drawn.map((row) => (sort === "sentiment" ? scoredOf(row) : row.brand_stats.mentions)),
        },
      ],
    },
  };
}

function orderText(sort: Sort, isDown: boolean): string {
  const order = isDown ? "desc" : "asc";
  return t`${select(sort, {
    views: "By views",
    influence_score: "By influence",
    subscriber_count: "By subscribers",
    engagement_rate: "By engagement",
    sentiment: "By average tone",
    other: "By mentions",
  })}, ${select(order, { asc: "lowest first", other: "highest first" })}`;
}

function Ranked({
  rows,
  question,
  children,
}: {
  rows: Creator[];
  question: Record<string, unknown>;
  children: React.ReactNode;
}) {
  const { sort, isDown } = useCreatorsQuestion();
  const { params, path, set } = useAddress();
  const { window } = useView();
  const mentions = useMentionsAddress();
  const profile = (id: string) => {
    const changed = new URLSearchParams(params);
    changed.set("creator", id);
    return addressOf(path, changed);
  };
  const columns: Column<Creator>[] = [
    {
      id: "creator",
      title: t`Creator`,
      value: nameOf,
      show: (row) => <Link href={profile(row.id)}>{nameOf(row)}</Link>,
    },
    {
      id: "mentions",
      title: SORTS.mentions,
      isNumber: true,
      value: ({ brand_stats }) => brand_stats.mentions,
      show: ({ id, brand_stats }) => (
        <Link href={mentions({ influencer: [id] })}>{words.count(brand_stats.mentions)}</Link>
      ),
    },
    {
      id: "share",
      title: t`Share of mentions`,
      isNumber: true,
      value: ({ brand_stats }) => brand_stats.share_of_brand_mentions_pct,
      show: ({ brand_stats }) => words.percent(brand_stats.share_of_brand_mentions_pct),
    },
    {
      id: "views",
      title: SORTS.views,
      isNumber: true,
      value: ({ brand_stats, known }) => sumValue(brand_stats.views, known, "views"),
      show: ({ brand_stats, known }) => <SumOfKnown value={brand_stats.views} known={known} of="views" />,
    },
    {
      id: "known-views",
      title: t`Videos with known views`,
      isNumber: true,
      isExtra: true,
      value: ({ known }) => known?.views ?? null,
    },
    {
      id: "sentiment",
      title: SORTS.sentiment,
      isNumber: true,
      value: ({ brand_stats }) => brand_stats.average_sentiment,
      show: ({ brand_stats, known }) => (
        <span className={(scoredOf({ known }) ?? brand_stats.mentions) < MIN_SAMPLE ? "few-rated" : undefined}>
          {words.tone(brand_stats.average_sentiment)}{" "}
          {brand_stats.average_sentiment !== null && <Scored of={scoredOf({ known })} />}
        </span>
      ),
    },
    { id: "scored", title: t`Scored mentions`, isNumber: true, isExtra: true, value: (row) => scoredOf(row) ?? null },
    {
      id: "influence_score",
      title: SORTS.influence_score,
      isNumber: true,
      value: ({ influence_score }) => influence_score,
      show: ({ influence_score }) => words.decimal(influence_score, 1),
    },
    {
      id: "subscriber_count",
      title: SORTS.subscriber_count,
      isNumber: true,
      value: ({ subscriber_count }) => subscriber_count,
      show: ({ subscriber_count }) => words.compact(subscriber_count),
    },
    {
      id: "engagement_rate",
      title: SORTS.engagement_rate,
      isNumber: true,
      value: ({ engagement_rate_viewers }) => engagement_rate_viewers,
      show: ({ engagement_rate_viewers }) => ratio(engagement_rate_viewers),
    },
    { id: "platform", title: t`Platform`, value: platformOf },
    { id: "country", title: t`Country`, value: ({ country }) => countryOf(country) },
    { id: "categories", title: t`Categories`, value: ({ categories }) => categories.join(", ") || words.NOTHING },
    {
      id: "last",
      title: t`Last mention`,
      value: ({ brand_stats }) => brand_stats.last_mention,
      show: ({ brand_stats }) =>
        brand_stats.last_mention === null ? words.NOTHING : words.day(brand_stats.last_mention),
    },
  ];
  const sorted = {
    by: sort,
    isDown,
    sortable: Object.keys(SORTS),
    onSort: (by: string, down: boolean) =>
      set({ sort: by === "mentions" ? undefined : by, order: down ? undefined : "asc" }),
  };
  const { chartSpec, drawn } = chartSpecOf(rows, sort) ?? {};
  return (
    <Figure
      title={t`Ranked creators`}
      note={orderText(sort, isDown)}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      chartSpec={chartSpec}
      addressAt={(key) => drawn?.[key] && profile(drawn[key].id)}
      allRows={() => loadAll(question)}
      isTableFirst
      table={
        <DataTable caption={t`Ranked creators`} columns={columns} rows={rows} rowKey={({ id }) => id} sort={sorted} />
      }
      question={{ operation: "influencers", question }}
      window={window}
    >
      {children}
      <p className="small soft">
        <Trans>
          Tones in italics are based on fewer than {MIN_SAMPLE} scored mentions: read them before you quote the tone.
          Influence ranks the creators of this list from 0 to 100 by views, mentions, engagement and tone. Subscribers
          and engagement come from the latest snapshot.
        </Trans>
      </p>
    </Figure>
  );
}

function NoCreators() {
  const { filters, window, clearFilters, setWindow } = useView();
  const { params } = useAddress();
  const isFiltered =
    Object.keys(filters).some((name) => name !== "brand") || CREATOR_PARAMS.some((name) => params.has(name));
  const actions = (
    <>
      {isFiltered && (
        <Button onPress={() => clearFilters(CREATOR_PARAMS)}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
      {window.preset !== "12m" && (
        <Button onPress={() => setWindow({ preset: "12m" })}>
          <Trans>Show 12 months</Trans>
        </Button>
      )}
    </>
  );
  return (
    <Empty title={t`No creators found`} actions={actions}>
      {isFiltered
        ? t`No creator who mentions your brands in this period matches the filters.`
        : t`No one mentioned these brands in this period.`}
    </Empty>
  );
}
