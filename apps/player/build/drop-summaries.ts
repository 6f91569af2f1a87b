import type { Plugin } from "vite";

const CALL_FILE = /\/packages\/contract\/calls\/[\w/-]+\.ts$/u;
/** A summary as the formatter writes it: one text, or several that are put together. */
const SUMMARY = /\bsummary:\s*(?:"(?:[^"\\]|\\.)*"\s*\+\s*)*"(?:[^"\\]|\\.)*",/gu;

/** Leaves out what each call says about itself for the pages of the API: the app never shows it. */
export function dropSummaries(): Plugin {
  return {
    name: "lotus-drop-summaries",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!CALL_FILE.test(id)) return null;
      return { code: withoutSummaries(code), map: null };
    },
  };
}

/** The source of calls, with empty summaries. */
export function withoutSummaries(code: string): string {
  return code.replaceAll(SUMMARY, 'summary: "",');
}
