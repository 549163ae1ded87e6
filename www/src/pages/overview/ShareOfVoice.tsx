// The shares of own brands and of rivals that were named, by videos.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SectorResult } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { ask } from "../../data/client.ts";
import { useSession } from "../../data/session.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { LowConfidence } from "../../parts/Marks.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { ValuePicker } from "../../parts/ValuePicker.tsx";
import { useAddress, useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";

/** As many as a share of voice takes. */
const MAX_BRANDS = 30;

interface Row {
  label: string;
  videos: number;
  share: number;
  views: number;
  isOwn: boolean;
  isSparse: boolean;
}

export function ShareOfVoice() {
  const { account, limits } = useSession();
  const { params, set } = useAddress();
  const { window } = useView();
  const rivals = params.getAll("rival");
  const own = account.brands.map(({ label, terms, must_context, exact }) => ({ label, terms, ...(must_context?.length && { must_context }), ...(exact && { exact }) }));
  const others = rivals.filter((name) => !own.some(({ label }) => label === name)).map((name) => ({ label: name, terms: [name.toLowerCase()] }));
  const asked = { brands: [...own, ...others].slice(0, MAX_BRANDS), from_date: window.from, to_date: window.to };
  const sector = useQuery({ ...ask.sector(asked), enabled: limits.data !== null && asked.brands.length > 0, placeholderData: keepPreviousData });
  const known = useQuery({ ...ask.aggregate({ index: "siv_business_ideas", group_by: "brand_name", size: 50 }), staleTime: 5 * 60_000 });
  const names = known.data?.buckets.map(({ key, count }) => ({ value: String(key), label: String(key), n: count })).filter(({ value }) => !own.some(({ label }) => label === value));
  const actions = <ValuePicker label="Rivals" all={rivals.length === 0 ? "Add rivals" : undefined} options={names} chosen={rivals} isOpenEnded onChange={(chosen) => set({ rival: chosen })} />;
  return (
    <div className="span-4 cell">
      <Answer query={sector} skeleton={<Skeleton height={446} />} isEmpty={() => false}>
        {(data) => <Shares data={data} own={own.length} question={asked} actions={actions} />}
      </Answer>
    </div>
  );
}

function Shares({ data: { brands, meta }, own, question, actions }: { data: SectorResult; own: number; question: Record<string, unknown>; actions: React.ReactNode }) {
  const address = useMentionsAddress();
  const { account } = useSession();
  const all = brands.reduce((sum, { totals }) => sum + totals.unique_videos, 0);
  const rows = brands
    .map(({ label, totals, coverage, low_confidence }, at): Row => ({ label, videos: totals.unique_videos, views: totals.views, share: all === 0 ? 0 : (100 * totals.unique_videos) / all, isOwn: at < own, isSparse: coverage === "low" || low_confidence }))
    .sort((a, b) => b.videos - a.videos);
  const behind = ({ label, isOwn }: Row) => (isOwn ? address({ brand: account.brands.filter((one) => one.label === label).map(({ id }) => id) }) : undefined);
  const columns: Column<Row>[] = [
    { id: "brand", title: "Brand", value: ({ label }) => label, show: (row) => <>{behind(row) ? <Link href={behind(row)!}>{row.label}</Link> : row.label}{row.isSparse && <> <LowConfidence /></>}</> },
    { id: "share", title: "Share of videos", isNumber: true, value: ({ share }) => Number(share.toFixed(2)), show: ({ share }) => words.percent(share) },
    { id: "videos", title: "Videos", isNumber: true, value: ({ videos }) => videos, show: ({ videos }) => words.count(videos) },
    { id: "views", title: "Views", isNumber: true, value: ({ views }) => views, show: ({ views }) => words.compact(views) },
  ];
  const sparse = rows.filter(({ isSparse }) => isSparse).map(({ label }) => label);
  return (
    <Figure
      title="Share of voice"
      note={sparse.length > 0 ? `By videos. Few videos: ${sparse.join(", ")}` : "By videos"}
      span={4}
      columns={columns}
      rows={rows}
      rowKey={({ label }) => label}
      picture={{ kind: "bars", unit: "percent", keys: rows.map(({ label, isOwn }) => (isOwn ? label : `${label} (rival)`)), series: [{ name: "Share of videos", values: rows.map(({ share }) => Number(share.toFixed(1))), n: rows.map(({ videos }) => videos) }], height: Math.max(280, 40 + 32 * rows.length) }}
      addressAt={(key) => rows[key] && behind(rows[key])}
      question={{ operation: "sector", question }}
      window={meta}
      n={all}
      isLowConfidence={sparse.length > 0}
      actions={actions}
    />
  );
}
