import type { ReactNode } from "react";

interface EmblemProps {
  /** Edge in pixels, default 32. */
  size?: number;
}

function Emblem({ size = 32, children }: EmblemProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {children}
    </svg>
  );
}

/** A dragon's head in profile, antlers back and whisker forward, in the current colour. */
export function DragonEmblem({ size = 32 }: EmblemProps) {
  return (
    <Emblem size={size}>
      <path
        d="M13.5 10.5C16 8.2 19.5 8 21.8 9.8L27.6 12.6C29.6 13.7 30 16 28.6 17.3 27.4 18.4 25.6 18 24.2 18.3L19.5 19.4 27 21.8C26.6 24 24.6 25.4 22.3 25.1L16.8 24.4C16.3 26.4 17 28.3 18.2 30L12 30C10.9 28.5 10.6 26.3 11.4 24 9.7 24.1 8.1 25.1 7.1 27 5.9 24 6.8 20.8 9.2 19.1 7.7 18.2 5.7 18.2 3.8 19.4 4.2 16.3 6.7 14.2 9.7 14.1 8.7 12.9 7 12.3 5 12.6 6.8 9.6 10.5 8.8 13.5 10.5Z"
        fill="currentColor"
        fillOpacity=".16"
        stroke="none"
      />
      <path d="M13.5 10.5C16 8.2 19.5 8 21.8 9.8L27.6 12.6C29.6 13.7 30 16 28.6 17.3 27.4 18.4 25.6 18 24.2 18.3L19.5 19.4 27 21.8C26.6 24 24.6 25.4 22.3 25.1L16.8 24.4C16.3 26.4 17 28.3 18.2 30" />
      <path d="M13.5 10.5C10.5 8.8 6.8 9.6 5 12.6 7 12.3 8.7 12.9 9.7 14.1 6.7 14.2 4.2 16.3 3.8 19.4 5.7 18.2 7.7 18.2 9.2 19.1 6.8 20.8 5.9 24 7.1 27 8.1 25.1 9.7 24.1 11.4 24 10.6 26.3 10.9 28.5 12 30" />
      <path d="M16.6 8.8C16.8 5.6 14.4 2.8 10.6 1.9M15 5.2C13 5.8 10.9 5.4 9.3 4.2M19.6 8.6C20.7 6.6 20.5 4.5 19.2 2.7" />
      <path d="M28.9 13.6C30.3 12 30.3 9.6 28.6 8.2M25.7 15.4v.2M17.3 13.9C18.7 12.8 20.6 12.7 22 13.6" />
      <circle cx="19.7" cy="15" r="1.2" fill="currentColor" stroke="none" />
    </Emblem>
  );
}

/** A tiger's head from the front with filled stripes, in the current colour. */
export function TigerEmblem({ size = 32 }: EmblemProps) {
  return (
    <Emblem size={size}>
      <path
        d="M16 6.5C21.5 6.5 25.4 9.4 26.3 14L28.3 17.7 25.7 19.2 26.2 22.3 22.9 23.3C21 26.5 18.7 28 16 28S11 26.5 9.1 23.3L5.8 22.3 6.3 19.2 3.7 17.7 5.7 14C6.6 9.4 10.5 6.5 16 6.5Z"
        fill="currentColor"
        fillOpacity=".16"
      />
      <path d="M6.6 11.7C3.3 9.7 3.3 4.3 7.2 3.9 9.7 3.7 11.3 5.3 11.7 7.2M25.4 11.7C28.7 9.7 28.7 4.3 24.8 3.9 22.3 3.7 20.7 5.3 20.3 7.2" />
      <g fill="currentColor" stroke="none">
        <path d="M15.1 6.5h1.8L16 12.3zM11.5 7.4l1.7-.5.6 4zM20.5 7.4l-1.7-.5-.6 4z" />
        <path d="M4.9 15.8l5 .6-4.4 1.7zM27.1 15.8l-5 .6 4.4 1.7z" />
        <path d="M9.7 14.7C10.8 12.9 13 12.9 14 15 12.6 15.9 10.8 15.8 9.7 14.7ZM22.3 14.7C21.2 12.9 19 12.9 18 15 19.4 15.9 21.2 15.8 22.3 14.7Z" />
        <path d="M13.6 18.7h4.8L16 21.5z" />
      </g>
      <path d="M16 21.5v1.3M16 22.8c-1 1.6-3 1.6-4 .3M16 22.8c1 1.6 3 1.6 4 .3" strokeWidth="1.5" />
    </Emblem>
  );
}

/** Two rings of one size, linked: a tie, in the current colour. */
export function TieEmblem({ size = 32 }: EmblemProps) {
  return (
    <Emblem size={size}>
      <path
        d="M16 10.9a7.5 7.5 0 0 1 0 10.2 7.5 7.5 0 0 1 0-10.2Z"
        fill="currentColor"
        fillOpacity=".16"
        stroke="none"
      />
      <circle cx="11" cy="16" r="7.5" />
      <circle cx="21" cy="16" r="7.5" />
    </Emblem>
  );
}
