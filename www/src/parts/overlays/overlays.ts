// Chunk with all overlays. parts/Overlays.tsx loads it.
export { DialogFrame } from "./DialogFrame.tsx";
export { ListFrame } from "./ListFrame.tsx";
export { MenuFrame } from "./MenuFrame.tsx";
export { PopoverFrame } from "./PopoverFrame.tsx";
export { TipFrame } from "./TipFrame.tsx";
export { ValueList } from "./ValueList.tsx";
