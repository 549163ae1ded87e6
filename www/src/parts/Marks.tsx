// Small marks beside numbers and names.
import { TriangleAlert } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { isUnknown, type Known, knownOn, type Sum, sum } from "../view/basis.ts";
import { TONE_RULE } from "../view/tones.ts";
import * as words from "../view/words.ts";
import { loadOpened } from "./Overlays.tsx";

const TipFrame = lazy(async () => ({ default: (await loadOpened()).TipFrame }));

/** Threshold of low confidence: numbers of fewer mentions are marked. The interfaces use the same value. */
export const FEW = 20;

/**
 * Mark for a number of low confidence, by default because of fewer than 20 mentions. `why` replaces the explanation.
 */
export function LowConfidence({ n, why: other }: { n?: number | undefined; why?: string }) {
  const why =
    other ??
    `${n === undefined ? `Fewer than ${FEW} mentions are` : `Only ${words.plural(n, "mention is", "mentions are")}`} behind this. Read them before you quote the number.`;
  const mark = useRef<HTMLButtonElement>(null);
  const [isTold, setTold] = useState(false);
  return (
    <>
      <Button
        ref={mark}
        className="mark low"
        aria-label={`Low confidence. ${why}`}
        onHoverChange={setTold}
        onFocusChange={setTold}
        onPress={() => setTold(true)}
        onKeyDown={({ key }) => key === "Escape" && setTold(false)}
      >
        <TriangleAlert size={13} aria-hidden="true" />
        few
      </Button>
      {isTold && (
        <Suspense>
          <TipFrame trigger={mark} onClose={() => setTold(false)}>
            {why}
          </TipFrame>
        </Suspense>
      )}
    </>
  );
}

/** Number of mentions or videos behind a number. */
export const N = ({ of, unit }: { of: number; unit?: string | undefined }) => (
  <span className="small soft number">
    n&nbsp;=&nbsp;{words.count(of)}
    {unit && <>&nbsp;{unit}</>}
  </span>
);

/** Number of scored mentions behind an average tone. */
export const Scored = ({ of }: { of: number | undefined }) => (of === undefined ? null : <N of={of} unit="scored" />);

/** Sum over videos, with the number of videos for which the value is known if that is not all. */
export const SumOfKnown = ({ value, known, of }: { value: number; known: Known | undefined; of: Sum }) => (
  <>
    {sum(value, known, of)} {!isUnknown(known, of) && <span className="small soft">{knownOn(known, of)}</span>}
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
