/** The distance between tab stops in columns. */
const tabStop = 8;

/**
 * The two forms of the beginning of a control sequence (CSI), and of a command such as a title (OSC, DCS and
 * others).
 */
const csi = String.raw`(?:\x1b\[|\x9b)`;
const osc = String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])`;
const controls = new RegExp(`^${csi}([?>=]?[\\d;:]*)([ -/]*)([@-~])`);
const commands = new RegExp(`^${osc}${String.raw`([^\x07\x1b\x9c]*)(?:\x07|\x1b\\|\x9c)`}`);
const unfinished = new RegExp(`^${osc}|^${csi}[?>=]?[\\d;:]*[ -/]*$|^${String.fromCharCode(27)}$`);

type Cell = { readonly sign: string; readonly colour: string };

/**
 * A simulated terminal. It obeys the control sequences that attacks and this program use, in their 7-bit and
 * 8-bit forms: moves, erasing, colours, titles, links and the clipboard. Lines wrap at the edge, and rows
 * that leave the screen at the top are kept.
 */
export class Screen {
  readonly columns: number;
  /** The title of the window, which OSC 0 to 2 set. */
  title = '';
  /** The clipboard, which OSC 52 sets. */
  clipboard = '';
  /** The targets of links, which OSC 8 sets. */
  readonly links: string[] = [];
  bells = 0;
  /** Control sequences that this class does not know, such as those that change modes. */
  readonly others: string[] = [];
  #rows: Cell[][] = [[]];
  #row = 0;
  #column = 0;
  #colour = '';
  #rest = '';

  constructor(columns = 100) {
    this.columns = columns;
  }

  /** The text of each row, without blanks at its end and empty rows at the end of all. */
  get lines(): string[] {
    const lines = this.#rows.map((row) =>
      Array.from(row, (cell) => cell?.sign ?? ' ')
        .join('')
        .trimEnd(),
    );
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  get text(): string {
    return this.lines.join('\n');
  }

  /** The first cell with a colour that belongs to this text, together with its colour. */
  colourOf(text: string): string | undefined {
    for (const [at, line] of this.lines.entries()) {
      const column = line.indexOf(text);
      if (column >= 0) return this.#rows[at]?.[column]?.colour;
    }
    return undefined;
  }

  write(text: string): boolean {
    let left = this.#rest + text;
    this.#rest = '';
    while (left !== '') {
      const [whole, length] = this.#step(left);
      if (!whole) {
        this.#rest = left;
        break;
      }
      left = left.slice(length);
    }
    return true;
  }

  /**
   * Obeys the control sequence or shows the character at the beginning of the text. Returns its length, and
   * whether the text contains all of it.
   */
  #step(text: string): readonly [whole: boolean, length: number] {
    const control = controls.exec(text);
    if (control !== null) return this.#control(control);
    const command = commands.exec(text);
    if (command !== null) return this.#command(command);
    if (unfinished.test(text)) return [false, 0];
    if (text[0] === '\x1b') {
      this.others.push(text.slice(0, 2));
      if (text[1] === 'c') this.#rows = [[]];
      return [true, 2];
    }
    const sign = String.fromCodePoint(text.codePointAt(0) ?? 0);
    this.#show(sign);
    return [true, sign.length];
  }

  #control([all, parameters = '', , final = '']: RegExpExecArray): readonly [boolean, number] {
    const [count = 0] = parameters.split(';').map(Number);
    const times = Math.max(1, count || 1);
    const row = this.#rows[this.#row] ?? [];
    if (final === 'A') this.#row = Math.max(0, this.#row - times);
    else if (final === 'B') this.#row = Math.min(this.#rows.length - 1, this.#row + times);
    else if (final === 'C') this.#column = Math.min(this.columns - 1, this.#column + times);
    else if (final === 'D') this.#column = Math.max(0, this.#column - times);
    else if (final === 'G') this.#column = times - 1;
    else if (final === 'H' || final === 'f') [this.#row, this.#column] = [0, 0];
    else if (final === 'K') this.#rows[this.#row] = count === 0 ? row.slice(0, this.#column) : [];
    else if (final === 'J') this.#eraseBelow(count);
    else if (final === 'm') this.#colour = parameters === '0' ? '' : parameters;
    else this.others.push(all);
    return [true, all.length];
  }

  #eraseBelow(count: number): void {
    if (count > 0) this.#rows = this.#rows.map(() => []);
    else {
      this.#rows.length = this.#row + 1;
      this.#rows[this.#row] = (this.#rows[this.#row] ?? []).slice(0, this.#column);
    }
  }

  #command([all, body = '']: RegExpExecArray): readonly [boolean, number] {
    const [code, ...rest] = body.split(';');
    if (code === '0' || code === '1' || code === '2') this.title = rest.join(';');
    else if (code === '52') this.clipboard = rest.join(';');
    else if (code === '8') this.links.push(rest.at(-1) ?? '');
    else this.others.push(all);
    return [true, all.length];
  }

  #show(sign: string): void {
    if (sign === '\n') this.#feed();
    else if (sign === '\r') this.#column = 0;
    else if (sign === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (sign === '\x07') this.bells += 1;
    else if (sign === '\t')
      this.#column = Math.min(this.columns - 1, this.#column + tabStop - (this.#column % tabStop));
    else if (/\p{Cc}/u.test(sign)) this.others.push(sign);
    else this.#put(sign);
  }

  #put(sign: string): void {
    const width = /\p{Mn}|\p{Cf}/u.test(sign)
      ? 0
      : /\p{Script=Han}|\p{Emoji_Presentation}/u.test(sign)
        ? 2
        : 1;
    if (width === 0) return;
    if (this.#column + width > this.columns) this.#feed();
    const row = this.#rows[this.#row] ?? [];
    row[this.#column] = { sign, colour: this.#colour };
    if (width === 2) row[this.#column + 1] = { sign: '', colour: this.#colour };
    this.#column += width;
  }

  /** A terminal in its usual mode moves the cursor to the left edge at each line feed. */
  #feed(): void {
    this.#row += 1;
    this.#column = 0;
    this.#rows[this.#row] ??= [];
  }
}
