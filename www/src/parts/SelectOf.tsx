// Button with a list of options, one of which is selected.
import { ChevronDown } from "lucide-react";
import { lazy, useState } from "react";
import { Button } from "./Button.tsx";
import { loadOverlays, Opener } from "./Overlays.tsx";

interface SelectOfProps<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  chosen: V;
  onChange: (chosen: V) => void;
}

const ListFrame = lazy(async () => ({ default: (await loadOverlays()).ListFrame }));

export function SelectOf<V extends string>({ label, options, chosen, onChange }: SelectOfProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const text = options.find(({ value }) => value === chosen)?.label ?? label;
  const button = (
    <Button aria-label={`${text}, ${label}`}>
      {text}
      <ChevronDown size={14} aria-hidden="true" />
    </Button>
  );
  return (
    <Opener button={button} kind="listbox" isOpen={isOpen} onOpenChange={setOpen}>
      {(trigger) => (
        <ListFrame
          trigger={trigger}
          label={label}
          options={options}
          chosen={chosen}
          onChange={(value) => onChange(value as V)}
          onClose={() => setOpen(false)}
        />
      )}
    </Opener>
  );
}
