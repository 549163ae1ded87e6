// Small marks that stand beside numbers and names.
import { TriangleAlert } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { isUnknown, type Known, knownOn, type Sum, sum } from "../view/basis.ts";
import { TONE_RULE } from "../view/tones.ts";
import * as words from "../view/words.ts";
import { loadOpened } from "./Overlays.tsx";

const TipFrame = lazy(async () => ({ default: (await loadOpened()).TipFrame }));

/** Fewer mentions than these are of low confidence, as the interfaces have it. */
export const FEW = 20;

/**
 * Fewer than 20 mentions are behind a number: look at them before it is quoted. `why` is said where it is something
 * else.
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

/** How many mentions or videos a number is of. */
export const N = ({ of, unit }: { of: number; unit?: string | undefined }) => (
  <span className="small soft number">
    n&nbsp;=&nbsp;{words.count(of)}
    {unit && <>&nbsp;{unit}</>}
  </span>
);

/** How many mentions an average tone is of: those that have a score. */
export const Scored = ({ of }: { of: number | undefined }) => (of === undefined ? null : <N of={of} unit="scored" />);

/** A sum over videos, with the number of those of which it is known where these are not all. */
export const SumOfKnown = ({ value, known, of }: { value: number; known: Known | undefined; of: Sum }) => (
  <>
    {sum(value, known, of)} {!isUnknown(known, of) && <span className="small soft">{knownOn(known, of)}</span>}
  </>
);

/** The tone of a mention: by its word and its sign, not by its colour alone. */
export function ToneMark({ label, score }: { label: string; score?: number | null }) {
  return (
    <span className={`tone ${label}`} title={TONE_RULE}>
      <span className="tone-dot" aria-hidden="true" />
      {words.toneLabel(label)}
      {score !== undefined && score !== null && <span className="number soft"> {words.tone(score)}</span>}
    </span>
  );
}
