// One of a few values.
import { Check, ChevronDown } from "lucide-react";
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";

interface SelectOfProps<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  chosen: V;
  onChange: (chosen: V) => void;
}

export function SelectOf<V extends string>({ label, options, chosen, onChange }: SelectOfProps<V>) {
  return (
    <Select aria-label={label} value={chosen} onChange={(value) => value !== null && onChange(value as V)}>
      <Button className="button edge">
        <SelectValue />
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <ListBox className="options" items={options}>
          {({ value, label: name }) => (
            <ListBoxItem id={value} textValue={name} className="option">
              {({ isSelected }) => <><span className="option-check" aria-hidden="true">{isSelected && <Check size={14} />}</span><span className="option-text">{name}</span></>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
