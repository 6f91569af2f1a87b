import { useEffect } from "react";
import type { RouteQuery } from "../../shell/routes.ts";

/**
 * Opens the page at the part that its address names, with the focus on the heading, once the parts are there. It is there
 * at once, without scrolling past what is above. Who comes back finds the page where it was left.
 */
export function useSection(section: RouteQuery<"limits">["section"], isLoaded: boolean): void {
  useEffect(() => {
    if (section === undefined || !isLoaded || window.scrollY > 0) return;
    const heading = document.getElementById(`limits-${section}`);
    heading?.closest("section")?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [section, isLoaded]);
}
