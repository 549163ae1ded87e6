// What is looked at: the brands and the period, for every page with numbers.
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Dialog, DialogTrigger, Popover } from "react-aria-components";
import { useSession } from "../data/session.ts";
import { Button } from "../parts/Button.tsx";
import { ValuePicker } from "../parts/ValuePicker.tsx";
import { useView } from "../view/view.ts";
import { PRESETS } from "../view/window.ts";
import * as words from "../view/words.ts";

const WindowChoice = lazy(() => import("./WindowChoice.tsx"));

export function ViewBar() {
  return (
    <div className="row view-bar">
      <BrandPicker />
      <WindowPicker />
    </div>
  );
}

function BrandPicker() {
  const { account } = useSession();
  const { filters, setFilters } = useView();
  const options = account.brands.map(({ id, label }) => ({ value: id, label }));
  return <ValuePicker label="Brands" all="All brands" options={options} chosen={filters.brand ?? []} onChange={(brand) => setFilters({ brand })} />;
}

function WindowPicker() {
  const { window, setWindow } = useView();
  const [isOpen, setOpen] = useState(false);
  const name = window.preset ? PRESETS[window.preset] : words.days(window.from, window.to);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button icon={<CalendarDays size={15} aria-hidden="true" />} aria-label={`Period: ${name}, ${words.days(window.from, window.to)}`}>
        <span>{name}</span>
        {window.preset && <span className="soft only-wide">{words.days(window.from, window.to)}</span>}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="popover-inside" aria-label="Period">
          <Suspense fallback={<div className="window-choice" aria-busy="true" />}>
            <WindowChoice window={window} onChoose={(choice) => (setWindow(choice), setOpen(false))} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
