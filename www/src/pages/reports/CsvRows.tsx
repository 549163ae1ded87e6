// First rows of a report's CSV as a table. Loaded when the tab opens.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { parse } from "csv-parse/browser/esm/sync";
import type { Report } from "overheard";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import * as words from "../../view/words.ts";
import { fileQuery } from "./files.ts";
import { titleOf } from "./kinds.ts";

const MAX_ROWS = 100;

interface Row {
  at: number;
  cells: string[];
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

/** Parses the header and the first rows of a CSV file. */
export async function firstRows(file: Blob): Promise<{ columns: Column<Row>[]; rows: Row[] }> {
  const [heading = [], ...lines]: string[][] = parse(await file.text(), { bom: true, to: MAX_ROWS + 1 });
  const rows = lines.map((cells, at) => ({ at, cells }));
  const columns = heading.map((title, at): Column<Row> => {
    const numeric = rows.length > 0 && rows.every(({ cells }) => cells[at] === "" || isNumber(cells[at] ?? ""));
    return {
      id: title,
      title,
      isNumber: numeric,
      value: ({ cells }) => (numeric ? (cells[at] === "" ? null : Number(cells[at])) : (cells[at] ?? null)),
      show: ({ cells }) => <span className="cut">{cells[at]}</span>,
    };
  });
  return { columns, rows };
}

function rowsText(number: number, all: number): string {
  const shown = words.count(number);
  return all > number
    ? t`The first ${shown} of ${plural(all, { one: "# row", other: "# rows" })}. The download has all of them.`
    : plural(number, { one: "# row", other: "# rows" });
}

export default function CsvRows({ report }: { report: Report }) {
  const files = report.artifacts.filter(({ format }) => format === "csv");
  const query = fileQuery(report.id, { format: "csv", part: files[0]?.part });
  const file = useQuery({
    ...query,
    queryKey: ["report-rows", report.id],
    queryFn: async (context) => firstRows(await query.queryFn(context)),
  });
  const title = titleOf(report);
  const all = files.reduce((rows, file) => rows + (file.rows ?? 0), 0);
  return (
    <Answer
      query={file}
      skeleton={<Skeleton height={360} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={
        <Empty title={t`No rows`}>
          <Trans>No mention in this period matches the report’s filters.</Trans>
        </Empty>
      }
    >
      {({ columns, rows }) => (
        <>
          <DataTable
            caption={t`First rows of ${title}`}
            columns={columns}
            rows={rows}
            rowKey={({ at }) => String(at)}
          />
          <p className="small soft">{rowsText(rows.length, all)}</p>
        </>
      )}
    </Answer>
  );
}
