// Filter whose values are chosen from suggestions in a searchable list. Chosen values can be excluded instead, and
// values without a suggestion can be typed.
import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { loadOverlays, PopoverOf } from "./Overlays.tsx";

const ValueList = lazy(async () => ({ default: (await loadOverlays()).ValueList }));

export interface Option {
  value: string;
  label: string;
  /** Number of mentions with the value. */
  n?: number;
  /** Heading above the options of a group, which follow each other. */
  group?: string;
}

/** Returns up to two names, or the first one and the number of the others. */
function inBrief(names: string[]): string {
  const [first = "", others] = [names[0], names.length - 1];
  return others < 2 ? names.join(", ") : t`${first} and ${others} more`;
}

interface ValuePickerProps {
  label: string;
  /** Text of the button if nothing is chosen. */
  all?: string;
  /** Undefined while the suggestions load. */
  options: Option[] | undefined;
  /** Values as in an address: a leading minus excludes a value. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** True if values can be excluded. */
  canExclude?: boolean;
  /** True if values without a suggestion can be typed. */
  isOpenEnded?: boolean;
  onOpen?: () => void;
  /** Maximum number of chosen values. */
  limit?: number;
}

/** Maximum number of values of a filter. */
const LIMIT = 20;
export const plain = (value: string) => value.replace(/^-/, "");

export function ValuePicker({
  label,
  all,
  options,
  chosen,
  onChange,
  canExclude = false,
  isOpenEnded = false,
  onOpen,
  limit = LIMIT,
}: ValuePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const [isExcluding, setExcluding] = useState(chosen.length > 0 && chosen.every((value) => value.startsWith("-")));
  const labelOf = (value: string) => options?.find((option) => option.value === plain(value))?.label ?? plain(value);
  const exclude = (excluding: boolean) => {
    setExcluding(excluding);
    if (chosen.length > 0) onChange(chosen.map((value) => (excluding ? `-${plain(value)}` : plain(value))));
  };
  const names = chosen.map(labelOf);
  const text = names.length === 0 ? (all ?? label) : isExcluding ? t`not ${inBrief(names)}` : inBrief(names);
  const button = (
    <AriaButton
      className={chosen.length > 0 ? "button edge picker chosen" : "button edge picker"}
      aria-label={`${label}: ${names.length === 0 ? (all ?? t`any`) : text}`}
    >
      {names.length > 0 && !all && <span className="soft">{label}:</span>}
      <span className="picker-text">{text}</span>
      <ChevronDown size={14} aria-hidden="true" />
    </AriaButton>
  );
  const change = (open: boolean) => {
    if (open) onOpen?.();
    setOpen(open);
  };
  return (
    <PopoverOf
      button={button}
      label={label}
      isOpen={isOpen}
      onOpenChange={change}
      placement="bottom start"
      className="picker-inside"
    >
      <Suspense>
        <ValueList
          label={label}
          any={all ?? t`Any`}
          options={options}
          chosen={chosen.map(plain)}
          onChange={(values) => onChange(values.slice(0, limit).map((value) => (isExcluding ? `-${value}` : value)))}
          isExcluding={isExcluding}
          onExclude={canExclude ? exclude : undefined}
          isOpenEnded={isOpenEnded}
        />
      </Suspense>
    </PopoverOf>
  );
}
