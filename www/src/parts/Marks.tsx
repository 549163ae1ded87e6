// Small marks beside numbers and names.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { isUnknown, type KnownCounts, knownNote, type Sum, sum } from "../view/basis.ts";
import { TONE_RULE } from "../view/tones.ts";
import * as words from "../view/words.ts";
import { loadOverlays } from "./Overlays.tsx";

const TipFrame = lazy(async () => ({ default: (await loadOverlays()).TipFrame }));

/** Threshold of low confidence: numbers of fewer mentions are marked. The interfaces use the same value. */
export const MIN_SAMPLE = 20;

/**
 * Mark for a number of low confidence, by default because of fewer than 20 mentions. `reason` replaces the explanation.
 */
export function LowConfidence({ n, reason: other }: { n?: number | undefined; reason?: string }) {
  const reason =
    other ??
    (n === undefined
      ? t`Based on fewer than ${MIN_SAMPLE} mentions. Read them before you quote the number.`
      : plural(n, {
          one: "Based on only # mention. Read them before you quote the number.",
          other: "Based on only # mentions. Read them before you quote the number.",
        }));
  const mark = useRef<HTMLButtonElement>(null);
  const [isTipOpen, setTipOpen] = useState(false);
  return (
    <>
      <Button
        ref={mark}
        className="mark low"
        aria-label={t`Low confidence. ${reason}`}
        onHoverChange={setTipOpen}
        onFocusChange={setTipOpen}
        onPress={() => setTipOpen(true)}
        onKeyDown={({ key }) => key === "Escape" && setTipOpen(false)}
      >
        <TriangleAlert size={13} aria-hidden="true" />
        <Trans>Small sample</Trans>
      </Button>
      {isTipOpen && (
        <Suspense>
          <TipFrame trigger={mark} onClose={() => setTipOpen(false)}>
            {reason}
          </TipFrame>
        </Suspense>
      )}
    </>
  );
}

/** Number of mentions or videos behind a number. */
export const N = ({ of, unit }: { of: number; unit?: words.CountUnit | undefined }) => (
  <span className="small soft number">
    n&nbsp;=&nbsp;{words.count(of)}
    {unit && <>&nbsp;{words.countUnit(unit)}</>}
  </span>
);

/** Number of scored mentions behind an average tone. */
export const Scored = ({ of }: { of: number | undefined }) => (of === undefined ? null : <N of={of} unit="scored" />);

/** Sum over videos, with the number of videos for which the value is known if that is not all. */
export const SumOfKnown = ({ value, known, of }: { value: number; known: KnownCounts | undefined; of: Sum }) => (
  <>
    {sum(value, known, of)} {!isUnknown(known, of) && <span className="small soft">{knownNote(known, of)}</span>}
  </>
);

/** Tone of a mention, as text and symbol and not by colour alone. */
export function ToneMark({ label, score }: { label: string; score?: number | null }) {
  return (
    <span className={`tone ${label}`} title={TONE_RULE}>
      <span className="tone-dot" aria-hidden="true" />
      {words.toneLabel(label)}
      {score !== undefined && score !== null && <span className="number soft"> {words.tone(score)}</span>}
    </span>
  );
}
