// Dialog with the keyboard shortcuts of the mentions page.
import { useState } from "react";
import { Toggle } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { areShortcutsOn, setShortcutsOn } from "../../parts/shortcuts.ts";

const KEYS = [
  ["j", "Next mention"],
  ["k", "Previous mention"],
  ["Enter", "Open the mention"],
  ["o", "Open its video in a new tab"],
  ["s", "Save this search"],
  ["?", "Show these shortcuts"],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (value: boolean) => {
    setShortcutsOn(value);
    setOn(value);
  };
  return (
    <DialogBox title="Keyboard shortcuts" isOpen onClose={onClose}>
      <table className="query-help">
        <tbody>
          {KEYS.map(([key, action]) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Toggle label="Use single-key shortcuts" note="In this browser" value={isOn} onChange={change} />
    </DialogBox>
  );
}
