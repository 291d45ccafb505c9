import type { Work } from '../budget.ts';

/**
 * A text that looks at the clock while a regular expression reads it. RE2 reads with `charCodeAt`, one character after
 * another, and cannot be stopped in any other way.
 */
export class WatchedText extends String {
  readonly #text: string;
  readonly #budget: Work;
  readonly #charactersPerLook: number;
  #untilLook: number;

  /** @param instructions of the program; a character costs up to 60 ns for each. */
  constructor(text: string, instructions: number, budget: Work) {
    super(text);
    this.#text = text;
    this.#budget = budget;
    this.#charactersPerLook = Math.ceil(20_000 / instructions);
    this.#untilLook = this.#charactersPerLook;
  }

  override charCodeAt(at: number): number {
    this.#untilLook -= 1;
    if (this.#untilLook < 0) {
      this.#untilLook = this.#charactersPerLook;
      this.#budget.checkDeadline();
    }
    return this.#text.charCodeAt(at);
  }

  /** For a parameter that asks for a string and only calls its methods. */
  asString(): string {
    return this as unknown as string;
  }
}
