/** What happened in a run: a hash of all of it, by which two runs are compared, and lines for people. */
export class Trace {
  /** Set by the world. */
  now: () => number = () => 0;
  readonly #print: ((line: string) => void) | undefined;
  #one = 0xde_ad_be_ef | 0;
  #other = 0x41_c6_ce_57 | 0;

  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  /** An event of a machine begins. */
  step(at: number, machine: string): void {
    this.#mix(Math.round(at * 1000));
    this.#mixText(machine);
  }

  /** Something that people may want to know. */
  note(machine: string, what: string): void {
    this.#mixText(what);
    this.#print?.(`${(this.now() / 1000).toFixed(6).padStart(11)} ${machine.padEnd(8)} ${what}`);
  }

  /** 16 hexadecimal digits. */
  get hash(): string {
    return [this.#one, this.#other].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }

  #mixText(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#mix(text.charCodeAt(at));
  }

  #mix(value: number): void {
    this.#one = Math.imul(this.#one ^ value, 2_654_435_761);
    this.#one ^= this.#one >>> 15;
    this.#other = Math.imul(this.#other ^ value, 1_597_334_677);
    this.#other ^= this.#other >>> 13;
  }
}
