// Card with a table of the account's objects and a CSV download.
import { t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { type Column, DataTable } from "./DataTable.tsx";
import { csvOf, fileName, save } from "./download.ts";

interface ListCardProps<Row> {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Content if there are no rows. */
  empty?: ReactNode;
  children?: ReactNode;
}

export function ListCard<Row>({ title, note, actions, columns, rows, rowKey, empty, children }: ListCardProps<Row>) {
  const download = rows.length > 0 && (
    <IconButton
      label={t`${title}: download CSV`}
      onPress={() => save(csvOf(columns, rows), fileName(title, undefined, "csv"))}
    >
      <Download size={17} />
    </IconButton>
  );
  return (
    <Card title={title} note={note} actions={actions} tools={download}>
      {rows.length === 0 && empty ? (
        empty
      ) : (
        <DataTable caption={title} columns={columns} rows={rows} rowKey={rowKey} isList />
      )}
      {children}
    </Card>
  );
}
