import type { ReactNode } from "react";

/** `bud` nothing yet · `petal` an error · `cut` no connection · `moon` closed (the flower closes at night). */
export type PondState = "bud" | "petal" | "cut" | "moon";

/** Illustration of an empty, failed, offline or closed screen: 176 × 126, decorative. */
export function LotusPond({ state }: { state: PondState }) {
  return (
    <svg width="176" height="126" viewBox="0 0 176 126" fill="none" data-pond={state} aria-hidden>
      <ellipse cx="88" cy="96" rx="68" ry="10" fill="var(--brand-tint)" />
      <ellipse cx="88" cy="96" rx="46" ry="6.5" fill="var(--brand-tint-2)" />
      <path
        d="M24 109h38M72 114h25M114 109h34"
        stroke="var(--line-strong)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      {state === "petal" ? <BrokenFlower /> : <Bud />}
      {state !== "petal" && state !== "cut" && <Pad />}
      {EXTRAS[state]}
    </svg>
  );
}

function Bud() {
  return (
    <>
      <path d="M76.5 47C88 54 92 78 88 98 70 88 67 66 76.5 47Z" fill="var(--brand-200)" />
      <path d="M99.5 47C88 54 84 78 88 98 106 88 109 66 99.5 47Z" fill="var(--brand-200)" />
      <path d="M88 42C103 60 104 82 88 99 72 82 73 60 88 42Z" fill="var(--brand-500)" />
      <path
        d="M88 55c-4 9-5.5 20-3 31"
        stroke="#fff"
        strokeOpacity=".28"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  );
}

function Pad() {
  return (
    <>
      <path
        d="M130 82c11 0 19 3 19 7s-8 7-19 7-19-3-19-7c0-1.6.9-3 2.8-4.1L130 89l-8.5-6.3c2.6-.5 5.4-.7 8.5-.7Z"
        fill="var(--brand-300)"
      />
      <path d="M130 89l11-2.5" stroke="#fff" strokeOpacity=".4" strokeWidth="1.5" strokeLinecap="round" />
    </>
  );
}

function BrokenFlower() {
  return (
    <>
      <path d="M38 76C54 69 76 76 88 97 66 105 44 97 38 76Z" fill="var(--brand-200)" />
      <path d="M54 48C72 52 86 72 88 97 66 94 53 72 54 48Z" fill="var(--brand-300)" />
      <path d="M122 48C104 52 90 72 88 97 110 94 123 72 122 48Z" fill="var(--brand-300)" />
      <path d="M88 34C103 54 104 80 88 99 72 80 73 54 88 34Z" fill="var(--brand-500)" />
      <path
        d="M88 48c-4 10-5.5 24-3 37"
        stroke="#fff"
        strokeOpacity=".28"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M123 92c12-12 32-10 45 4-14 10-34 11-45-4Z" fill="var(--brand-200)" />
      <path
        d="M130 93c9-3 19-2 28 2"
        stroke="#fff"
        strokeOpacity=".5"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  );
}

const EXTRAS: Readonly<Record<PondState, ReactNode>> = {
  bud: (
    <g stroke="var(--brand-300)" strokeWidth="2" strokeLinecap="round">
      <path d="M121 39v7M117.5 42.5h7" />
      <path d="M53 60v5M50.5 62.5h5" />
    </g>
  ),
  petal: (
    <g>
      <circle cx="134" cy="28" r="13" fill="var(--red-tint)" stroke="var(--red)" strokeWidth="2" />
      <path d="M134 21v8M134 34.5v.01" stroke="var(--red)" strokeWidth="2.5" strokeLinecap="round" />
    </g>
  ),
  cut: (
    <g strokeLinecap="round" strokeWidth="3">
      <path d="M115 31a33 33 0 0 1 40 0M122 41a21 21 0 0 1 26 0" stroke="var(--text-3)" />
      <circle cx="135" cy="51" r="3" fill="var(--text-3)" />
      <path d="M117 17l36 40" stroke="var(--bg)" strokeWidth="7" />
      <path d="M117 17l36 40" stroke="var(--red)" />
    </g>
  ),
  moon: (
    <g>
      <path
        d="M48 15a19 19 0 1 0 22 27A20 20 0 0 1 48 15Z"
        fill="var(--amber-tint)"
        stroke="var(--amber)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M119 19v8M115 23h8M139 39v6M136 42h6"
        stroke="var(--text-3)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </g>
  ),
};
