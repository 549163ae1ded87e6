// Menu of the actions that an admin has for a member.
import { t } from "@lingui/core/macro";
import { EllipsisVertical, Link2, Pencil, UserMinus } from "lucide-react";
import { IconButton } from "../../../parts/Button.tsx";
import { MenuOf } from "../../../parts/Overlays.tsx";
import type { MemberAction } from "./Members.tsx";
import type { Member } from "./members.ts";

const size = { size: 15, "aria-hidden": true } as const;

export const MemberMenu = ({
  member: { label },
  onSelect,
}: {
  member: Member;
  onSelect: (what: MemberAction) => void;
}) => (
  <MenuOf
    label={label}
    button={
      <IconButton label={t`Actions for ${label}`}>
        <EllipsisVertical size={17} />
      </IconButton>
    }
    choices={[
      { id: "edit", text: t`Change role or label`, icon: <Pencil {...size} />, onAction: () => onSelect("edit") },
      { id: "link", text: t`New sign-in link`, icon: <Link2 {...size} />, onAction: () => onSelect("link") },
      { id: "remove", text: t`Remove`, icon: <UserMinus {...size} />, onAction: () => onSelect("remove") },
    ]}
  />
);
