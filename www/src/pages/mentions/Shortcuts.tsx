// Dialog with the keyboard shortcuts of the mentions page.
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Toggle } from "../../parts/Fields.tsx";
import { DialogBox } from "../../parts/Overlays.tsx";
import { areShortcutsOn, setShortcutsOn } from "../../parts/shortcuts.ts";

const KEYS = [
  ["j", t`Next mention`],
  ["k", t`Previous mention`],
  ["Enter", t`Open the mention`],
  ["o", t`Open its video in a new tab`],
  ["s", t`Save this search`],
  ["?", t`Show these shortcuts`],
];

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (value: boolean) => {
    setShortcutsOn(value);
    setOn(value);
  };
  return (
    <DialogBox title={t`Keyboard shortcuts`} isOpen onClose={onClose}>
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
      <Toggle label={t`Use single-key shortcuts`} note={t`In this browser`} value={isOn} onChange={change} />
    </DialogBox>
  );
}
