// List of reports, the latest first, with their progress.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import type { Report } from "overheard";
import { useState } from "react";
import { Label, ProgressBar } from "react-aria-components";
import { useSession } from "../../data/session.ts";
import type { Brand } from "../../data/dashboard-api.ts";
import { Badge } from "../../parts/Badge.tsx";
import { Button } from "../../parts/Button.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { ListCard } from "../../parts/ListCard.tsx";
import { More } from "../../parts/More.tsx";
import { Answer, Empty, Failed, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { fileLabel, type ReportFile, saveFile } from "./files.ts";
import { kindLabel, subOf, titleOf } from "./kinds.ts";
import { isUnfinished, useReports } from "./reports.ts";

/** Returns the labels of brands by their ids. Brands that are no longer monitored have no label. */
export const brandNames = (ids: readonly string[], brands: Brand[]): string =>
  ids.length === brands.length && brands.every(({ id }) => ids.includes(id))
    ? t`All brands`
    : ids.map((id) => brands.find((brand) => brand.id === id)?.label ?? t`a removed brand`).join(", ");

export function ReportList({ onMake }: { onMake: (() => void) | undefined }) {
  const reports = useReports();
  const { account } = useSession();
  const { set } = useAddress();
  const [failure, setFailure] = useState<unknown>();
  const take = (report: Report, file: ReportFile) =>
    saveFile(report, file).then(() => setFailure(undefined), setFailure);
  const columns: Column<Report>[] = [
    {
      id: "title",
      title: t`Report`,
      value: titleOf,
      show: (report) => (
        <>
          <button type="button" className="link cut" onClick={() => set({ report: report.id })}>
            {titleOf(report)}
          </button>
          <span className="sub">{subOf(report)}</span>
        </>
      ),
    },
    { id: "type", title: t`Type`, value: ({ type }) => kindLabel(type), isExtra: true },
    {
      id: "window",
      title: t`Period`,
      value: ({ from, to }) => `${from} – ${to}`,
      show: ({ from, to }) => words.days(from, to),
    },
    {
      id: "brands",
      title: t`Brands`,
      value: ({ brands }) => brandNames(brands, account.brands),
      show: ({ brands }) => <span className="cut">{brandNames(brands, account.brands)}</span>,
    },
    { id: "status", title: t`Status`, value: ({ status }) => status, show: (report) => <State report={report} /> },
    {
      id: "created",
      title: t`Requested`,
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => words.day(created_at.slice(0, 10)),
    },
    {
      id: "files",
      title: t`Download`,
      isAction: true,
      value: () => null,
      show: (report) => report.status === "ready" && <Files report={report} onTake={take} />,
    },
  ];
  const rows = reports.data?.pages.flatMap((page) => page.reports) ?? [];
  const empty = (
    <Empty
      title={t`No reports yet`}
      actions={
        onMake && (
          <Button variant="main" onPress={onMake}>
            <Trans>Create report</Trans>
          </Button>
        )
      }
    >
      <Trans>A report presents the figures of a period to people who do not use this dashboard.</Trans>
    </Empty>
  );
  return (
    <Answer query={reports} skeleton={<Skeleton height={280} />}>
      {() => (
        <ListCard
          title={t`Reports`}
          note={t`Files are kept for 30 days`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          empty={empty}
        >
          {failure !== undefined && <Failed error={failure} compact />}
          <More query={reports} />
        </ListCard>
      )}
    </Answer>
  );
}

const BADGE_VARIANTS = { ready: "good", failed: "bad", expired: "plain" } as const;
const STATES = { ready: t`Ready`, failed: t`Failed`, expired: t`Expired` } as const;

export function State({ report }: { report: Report }) {
  if (!isUnfinished(report))
    return (
      <Badge variant={BADGE_VARIANTS[report.status as keyof typeof BADGE_VARIANTS]}>
        {STATES[report.status as keyof typeof STATES]}
      </Badge>
    );
  return (
    <ProgressBar value={report.progress} className="progress">
      {({ percentage, valueText }) => (
        <>
          <Label>{report.status === "queued" ? t`Waiting` : `${valueText}`}</Label>
          <span className="meter-track">
            <span className="meter-fill" style={{ width: `${Math.max(percentage ?? 0, 4)}%` }} />
          </span>
        </>
      )}
    </ProgressBar>
  );
}

const downloadLabel = (title: string, file: string) => t`Download ${title} as ${file}`;

/** Buttons that download the files. The parts of an export are in its preview. */
const Files = ({ report, onTake }: { report: Report; onTake: (report: Report, file: ReportFile) => Promise<void> }) => (
  <span className="row tight end">
    {report.artifacts
      .filter(({ part }) => part === undefined)
      .map((file) => (
        <Button
          key={file.format}
          icon={<Download size={14} aria-hidden="true" />}
          aria-label={downloadLabel(titleOf(report), fileLabel(file))}
          onPress={() => void onTake(report, file)}
        >
          {fileLabel(file)}
        </Button>
      ))}
  </span>
);
