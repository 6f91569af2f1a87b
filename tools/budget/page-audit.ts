import lighthouse, { type Result } from "lighthouse";
import type { Figure } from "./bars.ts";
import { ownBlocking } from "./own-blocking.ts";

/** The two labels of the tab bar whose colours the specification fixes. */
const TAB_LABEL = /class="_tab_/u;

/**
 * Lighthouse's mobile audit (simulated slow 4G) of one page, as the player who is logged in to the browser at `port`.
 * @throws Error when the page cannot be audited
 */
export async function pageAudit(page: {
  readonly name: string;
  readonly url: string;
  readonly port: number;
}): Promise<Figure[]> {
  const run = await lighthouse(page.url, {
    port: page.port,
    output: "json",
    logLevel: "error",
    // The session lives in the storage that would be cleared.
    disableStorageReset: true,
    // The stream of events never ends: without this each audit would wait three times as long for it.
    maxWaitForLoad: 15_000,
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
  });
  if (run === undefined) throw new Error(`${page.name} was not audited`);
  const { lhr, artifacts } = run;
  if (lhr.runtimeError !== undefined) throw new Error(`${page.name}: ${lhr.runtimeError.message}`);
  const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const measured = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const figure = (name: string, value: number, unit: string, bar?: Figure["bar"]): Figure => ({
    section: "pages",
    name: `${page.name}: ${name}`,
    value,
    unit,
    ...(bar !== undefined && { bar }),
  });
  return [
    figure("performance", score("performance"), "", { of: "value", least: 100 }),
    figure("largest paint", measured("largest-contentful-paint") / 1000, "s", { of: "value", most: 1.2 }),
    figure("blocked", measured("total-blocking-time"), "ms", { of: "value", most: 30 }),
    figure("blocked by its own work", ownBlocking(artifacts.Trace.traceEvents, page.url), "ms", {
      of: "value",
      most: 30,
    }),
    figure("layout shift", measured("cumulative-layout-shift"), "", { of: "value", most: 0.02 }),
    figure("accessibility", score("accessibility"), ""),
    figure("accessibility, findings but for the tab bar's colours", findings(lhr).length, "", {
      of: "value",
      most: 0,
    }),
    figure("best practices", score("best-practices"), "", { of: "value", least: 100 }),
    figure("SEO", score("seo"), "", { of: "value", least: 100 }),
  ];
}

/** Elements that fail an accessibility audit, the tab bar's labels left out. */
function findings(lhr: Result): string[] {
  const audits = lhr.categories["accessibility"]?.auditRefs ?? [];
  return audits.flatMap(({ id, weight }) => {
    const audit = lhr.audits[id];
    if (audit === undefined || audit.score === null || audit.score === 1 || weight === 0) return [];
    const { details } = audit;
    const items = details?.type === "table" ? details.items : [{}];
    return items
      .map((item) => JSON.stringify(item))
      .filter((text) => id !== "color-contrast" || !isTabLabel(text));
  });
}

function isTabLabel(item: string): boolean {
  return TAB_LABEL.test(item.replaceAll('\\"', '"'));
}
