// Button with a list of options, one of which is selected.
import { ChevronDown } from "lucide-react";
import { lazy, useState } from "react";
import { Button } from "./Button.tsx";
import { loadOpened, Opener } from "./Overlays.tsx";

interface SelectOfProps<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  chosen: V;
  onChange: (chosen: V) => void;
}

const ListFrame = lazy(async () => ({ default: (await loadOpened()).ListFrame }));

export function SelectOf<V extends string>({ label, options, chosen, onChange }: SelectOfProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const said = options.find(({ value }) => value === chosen)?.label ?? label;
  const button = (
    <Button aria-label={`${said}, ${label}`}>
      {said}
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
