/** The characters of a pattern and a place among them. */
export class RegexCursor {
  readonly #characters: readonly string[];
  at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  get length(): number {
    return this.#characters.length;
  }

  get isEnd(): boolean {
    return this.at >= this.#characters.length;
  }

  /** The character ahead, empty behind the end. */
  peek(offset = 0): string {
    return this.#characters[this.at + offset] ?? '';
  }

  /** The next character, undefined at the end. */
  take(): string | undefined {
    const character = this.#characters[this.at];
    if (character !== undefined) this.at += 1;
    return character;
  }

  sees(text: string): boolean {
    for (let offset = 0; offset < text.length; offset += 1)
      if (this.peek(offset) !== text[offset]) return false;
    return true;
  }

  /** @param text of ASCII. */
  takes(text: string): boolean {
    const seen = this.sees(text);
    if (seen) this.at += text.length;
    return seen;
  }

  skipTo(text: string): void {
    while (!this.isEnd && !this.sees(text)) this.at += 1;
  }

  /** Blanks and comments of the expanded syntax. */
  skipBlanks(): void {
    for (;;) {
      while (/[ \t\n\v\f\r]/.test(this.peek())) this.at += 1;
      if (this.peek() !== '#') return;
      this.skipTo('\n');
    }
  }

  textFrom(begin: number): string {
    return this.#characters.slice(begin, this.at).join('');
  }
}
