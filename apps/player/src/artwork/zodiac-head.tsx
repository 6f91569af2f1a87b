import type { Zodiac } from "@lotus/games";
import type { ReactNode } from "react";

/** The twelve animals, and the three that replace one of them in some cultures. */
export type ZodiacAnimal = Zodiac | "cat" | "buffalo" | "boar";

/** The animal that a locale uses: Vietnamese has the cat and the buffalo, Japanese the boar. */
export function animalFor(zodiac: Zodiac, locale: string): ZodiacAnimal {
  if (locale.startsWith("vi") && zodiac === "rabbit") return "cat";
  if (locale.startsWith("vi") && zodiac === "ox") return "buffalo";
  if (locale.startsWith("ja") && zodiac === "pig") return "boar";
  return zodiac;
}

interface ZodiacHeadProps {
  animal: ZodiacAnimal;
  /** Edge in pixels, default 24. */
  size?: number;
}

/** Line drawing of an animal's head in the current colour. Decorative: the animal's name stands beside it. */
export function ZodiacHead({ animal, size = 24 }: ZodiacHeadProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 22 ? 1.7 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {HEADS[animal]}
    </svg>
  );
}

/** Two eyes, each a dot. */
function Eyes({ x, y }: { x: number; y: number }) {
  return (
    <g fill="currentColor" stroke="none">
      <circle cx={12 - x} cy={y} r=".95" />
      <circle cx={12 + x} cy={y} r=".95" />
    </g>
  );
}

/** A stroke and its mirror image about the vertical axis. */
function Pair({ d }: { d: string }) {
  return (
    <>
      <path d={d} />
      <path d={d} transform="matrix(-1 0 0 1 24 0)" />
    </>
  );
}

const PIG_HEAD = (
  <>
    <path d="M12 5.8C16.5 5.8 19.3 8.7 19.3 12.8S16.5 20.2 12 20.2 4.7 16.9 4.7 12.8 7.5 5.8 12 5.8Z" />
    <Pair d="M8.6 6.5C7.6 5 6 3.9 4.3 3.7 3.8 5.7 4.2 7.9 5.6 9.5" />
    <ellipse cx="12" cy="14.8" rx="3.5" ry="2.5" />
    <path d="M10.9 14.3v1M13.1 14.3v1" />
    <Eyes x={3.4} y={10.5} />
  </>
);

