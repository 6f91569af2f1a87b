import { useEffect } from "react";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

interface PageTitleProps {
  readonly name: string;
  /** What of the page is shown, such as the state that its list is narrowed to; the browser's tab alone says it. */
  readonly shows?: readonly string[];
}

/** The name of a page, as the content of react-admin's title; the browser's tab has it too, before the name of the desk. */
export function PageTitle({ name, shows }: PageTitleProps) {
  useTabTitle(name === "" ? "" : [name, ...(shows ?? [])].join(" · "));
  return <span>{name}</span>;
}

/** Names the browser's tab. */
export function useTabTitle(name: string): void {
  const t = useI18n();
  const { title } = useConfig();
  const desk = t("menu.desk", { house: title === "" ? "Lotus" : title });
  useEffect(() => {
    document.title = name === "" ? desk : `${name} – ${desk}`;
  }, [name, desk]);
}
