// Reports page: the list of reports, the schedules, and a form that creates either.
import { CalendarClock, FilePlus2 } from "lucide-react";
import { useState } from "react";
import { useHasRole, usePlanIncludes } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { PageHead } from "../../parts/Card.tsx";
import { NotInPlan } from "../../parts/NotInPlan.tsx";
import { useAddress } from "../../view/view.ts";
import { type CreatedKind, MakeReport } from "./MakeReport.tsx";
import { Preview } from "./Preview.tsx";
import { ReportList } from "./ReportList.tsx";
import { ScheduleList } from "./ScheduleList.tsx";
import "./reports.css";

export default function Reports() {
  const isOpen = usePlanIncludes("reports");
  return isOpen ? (
    <Content />
  ) : (
    <NotInPlan title="Reports">
      Reports put the numbers of these pages into a PDF that reads from beginning to end, and a CSV.
    </NotInPlan>
  );
}

function Content() {
  const { params, set } = useAddress();
  const mayMake = useHasRole("analyst");
  const [made, setMade] = useState<CreatedKind>();
  const making = params.get("make");
  const reportId = params.get("report");
  const done = (what: CreatedKind) => {
    setMade(what);
    set({ make: undefined });
  };
  const actions = mayMake && (
    <>
      <Button icon={<CalendarClock size={15} aria-hidden="true" />} onPress={() => set({ make: "schedule" })}>
        Make regularly
      </Button>
      <Button variant="main" icon={<FilePlus2 size={15} aria-hidden="true" />} onPress={() => set({ make: "report" })}>
        Make a report
      </Button>
    </>
  );
  return (
    <>
      <PageHead title="Reports" actions={actions}>
        {mayMake
          ? "What you forward: a PDF to read, a CSV to calculate with"
          : "You can read and download reports. An analyst or an admin of your account makes them."}
      </PageHead>
      <p role="status" className={made ? "note-box plain" : "unseen"}>
        {made === "report"
          ? "Your report is being made. It appears below, and is usually ready within a minute."
          : made === "schedule"
            ? "The schedule is kept. Each report appears below when it is made."
            : ""}
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
