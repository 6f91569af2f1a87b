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
  const { title } = useConfig();
  useTabTitle(name === "" ? "" : [name, ...(shows ?? [])].join(" · "), title);
  return <span>{name}</span>;
}

/** Names the browser's tab. Before sign-in the house's own name is not known. */
export function useTabTitle(name: string, house = ""): void {
  const t = useI18n();
  const desk = t("menu.desk", { house: house === "" ? "Lotus" : house });
  useEffect(() => {
    document.title = name === "" ? desk : `${name} – ${desk}`;
  }, [name, desk]);
}
