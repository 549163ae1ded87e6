// Presets and a calendar. Loaded when it opens.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { currentLanguage, LANGUAGES } from "../language/languages.ts";
import { type CalendarDate, minDate, parseDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  Heading,
  I18nProvider,
  RangeCalendar,
} from "react-aria-components";
import { useDataset } from "../data/session.ts";
import { Button } from "../parts/Button.tsx";
import { daysWithCoverage } from "../view/coverage.ts";
import { addMonths } from "../view/dates.ts";
import { useLastDay } from "../view/view.ts";
import { daysOf, type Preset, PRESETS, type Window } from "../view/window.ts";
import * as words from "../view/words.ts";

interface WindowChoiceProps {
  window: Pick<Window, "preset" | "from" | "to">;
  onChoose: (choice: { preset: Preset } | { from: string; to: string }) => void;
  /** Content below the calendar. */
  children?: ReactNode;
}

export default function WindowChoice({ window, onChoose, children }: WindowChoiceProps) {
  const last = useLastDay();
  const lastDay = words.day(last);
  const dataset = useDataset();
  const first = dataset?.first_date ?? addMonths(last, -24);
  const [range, setRange] = useState<{ start: CalendarDate; end: CalendarDate }>({
    start: minDate(parseDate(window.from), parseDate(last))!,
    end: minDate(parseDate(window.to), parseDate(last))!,
  });
  const [from, to] = [range.start.toString(), range.end.toString()];
  const isLong = from < addMonths(to, -24);
  return (
    <div className="window-choice">
      <ul className="presets">
        {Object.entries(PRESETS).map(([id, title]) => (
          <li key={id}>
            <AriaButton
              className={window.preset === id ? "preset current" : "preset"}
              aria-pressed={window.preset === id}
              onPress={() => onChoose({ preset: id as Preset })}
            >
              {title}
              <span className="small soft">{daysWithCoverage(daysOf(id as Preset, last), dataset, last)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      <div>
        <p className="small soft">
          <Trans>Data until {lastDay}</Trans>
        </p>
        <I18nProvider locale={LANGUAGES[currentLanguage()].dates}>
          <RangeCalendar
            aria-label={t`Days`}
            className="calendar"
            value={range}
            onChange={setRange}
            defaultFocusedValue={range.end}
            minValue={parseDate(first)}
            maxValue={parseDate(last)}
          >
            <header className="calendar-head">
              <AriaButton slot="previous" className="button icon-only plain">
                <ChevronLeft size={16} />
              </AriaButton>
              <Heading level={3} />
              <AriaButton slot="next" className="button icon-only plain">
                <ChevronRight size={16} />
              </AriaButton>
            </header>
            <CalendarGrid className="calendar-grid">
              {(date) => <CalendarCell date={date} className="calendar-cell" />}
            </CalendarGrid>
          </RangeCalendar>
        </I18nProvider>
        <p className={isLong ? "small failed" : "small soft"}>
          {isLong ? t`At most 24 months.` : words.days(from, to)}
        </p>
        <Button variant="main" isDisabled={isLong} onPress={() => onChoose({ from, to })}>
          <Trans>Apply</Trans>
        </Button>
        {children}
      </div>
    </div>
  );
}
