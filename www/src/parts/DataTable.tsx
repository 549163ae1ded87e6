// Sortable table. On narrow screens it scrolls sideways and its first column stays in place, or each row is a list.
import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useState } from "react";

/** Value of a cell for export, sorting and comparison. */
export type Cell = string | number | null;

export interface Column<Row> {
  id: string;
  /** Title of the column, also in exports. */
  title: string;
  value: (row: Row) => Cell;
  /** Renders the cell, if it differs from the value. */
  show?: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** True if the column has buttons: it is neither sortable nor exported. */
  isAction?: boolean;
  /** True if the column appears in exports only. */
  isExtra?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** True if each row becomes a list of its cells on narrow screens, so that no button is off the screen. */
  isList?: boolean;
  /** Controlled sort order, for rows that the server sorts. */
  sort?: { by: string; isDown: boolean; onSort: (by: string, isDown: boolean) => void; sortable: string[] };
}

export function DataTable<Row>({ caption, columns: all, rows, rowKey, isList = false, sort }: TableProps<Row>) {
  const columns = all.filter(({ isExtra }) => !isExtra);
  const [own, setOwn] = useState<{ by: string; isDown: boolean }>();
  const { by, isDown } = sort ?? own ?? { by: undefined, isDown: false };
  const sorted = sort || !own ? rows : inOrder(rows, columns.find(({ id }) => id === own.by)!, own.isDown);
  const press = (id: string, isNumber: boolean) => {
    const down = by === id ? !isDown : isNumber;
    if (sort) sort.onSort(id, down);
    else setOwn({ by: id, isDown: down });
  };
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t`${caption}, table`}>
      <table className={isList ? "table list" : "table"}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber = false, isAction = false }) => (
              <th
                key={id}
                scope="col"
                className={isAction ? "act" : isNumber ? "right" : ""}
                aria-sort={by === id ? (isDown ? "descending" : "ascending") : undefined}
              >
                {isAction ? (
                  <span className="unseen">{title}</span>
                ) : sort && !sort.sortable.includes(id) ? (
                  title
                ) : (
                  <button type="button" className="sort" onClick={() => press(id, isNumber)}>
                    {title}
                    {by !== id ? (
                      <ChevronsUpDown size={12} aria-hidden="true" className="soft" />
                    ) : isDown ? (
                      <ArrowDown size={12} aria-hidden="true" />
                    ) : (
                      <ArrowUp size={12} aria-hidden="true" />
                    )}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, title, value, show, isNumber, isAction }, at) => {
                const content = show ? show(row) : (value(row) ?? "–");
                return at === 0 ? (
                  <th key={id} scope="row">
                    {content}
                  </th>
                ) : (
                  <td
                    key={id}
                    className={isAction ? "act" : isNumber ? "right number" : ""}
                    data-title={isList && !isAction ? title : undefined}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inOrder<Row>(rows: Row[], { value }: Column<Row>, isDown: boolean): Row[] {
  const sign = isDown ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    // Null values come last in both directions.
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y)));
  });
}
