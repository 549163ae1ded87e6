// List of options at a button.
import { Check } from "lucide-react";
import type { RefObject } from "react";
import { ListBox, ListBoxItem, Popover } from "react-aria-components";

interface ListFrameProps<V extends string> {
  trigger: RefObject<HTMLElement | null>;
  label: string;
  options: { value: V; label: string }[];
  chosen: V;
  onChange: (chosen: V) => void;
  onClose: () => void;
}

export function ListFrame<V extends string>({ trigger, label, options, chosen, onChange, onClose }: ListFrameProps<V>) {
  // The selection is empty if the selected option is chosen again.
  const choose = ([key]: Iterable<unknown>) => {
    if (key !== undefined) onChange(key as V);
    onClose();
  };
  return (
    <Popover
      className="popover"
      aria-label={label}
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={onClose}
    >
      <ListBox
        className="options"
        aria-label={label}
        items={options}
        selectionMode="single"
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => choose(keys as Set<unknown>)}
        autoFocus
      >
        {({ value, label: name }) => (
          <ListBoxItem id={value} textValue={name} className="option">
            {({ isSelected }) => (
              <>
                <span className="option-check" aria-hidden="true">
                  {isSelected && <Check size={14} />}
                </span>
                <span className="option-text">{name}</span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
