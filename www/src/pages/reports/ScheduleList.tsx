// List of schedules: reports that are created every week or month.
import { useState } from "react";
import { useHasRole, useSession } from "../../data/session.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { ListCard } from "../../parts/ListCard.tsx";
import { More } from "../../parts/More.tsx";
import { Answer, Empty, Skeleton } from "../../parts/States.tsx";
import { useAddress } from "../../view/view.ts";
import * as words from "../../view/words.ts";
import { hourText, kindLabel, subOf, titleOf, WEEKDAYS } from "./kinds.ts";
import { brandNames } from "./ReportList.tsx";
import { type Schedule, useCancelSchedule, useSchedules } from "./reports.ts";

const when = ({ every, day, hour }: Schedule) =>
  `${every === "weekly" ? `Every ${WEEKDAYS[day - 1]}` : `Day ${day} of every month`}, ${hourText(hour)}`;

export function ScheduleList({ onMake }: { onMake: (() => void) | undefined }) {
  const schedules = useSchedules();
  const { account } = useSession();
  const mayCancel = useHasRole("analyst");
  const { set } = useAddress();
  const [ending, setEnding] = useState<Schedule>();
  const columns: Column<Schedule>[] = [
    {
      id: "title",
      title: "Report",
      value: ({ report }) => titleOf(report),
      show: ({ report }) => (
        <>
          <span className="cut">{titleOf(report)}</span>
          <span className="sub">{subOf(report)}</span>
        </>
      ),
    },
    { id: "type", title: "Type", value: ({ report }) => kindLabel(report.type), isExtra: true },
    {
      id: "brands",
      title: "Brands",
      value: ({ report }) => (report.brands?.length ? brandNames(report.brands, account.brands) : "All brands"),
    },
    { id: "when", title: "When", value: when },
    { id: "next", title: "Next", value: ({ next_at }) => next_at, show: ({ next_at }) => words.moment(next_at) },
    {
      id: "last",
      title: "Last report",
      value: ({ last_report }) => last_report,
      show: ({ last_report }) =>
        last_report ? (
          <button type="button" className="link" onClick={() => set({ report: last_report })}>
            Open
          </button>
        ) : (
          "None yet"
        ),
    },
    ...(mayCancel
      ? [
          {
            id: "cancel",
            title: "Actions",
            isAction: true,
            value: () => null,
            show: (schedule: Schedule) => (
              <Button
                onPress={() => setEnding(schedule)}
                aria-label={`Cancel the schedule of ${titleOf(schedule.report)}`}
              >
                Cancel
              </Button>
            ),
          },
        ]
      : []),
  ];
  const rows = schedules.data?.pages.flatMap((page) => page.schedules) ?? [];
  const empty = (
    <Empty title="No scheduled reports" actions={onMake && <Button onPress={onMake}>Schedule report</Button>}>
      A schedule creates a report of each complete week or month.
    </Empty>
  );
  return (
    <Answer query={schedules} skeleton={<Skeleton height={160} />}>
      {() => (
        <>
          <ListCard
            title="Scheduled reports"
            note="Each covers the last complete week or month"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            empty={empty}
          >
            <More query={schedules} />
          </ListCard>
          {ending && <CancelDialog schedule={ending} onClose={() => setEnding(undefined)} />}
        </>
      )}
    </Answer>
  );
}

function CancelDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const cancel = useCancelSchedule();
  return (
    <Confirm
      title="Cancel this schedule?"
      action="Cancel the schedule"
      isPending={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate(schedule.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        “{titleOf(schedule.report)}” is no longer created ({when(schedule).toLowerCase()}). Its reports are kept.
      </p>
    </Confirm>
  );
}
