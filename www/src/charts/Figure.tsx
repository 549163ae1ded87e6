// Card that shows a response as a chart and as a table. Its menu exports PNG, SVG, CSV and the request.
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
import type { Picture } from "./picture.ts";

const AsRequest = lazy(() => import("./AsRequest.tsx"));

interface FigureProps<Row> {
  title: string;
  note?: string;
  span?: 3 | 4 | 6 | 8 | 12;
  /** Columns of the table and the CSV. Screen readers read the table instead of the chart. */
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Chart of the same data; without it the card shows the table only. */
  picture?: Picture | undefined;
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
  nOf?: "scored" | "rated" | "videos" | undefined;
  isLowConfidence?: boolean;
  /** Reason of the low confidence, if it is not the number of mentions. */
  whyLow?: string | undefined;
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
  picture,
  addressAt,
  question,
  window,
  n,
  nOf,
  isLowConfidence = false,
  whyLow,
  allRows,
  isTableFirst = false,
  actions,
  table,
  children,
}: FigureProps<Row>) {
  const [isTable, setTable] = useState(isTableFirst);
  const [isAsked, setAsked] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [, go] = useLocation();
  const about = [
    window && words.days(window.from, window.to),
    n === undefined ? undefined : `n = ${words.count(n)}${nOf ? ` ${nOf}` : ""}`,
  ]
    .filter(Boolean)
    .join(" · ");
  const partial = picture?.partial?.note;
  const told = {
    picture: picture!,
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
    ...(picture
      ? [
          { id: "png", text: "Download PNG", icon: file, onAction: () => void savePng(told) },
          { id: "svg", text: "Download SVG", icon: file, onAction: () => void saveSvg(told) },
        ]
      : []),
    { id: "csv", text: "Download CSV", icon: file, onAction: () => void saveCsv() },
    {
      id: "request",
      text: "As a request",
      icon: <Code size={15} aria-hidden="true" />,
      onAction: () => setAsked(true),
    },
  ];
  const marks = (
    <>
      {note}
      {n !== undefined && (
        <>
          {note ? " · " : ""}
          <N of={n} unit={nOf} />
        </>
      )}
      {isLowConfidence && (
        <>
          {" "}
          <LowConfidence n={n} why={whyLow} />
        </>
      )}
    </>
  );
  const tools = (
    <>
      {picture && (
        <IconButton
          label={isTable ? `${title}: show the chart` : `${title}: show as a table`}
          onPress={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn size={17} /> : <Table2 size={17} />}
        </IconButton>
      )}
      <MenuOf
        label={title}
        choices={choices}
        button={
          <IconButton label={`${title}: take it along`}>
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
      {picture && !isTable ? (
        <Chart
          picture={picture}
          label={`${title}. ${summary(picture)} Show as a table to read every value.`}
          onPoint={onPoint}
        />
      ) : (
        (table ?? <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} />)
      )}
      {partial && <p className="small soft">{partial}.</p>}
      {children}
      {isAsked && (
        <Suspense>
          <AsRequest questions={[question].flat()} title={title} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Card>
  );
}

const summary = ({ keys, series, partial }: Picture): string =>
  `${series.map(({ name }) => name).join(", ")}, ${words.plural(keys.length, "value")} each from ${keys[0]} to ${keys.at(-1)}.${partial?.note ? ` ${partial.note}.` : ""}`;
