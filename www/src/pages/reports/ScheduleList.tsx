// List of schedules: reports that are created every week or month.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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

function when({ every, day, hour }: Schedule): string {
  const time = hourText(hour);
  const weekday = WEEKDAYS[day - 1]!;
  return every === "weekly" ? t`Every ${weekday}, ${time}` : t`Day ${day} of every month, ${time}`;
}

const cancelLabel = (title: string) => t`Cancel the schedule of ${title}`;

export function ScheduleList({ onMake }: { onMake: (() => void) | undefined }) {
  const schedules = useSchedules();
  const { account } = useSession();
  const mayCancel = useHasRole("analyst");
  const { set } = useAddress();
  const [ending, setEnding] = useState<Schedule>();
  const columns: Column<Schedule>[] = [
    {
      id: "title",
      title: t`Report`,
      value: ({ report }) => titleOf(report),
      show: ({ report }) => (
        <>
          <span className="cut">{titleOf(report)}</span>
          <span className="sub">{subOf(report)}</span>
        </>
      ),
    },
    { id: "type", title: t`Type`, value: ({ report }) => kindLabel(report.type), isExtra: true },
    {
      id: "brands",
      title: t`Brands`,
      value: ({ report }) => (report.brands?.length ? brandNames(report.brands, account.brands) : t`All brands`),
    },
    { id: "when", title: t`When`, value: when },
    { id: "next", title: t`Next`, value: ({ next_at }) => next_at, show: ({ next_at }) => words.moment(next_at) },
    {
      id: "last",
      title: t`Last report`,
      value: ({ last_report }) => last_report,
      show: ({ last_report }) =>
        last_report ? (
          <button type="button" className="link" onClick={() => set({ report: last_report })}>
            <Trans>Open</Trans>
          </button>
        ) : (
          t`None yet`
        ),
    },
    ...(mayCancel
      ? [
          {
            id: "cancel",
            title: t`Actions`,
            isAction: true,
            value: () => null,
            show: (schedule: Schedule) => (
              <Button onPress={() => setEnding(schedule)} aria-label={cancelLabel(titleOf(schedule.report))}>
                <Trans>Cancel</Trans>
              </Button>
            ),
          },
        ]
      : []),
  ];
  const rows = schedules.data?.pages.flatMap((page) => page.schedules) ?? [];
  const empty = (
    <Empty
      title={t`No scheduled reports`}
      actions={
        onMake && (
          <Button onPress={onMake}>
            <Trans>Schedule report</Trans>
          </Button>
        )
      }
    >
      <Trans>A schedule creates a report of each complete week or month.</Trans>
    </Empty>
  );
  return (
    <Answer query={schedules} skeleton={<Skeleton height={160} />}>
      {() => (
        <>
          <ListCard
            title={t`Scheduled reports`}
            note={t`Each covers the last complete week or month`}
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
  const title = titleOf(schedule.report);
  const interval = when(schedule);
  return (
    <Confirm
      title={t`Cancel this schedule?`}
      action={t`Cancel the schedule`}
      isPending={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate(schedule.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          “{title}” is no longer created ({interval}). Its reports are kept.
        </Trans>
      </p>
    </Confirm>
  );
}
