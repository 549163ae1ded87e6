// Card that shows a response as a chart and as a table. Its menu exports PNG, SVG, CSV and the request.
import { plural, t } from "@lingui/core/macro";
import { ChartColumn, Code, Download, EllipsisVertical, Table2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "wouter";
import type { Question } from "../data/requests.ts";
import { IconButton } from "../parts/Button.tsx";
import { Card } from "../parts/Card.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { csvOf, fileName, save } from "../parts/download.ts";
import { LowConfidence, N } from "../parts/Marks.tsx";
import { type Choice, MenuOf } from "../parts/Overlays.tsx";
import { Failed } from "../parts/States.tsx";
import * as words from "../view/words.ts";
import { Chart } from "./Chart.tsx";
import { savePng, saveSvg } from "./files.ts";
import type { ChartSpec } from "./chart-spec.ts";

const RequestDialog = lazy(() => import("./RequestDialog.tsx"));

interface FigureProps<Row> {
  title: string;
  note?: string;
  span?: 3 | 4 | 6 | 8 | 12;
  /** Columns of the table and the CSV. Screen readers read the table instead of the chart. */
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Chart of the same data; without it the card shows the table only. */
  chartSpec?: ChartSpec | undefined;
  /** Returns the address of the mentions behind a point of the chart. */
  addressAt?: ((key: number, series: number) => string | undefined) | undefined;
  /** Request behind the data, or several requests. */
  question: Question | Question[];
  window?: { from: string; to: string } | undefined;
  /**
   * Number of mentions behind the data. For averages it counts scored mentions, for percentages of tone rated mentions.
   */
  n?: number | undefined;
  /** Unit of `n`. */
  nUnit?: words.CountUnit | undefined;
  isLowConfidence?: boolean;
  /** Reason of the low confidence, if it is not the number of mentions. */
  lowConfidenceReason?: string | undefined;
  /** Loads all rows for the CSV, where the page shows only some. */
  allRows?: (() => Promise<Row[]>) | undefined;
  /** True if the card shows the table first. */
  isTableFirst?: boolean;
  /** Further controls in the header. */
  actions?: ReactNode;
  /** Replaces the default table. */
  table?: ReactNode;
  /** Content below the chart or the table. */
  children?: ReactNode;
}

export function Figure<Row>({
  title,
  note,
  span,
  columns,
  rows,
  rowKey,
  chartSpec,
  addressAt,
  question,
  window,
  n,
  nUnit,
  isLowConfidence = false,
  lowConfidenceReason,
  allRows,
  isTableFirst = false,
  actions,
  table,
  children,
}: FigureProps<Row>) {
  const [isTable, setTable] = useState(isTableFirst);
  const [isRequestOpen, setRequestOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [, go] = useLocation();
  const about = [
    window && words.days(window.from, window.to),
    n === undefined ? undefined : `n = ${words.count(n)}${nUnit ? ` ${words.countUnit(nUnit)}` : ""}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const partial = chartSpec?.partial?.note;
  const chartExport = {
    chartSpec: chartSpec!,
    title,
    window,
    notes: [note, about, partial].filter((text): text is string => Boolean(text)),
  };
  const saveCsv = async () => {
    try {
      save(csvOf(columns, (await allRows?.()) ?? rows), fileName(title, window, "csv"));
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
  };
  const file = <Download size={15} aria-hidden="true" />;
  const choices: Choice[] = [
    ...(chartSpec
      ? [
          { id: "png", text: t`Download PNG`, icon: file, onAction: () => void savePng(chartExport) },
          { id: "svg", text: t`Download SVG`, icon: file, onAction: () => void saveSvg(chartExport) },
        ]
      : []),
    { id: "csv", text: t`Download CSV`, icon: file, onAction: () => void saveCsv() },
    {
      id: "request",
      text: t`View API request`,
      icon: <Code size={15} aria-hidden="true" />,
      onAction: () => setRequestOpen(true),
    },
  ];
  const marks = (
    <>
      {note}
      {n !== undefined && (
        <>
          {note ? " · " : ""}
          <N of={n} unit={nUnit} />
        </>
      )}
      {isLowConfidence && (
        <>
          {" "}
          <LowConfidence n={n} reason={lowConfidenceReason} />
        </>
      )}
    </>
  );
  const tools = (
    <>
      {chartSpec && (
        <IconButton
          label={isTable ? t`${title}: show the chart` : t`${title}: show as a table`}
          onPress={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn size={17} /> : <Table2 size={17} />}
        </IconButton>
      )}
      <MenuOf
        label={title}
        choices={choices}
        button={
          <IconButton label={t`${title}: export`}>
            <EllipsisVertical size={17} />
          </IconButton>
        }
      />
    </>
  );
  const onPoint =
    addressAt &&
    ((key: number, series: number) => {
      const address = addressAt(key, series);
      if (address) go(address);
    });
  return (
    <Card title={title} note={marks} span={span ?? 12} actions={actions} tools={tools}>
      {failure !== undefined && <Failed error={failure} retry={() => void saveCsv()} compact />}
      {chartSpec && !isTable ? (
        <Chart chartSpec={chartSpec} label={chartLabel(title, chartSpec)} onPoint={onPoint} />
      ) : (
        (table ?? <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />)
      )}
      {partial && <p className="small soft">{withStop(partial)}</p>}
      {children}
      {isRequestOpen && (
        <Suspense>
          <RequestDialog questions={[question].flat()} title={title} onClose={() => setRequestOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Ends a note with a full stop. In some languages the day at its end has one already. */
const withStop = (note: string): string => (note.endsWith(".") ? note : `${note}.`);

/** Describes a chart for screen readers. */
function chartLabel(title: string, { keys, series, partial }: ChartSpec): string {
  const names = series.map(({ name }) => name).join(", ");
  const [first, last] = [keys[0] ?? "", keys.at(-1) ?? ""];
  const summary = plural(keys.length, {
    one: `${names}, # value each from ${first} to ${last}.`,
    other: `${names}, # values each from ${first} to ${last}.`,
  });
  const note = partial?.note ? withStop(partial.note) : "";
  return [`${title}.`, summary, note, t`Show as a table to read every value.`].filter(Boolean).join(" ");
}
