// Renders a text with elements in it. The macros import it.
import { TransNoContext } from "@lingui/react/server";
import type { ReactElement } from "react";
import { i18n } from "./i18n.ts";

interface TransProps {
  id: string;
  message?: string;
  values?: Record<string, unknown>;
  components?: Record<string, ReactElement>;
}

const lingui = { i18n };

/** Needs no provider, because another language reloads the page. */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={lingui} />;
