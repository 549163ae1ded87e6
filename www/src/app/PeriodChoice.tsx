// Picker of the period and of the period that it is compared with. Loaded when it opens.
import { t } from "@lingui/core/macro";
import { useDataset } from "../data/session.ts";
import { Radios } from "../parts/Fields.tsx";
import { daysWithCoverage } from "../view/coverage.ts";
import { useLastDay, useView } from "../view/view.ts";
import { BASELINES, type Baseline, baselineOf } from "../view/window.ts";
import WindowChoice from "./WindowChoice.tsx";

export default function PeriodChoice({ onChosen }: { onChosen: () => void }) {
  const { window, setWindow, setBaseline } = useView();
  const dataset = useDataset();
  const last = useLastDay();
  return (
    <WindowChoice window={window} onChoose={(choice) => (setWindow(choice), onChosen())}>
      <Radios
        label={t`Compared with`}
        options={(Object.keys(BASELINES) as Baseline[]).map((value) => ({
          value,
          label: BASELINES[value],
          note: daysWithCoverage(baselineOf(value, window.from, window.to), dataset, last),
        }))}
        value={window.baseline}
        onChange={setBaseline}
      />
    </WindowChoice>
  );
}
