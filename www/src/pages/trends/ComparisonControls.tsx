// Controls that choose the compared brands or periods, and the topics.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { useSession } from "../../data/session.ts";
import { useSuggestions } from "../../filters/suggestions.ts";
import { Button } from "../../parts/Button.tsx";
import { PopoverOf } from "../../parts/Overlays.tsx";
import { SelectOf } from "../../parts/SelectOf.tsx";
import { ValuePicker } from "../../parts/ValuePicker.tsx";
import { useAddress, useLastDay } from "../../view/view.ts";
import { daysOf } from "../../view/window.ts";
import * as words from "../../view/words.ts";
import { AGAINST, type Against, type ComparisonSelection, MAX_BRANDS, MAX_TOPICS } from "./comparison.ts";

const WindowChoice = lazy(() => import("../../app/WindowChoice.tsx"));

export function ComparisonControls({
  compared: { by, brands, of, against, days, topics },
}: {
  compared: ComparisonSelection;
}) {
  const { account } = useSession();
  const { set } = useAddress();
  const options = account.brands.map(({ id, label }) => ({ value: id, label }));
  return (
    <>
      <ToggleButtonGroup
        className="segments"
        aria-label={t`Compare by`}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[by]}
        onSelectionChange={(keys) => set({ by: keys.has("period") ? "period" : "brand" })}
      >
        <ToggleButton id="brand" className="segment">
          <Trans>Brands</Trans>
        </ToggleButton>
        <ToggleButton id="period" className="segment">
          <Trans>Periods</Trans>
        </ToggleButton>
      </ToggleButtonGroup>
      {by === "brand" ? (
        <ValuePicker
          label={t`Brands compared`}
          options={options}
          chosen={brands}
          limit={MAX_BRANDS}
          onChange={(chosen) => set({ with: chosen })}
        />
      ) : (
        <>
          <SelectOf
            label={t`Brand compared`}
            options={[{ value: "", label: t`All brands` }, ...options]}
            chosen={of ?? ""}
            onChange={(value) => set({ of: value })}
          />
          <SelectOf
            label={t`Compared with`}
            options={Object.entries(AGAINST).map(([value, label]) => ({ value: value as Against, label }))}
            chosen={against}
            onChange={(value) => set({ against: value === "before" ? undefined : value })}
          />
          {against === "days" && <OtherDays days={days} />}
        </>
      )}
      <TopicPicker topics={topics} />
    </>
  );
}

function TopicPicker({ topics }: { topics: string[] }) {
  const { set } = useAddress();
  const [isWanted, setWanted] = useState(false);
  const options = useSuggestions("topic", isWanted);
  return (
    <ValuePicker
      label={t`Topics compared`}
      all={topics.length === 0 ? t`Most frequent topics` : undefined}
      options={options}
      chosen={topics}
      limit={MAX_TOPICS}
      isOpenEnded
      onOpen={() => setWanted(true)}
      onChange={(chosen) => set({ compared: chosen })}
    />
  );
}

function OtherDays({ days }: { days: { from: string; to: string } }) {
  const { set } = useAddress();
  const last = useLastDay();
  const [isOpen, setOpen] = useState(false);
  const name = words.days(days.from, days.to);
  return (
    <PopoverOf
      button={
        <Button icon={<CalendarDays size={15} aria-hidden="true" />} aria-label={t`Compared with ${name}`}>
          {name}
        </Button>
      }
      label={t`Days to compare with`}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Suspense fallback={<div className="window-choice" aria-busy="true" />}>
        <WindowChoice
          window={{ ...days, preset: undefined }}
          onChoose={(choice) => {
            const { from, to } = "preset" in choice ? daysOf(choice.preset, last) : choice;
            set({ versus: `${from}..${to}` });
            setOpen(false);
          }}
        />
      </Suspense>
    </PopoverOf>
  );
}
