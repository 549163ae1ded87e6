// Reports page: the list of reports, the schedules, and a form that creates either.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarClock, FilePlus2 } from "lucide-react";
import { useState } from "react";
import { useHasRole, usePlanIncludes } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { NotInPlan } from "../../parts/NotInPlan.tsx";
import { useAddress } from "../../view/view.ts";
import { MakeReport } from "./MakeReport.tsx";
import { Preview } from "./Preview.tsx";
import { ReportList } from "./ReportList.tsx";
import { isUnfinished, useReports } from "./reports.ts";
import { ScheduleList } from "./ScheduleList.tsx";
import "./reports.css";

export default function Reports() {
  const isOpen = usePlanIncludes("reports");
  return isOpen ? (
    <Content />
  ) : (
    <NotInPlan title={t`Reports`}>
      <Trans>Reports present the figures of these pages as a PDF and a CSV.</Trans>
    </NotInPlan>
  );
}

function Content() {
  const { params, set } = useAddress();
  const mayMake = useHasRole("analyst");
  const [made, setMade] = useState<{ reportId?: string | undefined }>();
  const making = params.get("make");
  const reportId = params.get("report");
  const done = (createdId?: string) => {
    setMade({ reportId: createdId });
    set({ make: undefined });
  };
  const message = useCreationMessage(made);
  const actions = mayMake && (
    <>
      <Button icon={<CalendarClock size={15} aria-hidden="true" />} onPress={() => set({ make: "schedule" })}>
        <Trans>Schedule</Trans>
      </Button>
      <Button variant="main" icon={<FilePlus2 size={15} aria-hidden="true" />} onPress={() => set({ make: "report" })}>
        <Trans>Create report</Trans>
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={t`Reports`} actions={actions}>
        {mayMake
          ? t`PDFs to read and forward, CSVs for spreadsheets`
          : t`You can read and download reports. Analysts and admins of your account create them.`}
      </PageHead>
      <p role="status" className={message ? "note-box plain" : "unseen"}>
        {message}
      </p>
      <ReportList onMake={mayMake ? () => set({ make: "report" }) : undefined} />
      <ScheduleList onMake={mayMake ? () => set({ make: "schedule" }) : undefined} />
      {mayMake && making && (
        <MakeReport isSchedule={making === "schedule"} onMade={done} onClose={() => set({ make: undefined })} />
      )}
      {reportId && <Preview id={reportId} onClose={() => set({ report: undefined, file: undefined })} />}
    </>
  );
}

/** Returns the message about the report or schedule that was created last. It follows the status of the report. */
function useCreationMessage(made: { reportId?: string | undefined } | undefined): string | undefined {
  const reports = useReports();
  if (made === undefined) return undefined;
  if (made.reportId === undefined) return t`Schedule saved. Its reports appear below.`;
  const report = reports.data?.pages.flatMap((page) => page.reports).find(({ id }) => id === made.reportId);
  if (report === undefined || isUnfinished(report))
    return t`Your report is being created. It appears below, and is usually ready within a minute.`;
  return report.status === "ready" ? t`Your report is ready.` : undefined;
}
