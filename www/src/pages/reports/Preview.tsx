// Drawer with one report: its state, its details and a preview of its files.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, RefreshCw } from "lucide-react";
import type { Report } from "overheard";
import { lazy, Suspense, useEffect, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useHasRole, useSession } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { Answer, Empty, Failed, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { fileLabel, fileQuery, type ReportFile, saveFile } from "./files.ts";
import { type Format, kindLabel, KINDS, type ReportType, titleOf } from "./kinds.ts";
import { brandNames, State } from "./ReportList.tsx";
import { repeatRequest, isUnfinished, useMakeReport, useReport } from "./reports.ts";

const CsvRows = lazy(() => import("./CsvRows.tsx"));

export function Preview({ id, onClose }: { id: string; onClose: () => void }) {
  const report = useReport(id);
  return (
    <DialogBox title={report.data ? titleOf(report.data) : t`Report`} isOpen isDrawer isWide onClose={onClose}>
      <div className="preview">
        <Answer query={report} skeleton={<Skeleton lines={12} />}>
          {(data) => <ReportBody report={data} />}
        </Answer>
      </div>
    </DialogBox>
  );
}

function ReportBody({ report }: { report: Report }) {
  const { account } = useSession();
  const sections = KINDS[report.type as ReportType]?.sections ?? {};
  const ready = report.estimated_ready_at && words.moment(report.estimated_ready_at);
  return (
    <>
      <dl className="details">
        <dt>
          <Trans>Status</Trans>
        </dt>
        <dd>
          <State report={report} />
        </dd>
        <dt>
          <Trans>Type</Trans>
        </dt>
        <dd>
          {kindLabel(report.type)}: {report.sections.map((section) => sections[section] ?? section).join(", ")}
        </dd>
        <dt>
          <Trans>Period</Trans>
        </dt>
        <dd>{words.days(report.from, report.to)}</dd>
        <dt>
          <Trans>Brands</Trans>
        </dt>
        <dd>{brandNames(report.brands, account.brands)}</dd>
        <dt>
          <Trans>Requested</Trans>
        </dt>
        <dd>{words.moment(report.created_at)}</dd>
        {report.expires_at && (
          <>
            <dt>
              <Trans>Available until</Trans>
            </dt>
            <dd>{words.moment(report.expires_at)}</dd>
          </>
        )}
      </dl>
      {isUnfinished(report) ? (
        <p className="soft" role="status">
          {ready ? (
            <Trans>This report is being created, ready at about {ready}. It appears here when it is ready.</Trans>
          ) : (
            <Trans>This report is being created. It appears here when it is ready.</Trans>
          )}
        </p>
      ) : report.status === "ready" ? (
        <Files report={report} />
      ) : (
        <UnavailableReport report={report} />
      )}
    </>
  );
}

function UnavailableReport({ report }: { report: Report }) {
  const mayMake = useHasRole("analyst");
  const make = useMakeReport();
  const { set } = useAddress();
  const isExpired = report.status === "expired";
  const action = mayMake && (
    <Button
      icon={<RefreshCw size={15} aria-hidden="true" />}
      isPending={make.isPending}
      onPress={() => make.mutate(repeatRequest(report), { onSuccess: ({ id }) => set({ report: id }) })}
    >
      <Trans>Create again</Trans>
    </Button>
  );
  return (
    <>
      <Empty title={isExpired ? t`The files have expired` : t`This report failed`} actions={action}>
        {isExpired ? t`Report files are kept for 30 days. A new report uses the current data.` : report.error?.message}
      </Empty>
      {make.isError && <Failed error={make.error} compact />}
    </>
  );
}

/** Formats that the page does not show. */
const WITHOUT_PREVIEW: Format[] = ["ndjson", "parquet"];

function Files({ report }: { report: Report }) {
  const { params, set } = useAddress();
  const [failure, setFailure] = useState<unknown>();
  const formats = [...new Set(report.artifacts.map(({ format }) => format))];
  const formatParam = params.get("file") as Format | null;
  const chosen = formatParam && formats.includes(formatParam) ? formatParam : formats[0];
  const take = (file: ReportFile) => saveFile(report, file).then(() => setFailure(undefined), setFailure);
  return (
    <Tabs
      className="tabs"
      selectedKey={chosen}
      onSelectionChange={(format) =>
        set({ file: format === formats[0] ? undefined : String(format) }, { replace: true })
      }
    >
      <div className="row preview-head">
        <TabList aria-label={t`Files of the report`} className="tab-list grow">
          {formats.map((format) => (
            <Tab key={format} id={format} className="tab">
              {format.toUpperCase()}
            </Tab>
          ))}
        </TabList>
        {report.artifacts.map(
          (file) =>
            file.format === chosen && (
              <Button
                key={fileLabel(file)}
                variant="main"
                icon={<Download size={15} aria-hidden="true" />}
                onPress={() => void take(file)}
              >
                {downloadText(fileLabel(file), size(file.bytes))}
              </Button>
            ),
        )}
      </div>
      {failure !== undefined && <Failed error={failure} compact />}
      <TabPanel id="pdf" className="tab-panel whole-width">
        <Pdf report={report} />
      </TabPanel>
      <TabPanel id="csv" className="tab-panel whole-width">
        <Suspense fallback={<Skeleton height={360} />}>
          <CsvRows report={report} />
        </Suspense>
      </TabPanel>
      {WITHOUT_PREVIEW.map((format) => (
        <TabPanel key={format} id={format} className="tab-panel whole-width">
          <Empty title={t`No preview`}>
            <Trans>Download the file to read it.</Trans>
          </Empty>
        </TabPanel>
      ))}
    </Tabs>
  );
}

const downloadText = (format: string, fileSize: string) => t`Download ${format} (${fileSize})`;

const size = (bytes: number) =>
  bytes < 1_000_000
    ? `${words.count(Math.max(1, Math.round(bytes / 1_000)))} KB`
    : `${words.decimal(bytes / 1_000_000, 1)} MB`;

/** Shows the PDF in the page, if the browser can. */
function Pdf({ report }: { report: Report }) {
  const canShow = navigator.pdfViewerEnabled;
  const file = useQuery({ ...fileQuery(report.id, { format: "pdf" }), enabled: canShow });
  if (!canShow)
    return (
      <Empty title={t`This browser cannot show PDFs`}>
        <Trans>Download the file to read it.</Trans>
      </Empty>
    );
  return (
    <Answer query={file} skeleton={<Skeleton height={600} />}>
      {(blob) => <Document blob={blob} title={titleOf(report)} />}
    </Answer>
  );
}

function Document({ blob, title }: { blob: Blob; title: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return <iframe className="document" title={t`${title}, as PDF`} src={address} />;
}
