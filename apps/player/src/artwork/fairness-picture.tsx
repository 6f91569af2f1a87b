import type { ReactNode } from "react";

/** `know` a value that nobody knows yet · `change` a sealed book · `watch` those who look on. */
export type FairnessQuestion = "know" | "change" | "watch";

/** Illustration of a question about fairness: 56 × 56, decorative. */
export function FairnessPicture({ of }: { of: FairnessQuestion }) {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" fill="none" aria-hidden>
      <circle cx="28" cy="28" r="28" fill="var(--brand-tint)" />
      {PICTURES[of]}
    </svg>
  );
}

const LINE = { strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A beacon whose light is a number still hidden. */
const BEACON = (
  <>
    <path d="M13 17a17 17 0 0 0 0 18M43 17a17 17 0 0 1 0 18" stroke="var(--brand-300)" {...LINE} />
    <path d="M18 21a10 10 0 0 0 0 10M38 21a10 10 0 0 1 0 10" stroke="var(--brand-400)" {...LINE} />
    <path d="M24.5 36h7l2.5 9H22Z" fill="var(--brand-200)" />
    <circle cx="28" cy="26" r="9" fill="var(--brand-500)" />
    <path d="M25.3 23.6a2.8 2.8 0 1 1 4.2 2.4c-1 .6-1.5 1-1.5 2.1" stroke="#fff" {...LINE} />
    <circle cx="28" cy="31" r="1.2" fill="#fff" />
  </>
);

/** An open book with a seal on it. */
const BOOK = (
  <>
    <path d="M28 19c-4-3-9-3.6-15-3v22c6-.6 11 0 15 3Z" fill="var(--brand-200)" />
    <path d="M28 19c4-3 9-3.6 15-3v22c-6-.6-11 0-15 3Z" fill="var(--brand-300)" />
    <path d="M17 22c3-.1 5 .3 7 1M17 27c3-.1 5 .3 7 1M17 32c3-.1 5 .3 7 1" stroke="#fff" {...LINE} />
    <path d="M33.5 36.5 32 46l5-2.4 5 2.4-1.5-9.5Z" fill="var(--brand-600)" />
    <circle cx="37" cy="32" r="7.5" fill="var(--brand-500)" />
    <path d="m33.8 32.2 2.2 2.3 4.2-4.6" stroke="#fff" {...LINE} />
  </>
);

/** Three people, the one in front with an eye on the reader. */
const WITNESSES = (
  <>
    <circle cx="17" cy="21" r="4.5" fill="var(--brand-200)" />
    <path d="M9.5 36a7.5 7.5 0 0 1 15 0Z" fill="var(--brand-200)" />
    <circle cx="39" cy="21" r="4.5" fill="var(--brand-200)" />
    <path d="M31.5 36a7.5 7.5 0 0 1 15 0Z" fill="var(--brand-200)" />
    <path
      d="M13 34c4-6.5 9-9.7 15-9.7S39 27.5 43 34c-4 6.5-9 9.7-15 9.7S17 40.5 13 34Z"
      fill="var(--brand-500)"
    />
    <circle cx="28" cy="34" r="5.5" fill="#fff" />
    <circle cx="28" cy="34" r="2.7" fill="var(--brand-700)" />
  </>
);

const PICTURES: Readonly<Record<FairnessQuestion, ReactNode>> = {
  know: BEACON,
  change: BOOK,
  watch: WITNESSES,
};
