/** The colours of the brand as used by the desk: one hue, and greys with a slight green cast. */
export interface Tokens {
  readonly bg: string;
  readonly surface: string;
  readonly inset: string;
  readonly line: string;
  readonly lineField: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly brand: string;
  readonly brandFill: string;
  readonly brandPress: string;
  readonly brandText: string;
  readonly brandTint: string;
  readonly hero: string;
  readonly redText: string;
  readonly redTint: string;
  readonly red: string;
  readonly amberText: string;
  readonly amberTint: string;
  readonly blueText: string;
  readonly blueTint: string;
}

/** The light theme. Every text has a contrast of at least 4.5:1 on every background it is used on. */
export const LIGHT: Tokens = {
  bg: "#f2f5f4",
  surface: "#ffffff",
  inset: "#eef2f0",
  line: "#e1e8e5",
  lineField: "#82918b",
  text: "#12201b",
  text2: "#4b5a54",
  text3: "#5c6a65",
  brand: "#018d71",
  brandFill: "#017a62",
  brandPress: "#016551",
  brandText: "#01705a",
  brandTint: "#e4f3ee",
  hero: "#014a3b",
  redText: "#c0322b",
  redTint: "#fdecea",
  red: "#c0322b",
  amberText: "#a3450a",
  amberTint: "#fdeedd",
  blueText: "#1f62c4",
  blueTint: "#e8f0fc",
};

/** The dark theme. */
export const DARK: Tokens = {
  bg: "#0b100e",
  surface: "#141b19",
  inset: "#1e2724",
  line: "#25302c",
  lineField: "#6f807a",
  text: "#e9f1ee",
  text2: "#aab8b2",
  text3: "#92a19b",
  brand: "#1fae8e",
  brandFill: "#018067",
  brandPress: "#016b56",
  brandText: "#4fd0b0",
  brandTint: "#12302a",
  hero: "#0c3b31",
  redText: "#ff8a80",
  redTint: "#361b19",
  red: "#c9372f",
  amberText: "#ff9f57",
  amberTint: "#36210f",
  blueText: "#8ab8ff",
  blueTint: "#152540",
};
