/** A use of a feature that a browser of the floor lacks. */
export interface Use {
  /** As the source has it, such as `URL.canParse` or `.toSorted`. */
  readonly name: string;
  /** Its path in MDN's data. */
  readonly feature: string;
  /** The source around it, for whoever has to find it. */
  readonly text: string;
}
