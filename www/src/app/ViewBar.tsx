// Pickers of the brands and the period, for every page with numbers.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BrandPicker } from "../filters/BrandPicker.tsx";
import { Button } from "../parts/Button.tsx";
import { PopoverOf } from "../parts/Overlays.tsx";
import { useLastDay, useView } from "../view/view.ts";
import { PRESETS } from "../view/window.ts";
import * as words from "../view/words.ts";

const PeriodChoice = lazy(() => import("./PeriodChoice.tsx"));

export function ViewBar() {
  const last = useLastDay();
  const lastDay = words.day(last);
  const isBeyond = useView().window.to > last;
  return (
    <div className="row view-bar">
      <BrandPicker />
      <WindowPicker />
      <span className={isBeyond ? "small soft" : "small soft only-wide"}>
        <Trans>Data until {lastDay}</Trans>
      </span>
    </div>
  );
}

/** Skeleton of the bar until the brands and the dataset's dates are loaded. */
export const ViewBarSkeleton = () => (
  <div className="row view-bar" aria-hidden="true">
    <span className="skeleton view-bar-place" />
    <span className="skeleton view-bar-place" />
  </div>
);

function WindowPicker() {
  const { window } = useView();
  const [isOpen, setOpen] = useState(false);
  const days = words.days(window.from, window.to);
  const name = window.preset ? PRESETS[window.preset] : days;
  const button = (
    <Button icon={<CalendarDays size={15} aria-hidden="true" />} aria-label={t`Period: ${name}, ${days}`}>
      <span>{name}</span>
      {window.preset && <span className="soft only-wide">{days}</span>}
    </Button>
  );
  return (
    <PopoverOf button={button} label={t`Period`} isOpen={isOpen} onOpenChange={setOpen}>
      <Suspense fallback={<div className="window-choice" aria-busy="true" />}>
        <PeriodChoice onChosen={() => setOpen(false)} />
      </Suspense>
    </PopoverOf>
  );
}
