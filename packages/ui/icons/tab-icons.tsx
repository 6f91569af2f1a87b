import type { ReactNode } from "react";

interface TabIconProps {
  /** The filled variant, for the selected tab. */
  on?: boolean;
}

function TabIcon({ on, children, filled }: TabIconProps & { children: ReactNode; filled: ReactNode }) {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill={on ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {on ? filled : children}
    </svg>
  );
}

/** A house. */
export function HomeIcon({ on = false }: TabIconProps) {
  const walls = "M4 10.6 12 3.8l8 6.8V19a1.5 1.5 0 0 1-1.5 1.5h-4v-5.6h-5v5.6h-4A1.5 1.5 0 0 1 4 19z";
  return (
    <TabIcon on={on} filled={<path d={walls} />}>
      <path d={walls} />
    </TabIcon>
  );
}

/** A headset. */
export function HeadsetIcon({ on = false }: TabIconProps) {
  const cups = (
    <>
      <rect x="3.6" y="12.4" width="4" height="6" rx="1.6" />
      <rect x="16.4" y="12.4" width="4" height="6" rx="1.6" />
    </>
  );
  const band = (
    <path d="M4.4 12.6v-1.2a7.6 7.6 0 0 1 15.2 0v1.2M19.4 18.2c-.3 1.8-1.6 2.7-3.4 2.7h-2.4" fill="none" />
  );
  return (
    <TabIcon
      on={on}
      filled={
        <>
          {band}
          {cups}
        </>
      }
    >
      {band}
      {cups}
    </TabIcon>
  );
}

/** Four rounded pieces. */
export function PiecesIcon({ on = false }: TabIconProps) {
  const pieces = (
    <>
      <rect x="3.9" y="3.9" width="6.6" height="6.6" rx="2.3" />
      <circle cx="16.8" cy="7.2" r="3.3" />
      <circle cx="7.2" cy="16.8" r="3.3" />
      <rect x="13.5" y="13.5" width="6.6" height="6.6" rx="2.3" />
    </>
  );
  return (
    <TabIcon on={on} filled={pieces}>
      {pieces}
    </TabIcon>
  );
}

/** A person. */
export function PersonIcon({ on = false }: TabIconProps) {
  const person = (
    <>
      <circle cx="12" cy="8" r="3.9" />
      <path
        d={on ? "M4.8 20.1c.4-3.9 3.4-6 7.2-6s6.8 2.1 7.2 6z" : "M4.8 20.1c.4-3.9 3.4-6 7.2-6s6.8 2.1 7.2 6"}
      />
    </>
  );
  return (
    <TabIcon on={on} filled={person}>
      {person}
    </TabIcon>
  );
}
