// Share of voice by videos: the account's brands and the chosen rivals.
import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SectorResult } from "overheard";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure.tsx";
import { apiQueries } from "../../data/client.ts";
import { useSession } from "../../data/session.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { LowConfidence, SumOfKnown } from "../../parts/Marks.tsx";
import { Answer, Skeleton } from "../../parts/States.tsx";
import { sumValue } from "../../view/basis.ts";
import { useMentionsAddress, useView } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import {
  isSparse,
  ranked,
  rivalLabel,
  useVoices,
  type Voice,
  type VoiceSelection,
  sparseReason,
} from "../share/brands.ts";
import { RivalPicker } from "../share/RivalPicker.tsx";

interface Row extends Voice {
  share: number;
}

export function ShareOfVoice() {
  const { limits } = useSession();
  const voices = useVoices();
  const { window } = useView();
  const request = { brands: voices.brands, from_date: window.from, to_date: window.to };
  const sector = useQuery({
    ...apiQueries.sector(request),
    enabled: limits.data !== null && request.brands.length > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="span-4 cell">
      <Answer query={sector} skeleton={<Skeleton height={446} />} isEmpty={() => false}>
        {(data) => <Shares data={data} voices={voices} question={request} />}
      </Answer>
    </div>
  );
}

/** Names the brands that have few videos. */
function noteOf(rows: Row[]): string {
  const sparse = rows.filter(isSparse).map(({ label }) => label);
  if (sparse.length === 0) return t`By videos`;
  if (sparse.length === rows.length && rows.length > 1) return t`By videos. Small sample for each`;
  const brands = sparse.join(", ");
  return t`By videos. Small sample: ${brands}`;
}

function Shares({
  data,
  voices,
  question,
}: {
  data: SectorResult;
  voices: VoiceSelection;
  question: Record<string, unknown>;
}) {
  const address = useMentionsAddress();
  const all = data.brands.reduce((sum, { totals }) => sum + totals.unique_videos, 0);
  const rows = ranked(data, voices.own).map(
    (voice): Row => ({ ...voice, share: all === 0 ? 0 : (100 * voice.totals.unique_videos) / all }),
  );
  const behind = ({ id }: Row) => (id === undefined ? undefined : address({ brand: [id] }));
  const columns: Column<Row>[] = [
    {
      id: "brand",
      title: t`Brand`,
      value: ({ label }) => label,
      show: (row) => (
        <>
          {behind(row) ? <Link href={behind(row)!}>{row.label}</Link> : row.label}
          {isSparse(row) && (
            <>
              {" "}
              <LowConfidence reason={sparseReason(row)} />
            </>
          )}
        </>
      ),
    },
    {
      id: "share",
      title: t`Share of videos`,
      isNumber: true,
      value: ({ share }) => Number(share.toFixed(2)),
      show: ({ share }) => words.percent(share),
    },
    {
      id: "videos",
      title: t`Videos`,
      isNumber: true,
      value: ({ totals }) => totals.unique_videos,
      show: ({ totals }) => words.count(totals.unique_videos),
    },
    {
      id: "views",
      title: t`Views`,
      isNumber: true,
      value: ({ totals, known }) => sumValue(totals.views, known, "views"),
      show: ({ totals, known }) => <SumOfKnown value={totals.views} known={known} of="views" />,
    },
  ];
  return (
    <Figure
      title={t`Share of voice`}
      note={noteOf(rows)}
      span={4}
      columns={columns}
      rows={rows}
      rowKey={({ label }) => label}
      chartSpec={{
        kind: "bars",
        unit: "percent",
        nUnit: "videos",
        keys: rows.map(rivalLabel),
        series: [
          {
            name: t`Share of videos`,
            colour: "chart-5",
            values: rows.map(({ share }) => Number(share.toFixed(1))),
            n: rows.map(({ totals }) => totals.unique_videos),
          },
        ],
        height: Math.max(280, 40 + 32 * rows.length),
      }}
      addressAt={(key) => rows[key] && behind(rows[key])}
      question={{ operation: "sector", question }}
      window={data.meta}
      n={all}
      nUnit="videos"
      isLowConfidence={rows.some(isSparse)}
      lowConfidenceReason={rows.filter(isSparse).map(sparseReason).join(" ")}
      actions={<RivalPicker voices={voices} />}
    />
  );
}
