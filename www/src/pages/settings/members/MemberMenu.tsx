// Menu of the actions that an admin has for a member.
import { EllipsisVertical, Link2, Pencil, UserMinus } from "lucide-react";
import { IconButton } from "../../../parts/Button.tsx";
import { MenuOf } from "../../../parts/Overlays.tsx";
import type { MemberAction } from "./Members.tsx";
import type { Member } from "./members.ts";

const size = { size: 15, "aria-hidden": true } as const;

export const MemberMenu = ({ member, onSelect }: { member: Member; onSelect: (what: MemberAction) => void }) => (
  <MenuOf
    label={member.label}
    button={
      <IconButton label={`Actions for ${member.label}`}>
        <EllipsisVertical size={17} />
      </IconButton>
    }
    choices={[
      { id: "edit", text: "Change role or label", icon: <Pencil {...size} />, onAction: () => onSelect("edit") },
      { id: "link", text: "New sign-in link", icon: <Link2 {...size} />, onAction: () => onSelect("link") },
      { id: "remove", text: "Remove", icon: <UserMinus {...size} />, onAction: () => onSelect("remove") },
    ]}
  />
);
