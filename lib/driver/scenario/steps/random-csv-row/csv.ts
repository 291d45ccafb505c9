export type CsvOptions = {
  /** The character between two fields. */
  readonly separator: string;
  /** True when lines that begin with `#`, possibly after spaces, are not rows. */
  readonly skipComments: boolean;
  /** True when the first line that is neither empty nor a comment names the columns and is not a row. */
  readonly skipHeader: boolean;
};

export type CsvListener = {
  /**
   * Called for each row. `fields` is valid only during the call. `line` is the number of the line in which
   * the row begins, counted from 1.
   */
  row(fields: readonly string[], line: number): void;
  /** Called for the header, if the options skip one. Absent: the caller does not need the header. */
  header?(fields: readonly string[], line: number): void;
  /** Called for a problem in a line that is not a row. */
  problem(line: number, message: string): void;
};

/**
 * Reads rows of CSV by RFC 4180. A field in quotes may contain separators, line breaks and doubled quotes.
 * Spaces belong to their field. Lines with only white space are left out, and the last line needs no line
 * break.
 */
export function readCsv(text: string, options: CsvOptions, listener: CsvListener): void {
  const reader = new Reader(text, options, listener);
  while (reader.more) reader.row();
}

const quote = '"'.charCodeAt(0);
const newline = '\n'.charCodeAt(0);
const carriageReturn = '\r'.charCodeAt(0);

const isLineBreak = (code: number): boolean => code === newline || code === carriageReturn;
const isBlank = (code: number): boolean => code === 32 || code === 9;

class Reader {
  readonly #text: string;
  readonly #separator: number;
  readonly #skipComments: boolean;
  #skipHeader: boolean;
  readonly #listener: CsvListener;
  readonly #fields: string[] = [];
  #at: number;
  #line = 1;
  /**
   * The next line break inside quotes that is not counted yet. Its offset is kept, so that each line break is
   * searched only once.
   */
  #breakAt = -1;

  constructor(text: string, { separator, skipComments, skipHeader }: CsvOptions, listener: CsvListener) {
    this.#text = text;
    this.#separator = separator.charCodeAt(0);
    this.#skipComments = skipComments;
    this.#skipHeader = skipHeader;
    this.#listener = listener;
    // Spreadsheets write a byte order mark at the beginning of a file, which is skipped here.
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  get more(): boolean {
    return this.#at < this.#text.length;
  }

  row(): void {
    const line = this.#line;
    if (this.#isBlank() || (this.#skipComments && this.#isComment())) {
      this.#skipLine();
      return;
    }
    const problem = this.#readFields();
    if (problem === undefined) {
      this.#lineEnd();
      if (this.#skipHeader) this.#listener.header?.(this.#fields, line);
      else this.#listener.row(this.#fields, line);
      this.#skipHeader = false;
    } else {
      this.#listener.problem(line, problem);
      this.#skipLine();
    }
  }

  #readFields(): string | undefined {
    this.#fields.length = 0;
    for (;;) {
      const problem = this.#text.charCodeAt(this.#at) === quote ? this.#quoted() : this.#plain();
      if (problem !== undefined || this.#text.charCodeAt(this.#at) !== this.#separator) return problem;
      this.#at += 1;
    }
  }

  /**
   * True when the rest of the line is only white space. A separator never counts as white space, even if it
   * is a tab.
   */
  #isBlank(): boolean {
    const code = this.#text.charCodeAt(this.#behindBlanks());
    return Number.isNaN(code) || isLineBreak(code);
  }

  #isComment(): boolean {
    return this.#text[this.#behindBlanks()] === '#';
  }

  #behindBlanks(): number {
    let at = this.#at;
    for (let code = this.#text.charCodeAt(at); isBlank(code) && code !== this.#separator; at += 1)
      code = this.#text.charCodeAt(at + 1);
    return at;
  }

  /** Reads a field without quotes, up to the next separator or the end of the line. */
  #plain(): string | undefined {
    const text = this.#text;
    const from = this.#at;
    let at = from;
    let code = text.charCodeAt(at);
    while (at < text.length && code !== this.#separator && !isLineBreak(code)) {
      if (code === quote)
        return `column ${this.#fields.length} has a quote in the middle; put the whole field into quotes, and double the quotes inside`;
      at += 1;
      code = text.charCodeAt(at);
    }
    this.#at = at;
    this.#fields.push(text.slice(from, at));
    return undefined;
  }

  #quoted(): string | undefined {
    let from = this.#at + 1;
    let field = '';
    for (;;) {
      const end = this.#text.indexOf('"', from);
      if (end < 0) {
        // After such a problem, the rest of the text cannot be divided into rows, so it is skipped.
        this.#at = this.#text.length;
        return `column ${this.#fields.length} has a quote that never ends`;
      }
      this.#countLines(from, end);
      field += this.#text.slice(from, end);
      this.#at = end + 1;
      if (this.#text.charCodeAt(this.#at) !== quote) break;
      field += '"';
      from = this.#at + 1;
    }
    this.#fields.push(field);
    const code = this.#text.charCodeAt(this.#at);
    if (!this.more || code === this.#separator || isLineBreak(code)) return undefined;
    return `column ${this.#fields.length - 1} has text after its closing quote`;
  }

  #countLines(from: number, end: number): void {
    if (this.#breakAt < from) this.#breakAt = this.#breakFrom(from);
    for (; this.#breakAt < end; this.#breakAt = this.#breakFrom(this.#breakAt + 1)) this.#line += 1;
  }

  #breakFrom(from: number): number {
    const at = this.#text.indexOf('\n', from);
    return at < 0 ? this.#text.length : at;
  }

  #skipLine(): void {
    while (this.more && !isLineBreak(this.#text.charCodeAt(this.#at))) this.#at += 1;
    this.#lineEnd();
  }

  #lineEnd(): void {
    if (this.#text.charCodeAt(this.#at) === carriageReturn) this.#at += 1;
    if (this.#text.charCodeAt(this.#at) === newline) this.#at += 1;
    this.#line += 1;
  }
}