const HEADS: Readonly<Record<ZodiacAnimal, ReactNode>> = {
  rat: (
    <>
      <circle cx="5.9" cy="7.7" r="3.5" />
      <circle cx="18.1" cy="7.7" r="3.5" />
      <path d="M8.3 10.2C7 13 8.6 17.4 12 20.4 15.4 17.4 17 13 15.7 10.2 14.5 8.3 9.5 8.3 8.3 10.2Z" />
      <Pair d="M9.4 17 5.8 16.2M9.9 18.6 6.6 19.6" />
      <path d="M11.3 19.5h1.4" />
      <Eyes x={1.9} y={12.9} />
    </>
  ),
  ox: (
    <>
      <Pair d="M8.2 7.9C4.9 8.3 2.7 6.7 3.1 3.5" />
      <Pair d="M7.1 10.1C5.2 9.3 3.4 9.8 2.6 11.1 3.8 12.5 5.6 12.7 7.3 12" />
      <path d="M8.2 7.9C9.8 7.1 14.2 7.1 15.8 7.9 17.3 9.6 17 12.5 16.2 14.9M7.8 14.9C7 12.5 6.7 9.6 8.2 7.9" />
      <rect x="6.9" y="14.7" width="10.2" height="6" rx="3" />
      <path d="M10 17.6v.5M14 17.6v.5" />
      <Eyes x={2.3} y={11.3} />
    </>
  ),
  buffalo: (
    <>
      <Pair d="M9.3 8C5.7 8.7 2 7 1.6 3.3 3.8 5.3 6.7 5.5 9.7 5.7" />
      <path d="M9.7 5.7C11 4.9 13 4.9 14.3 5.7M14.7 8C16.9 9.5 16.2 12.3 15.3 15.1M8.7 15.1C7.8 12.3 7.1 9.5 9.3 8" />
      <Pair d="M7.9 10.5C6.3 9.8 4.7 10.2 3.9 11.4 5 12.6 6.6 12.8 8.1 12.2" />
      <rect x="7.8" y="15" width="8.4" height="5.9" rx="2.95" />
      <path d="M10.4 17.8v.5M13.6 17.8v.5M10.7 8.3 12 9.6l1.3-1.3" />
      <Eyes x={2} y={11.9} />
    </>
  ),
  tiger: (
    <>
      <path d="M12 4.9C16.5 4.9 19.3 7.7 19.5 11.6 19.7 16.5 16.4 20.2 12 20.2S4.3 16.5 4.5 11.6C4.7 7.7 7.5 4.9 12 4.9Z" />
      <Pair d="M5.3 8.7C3 7.4 3 3.6 5.7 3.3 7.5 3.2 8.7 4.3 9 5.4" />
      <path d="M12 5V8.5M9.7 5.3V7.2M14.3 5.3V7.2" />
      <Pair d="M4.5 12.3H6.7M5.1 15.6 7.1 15" />
      <path d="M10.7 13.7h2.6L12 15.1zM12 15.1v1.1M12 16.2c-.8 1.1-2.3 1-2.9 0M12 16.2c.8 1.1 2.3 1 2.9 0" />
      <Eyes x={3} y={11.2} />
    </>
  ),
  rabbit: (
    <>
      <Pair d="M10.9 8.8C11.1 5.6 10.3 2.2 8.5 2.2 6.7 2.3 6.5 6.7 8 10" />
      <path d="M12 8.7C15.9 8.7 18.2 11.4 18.2 14.7 18.2 18.3 15.5 20.7 12 20.7S5.8 18.3 5.8 14.7C5.8 11.4 8.1 8.7 12 8.7Z" />
      <path d="M11.2 15.5h1.6L12 16.4zM12 16.4v1M12 17.4c-.6.8-1.7.8-2.2.2M12 17.4c.6.8 1.7.8 2.2.2" />
      <Eyes x={2.6} y={13.3} />
    </>
  ),
  cat: (
    <>
      <path d="M5.2 12.5V4.2L9.7 7.5C11.1 7.1 12.9 7.1 14.3 7.5L18.8 4.2V12.5C18.8 16.9 16 19.9 12 19.9S5.2 16.9 5.2 12.5Z" />
      <Pair d="M4.9 14 2 13.4M5.5 16.5 2.8 17.3" />
      <path d="M11.1 14.2h1.8L12 15.2zM12 15.2v.8M12 16c-.7 1-1.9.9-2.4.2M12 16c.7 1 1.9.9 2.4.2" />
      <Eyes x={2.9} y={11.9} />
    </>
  ),
  dragon: (
    <>
      <Pair d="M9.6 7.2C9.5 4.9 8.2 3.7 6.5 2.3M8.8 5.1C7.7 5.6 6.3 5.4 5.2 4.6" />
      <path d="M12 6.1 14.4 7.2C17.2 8 18.2 10.2 16.5 13.3 18.6 15.2 17.9 17.9 15.3 18.4 13.2 18.9 10.8 18.9 8.7 18.4 6.1 17.9 5.4 15.2 7.5 13.3 5.8 10.2 6.8 8 9.6 7.2Z" />
      <Pair d="M8.3 10 10.9 11.2" />
      <Pair d="M6.3 17.3C4 18.3 2.3 16.9 2.7 14.7" />
      <Pair d="M6.5 9.4 3.9 8.8M6.6 11.7 3.8 12" />
      <path d="M9.3 15.9c.6-.9 1.6-.9 2 0M14.7 15.9c-.6-.9-1.6-.9-2 0M10.5 21.2 12 19l1.5 2.2" />
      <Eyes x={2.5} y={12.5} />
    </>
  ),
  snake: (
    <>
      <path d="M3.3 18.3C3.3 16.3 6.5 15 11.2 15S19.4 16.3 19.4 18.3 16 21.5 11.3 21.5 3.3 20.3 3.3 18.3Z" />
      <path d="M8.7 15.1C6.7 12.2 7 9.7 8.9 8.2M13 15C11.2 12.9 11.4 11.3 13.1 10.4" />
      <path d="M8.9 8.2C8.3 5.2 10.3 2.9 13.4 2.9 16.2 2.9 18.7 4.5 19.5 6.6 19.9 7.9 19.1 8.8 17.9 9.1 16 9.6 14.5 9.7 13.1 10.4" />
      <path d="M19.6 7.7 21.3 8.2M21.3 8.2 22.6 7.6M21.3 8.2 22 9.4M7 18.4C7.9 17.6 9.4 17.4 11.3 17.4" />
      <circle cx="14" cy="6.2" r=".95" fill="currentColor" stroke="none" />
    </>
  ),
  horse: (
    <>
      <path d="M5.6 20.7C6.6 17.2 5.2 14.3 6 11 6.7 8 8.8 5.9 11.5 5.3L12.6 2.6 14.2 5.4C15.7 6.2 16.5 7.5 17.2 9L19.9 13.3C20.6 14.7 20 16.3 18.5 16.7 17.2 17 16.2 16.3 15.4 15.5L13.2 14.7C12.6 16.8 13.5 18.9 14.8 20.7" />
      <path d="M11.5 5.3C9 3.9 6.5 4.9 5.7 6.9 3.7 7.3 2.7 9.2 3.3 11.2 1.9 12.6 2 14.8 3.5 16" />
      <path d="M18.1 14.2v.2" />
      <circle cx="13.9" cy="9" r=".95" fill="currentColor" stroke="none" />
    </>
  ),
  goat: (
    <>
      <Pair d="M9.4 7.2C9.2 3.8 5.6 2.3 3.5 4.5 1.8 6.4 2.8 9.3 5 9.5 6.7 9.6 7.5 8 6.5 6.9" />
      <Pair d="M7.9 11.3C6 10.8 4.3 11.5 3.5 12.9 5 14 6.9 13.8 8.3 12.9" />
      <path d="M9.4 7.2C11 6.5 13 6.5 14.6 7.2 16.4 9.3 16.3 12.5 15.3 15.2 14.6 17.2 13.6 18.5 12 18.5S9.4 17.2 8.7 15.2C7.7 12.5 7.6 9.3 9.4 7.2Z" />
      <path d="M10.7 18.3 12 21.7 13.3 18.3M10.9 15.3 12 16.2 13.1 15.3" />
      <Eyes x={2} y={11.2} />
    </>
  ),
  monkey: (
    <>
      <path d="M12 3.9C16.5 3.9 18.7 7.1 18.7 11.5 18.7 16.7 16.1 20.4 12 20.4S5.3 16.7 5.3 11.5C5.3 7.1 7.5 3.9 12 3.9Z" />
      <Pair d="M5.4 9.2C3.2 8.6 1.9 10 1.9 11.9S3.4 15 5.7 14.4" />
      <path d="M12 9C10.4 7.3 7.7 8.1 7.7 10.7 7.7 12 8.3 12.7 8.6 13.5 7.9 16.3 9.5 18.2 12 18.2S16.1 16.3 15.4 13.5C15.7 12.7 16.3 12 16.3 10.7 16.3 8.1 13.6 7.3 12 9Z" />
      <path d="M11.5 13.4h1M10.3 15.4C11.2 16.4 12.8 16.4 13.7 15.4" />
      <Eyes x={1.9} y={11.1} />
    </>
  ),
  rooster: (
    <>
      <path d="M9.3 6.6C7.5 5.4 8.6 2.8 10.5 3.7 10.9 1.6 13.5 1.7 13.7 3.6 15.4 2.8 16.7 4.9 15.4 6.4" />
      <path d="M9.3 6.6C7.7 8.7 8.1 11.4 6.9 14.2 6.1 16.2 4.8 18.1 3.9 21L6.9 19.4 9.3 21 11.7 19.4 14.1 21 16.7 19.6C17.2 17 16.4 14.9 15.5 12.9" />
      <path d="M15.4 6.4C16.3 7 16.8 7.7 17 8.5L21.4 10.3 17 11.7M17 8.5V11.7" />
      <path d="M17 11.7C18.3 12.9 18.1 15.2 16.6 15.2 15.1 15.2 14.8 13.1 15.7 12" />
      <circle cx="13.5" cy="8.9" r=".95" fill="currentColor" stroke="none" />
    </>
  ),
  dog: (
    <>
      <path d="M8.2 6.5C10.5 5.5 13.5 5.5 15.8 6.5 17.3 9.3 17.4 13 16.4 16 15.5 18.7 14 20.4 12 20.4S8.5 18.7 7.6 16C6.6 13 6.7 9.3 8.2 6.5Z" />
      <Pair d="M8.2 6.5C5.8 4.5 3.2 6 3 9 2.9 11.6 3.1 14 4.5 14.5 5.9 14.9 6.7 13.3 6.9 11.6" />
      <path
        d="M10.5 14.2C10.5 13.2 13.5 13.2 13.5 14.2 13.5 15.1 12.6 15.8 12 15.8S10.5 15.1 10.5 14.2Z"
        fill="currentColor"
      />
      <path d="M12 15.8V17M12 17c-.7.9-1.9.9-2.5.1M12 17c.7.9 1.9.9 2.5.1" />
      <Eyes x={2.3} y={10.6} />
    </>
  ),
  pig: PIG_HEAD,
  boar: (
    <>
      {PIG_HEAD}
      <Pair d="M8.2 16.9C7 16.7 6.4 15.5 6.9 13.9" />
      <path d="M10.6 5.9 10.9 3.6 12 5.1 13.1 3.6 13.4 5.9" />
    </>
  ),
};
