import { isUtf8 } from 'node:buffer';
import { placeholder, withoutPlaceholders } from '../draft/placeholders.ts';
import { Lines, type Position, Refusal } from '../refusal.ts';

/**
 * A word of a command after the shell has removed quotes, and its position. A shell variable in it is a
 * placeholder.
 */
export type Word = {
  readonly text: string;
  readonly position: Position;
  /** True: the text is the standard input of the command, from `<<END` or `<<<`, and not an argument. */
  readonly isInput?: true;
};
export type ShellCommand = readonly Word[];

/**
 * Splits a text into shell commands without running anything. It reads quotes of sh and bash (`$'...'`), line
 * ends of PowerShell (a backtick) and of the Windows prompt (`^`). Small libraries (shell-quote, string-argv)
 * do not support `$'...'`, which browsers write, or carets, and do not report the position of a mistake.
 */
export const shellCommands = (text: string): readonly ShellCommand[] =>
  isCommandPrompt(text) ? promptCommands(text) : new Shell(text).commands();

/**
 * Detects a text for the Windows prompt. Browsers write carets for it before quotes, line ends and signs such
 * as `&`, or doubled quotes inside of quotes. Commands for other shells do not contain these.
 */
const isCommandPrompt = (text: string): boolean =>
  /\^(["^&|%{}[\]<>\\]|[ \t]*\r?\n)|[^\s"\\]""[^\s"]/.test(text) && !/(^|\s)'/.test(text);

/** A here-document whose text begins in the next line. */
type HereDocument = {
  readonly words: Word[];
  readonly position: Position;
  readonly end: string;
  readonly isLiteral: boolean;
  readonly isIndented: boolean;
};

class Shell {
  readonly #text: string;
  readonly #positionAt: (offset: number) => Position;
  #at = 0;
  #word: string | undefined;
  #begin = 0;
  #isInput = false;
  #commands: ShellCommand[] = [];
  #words: Word[] = [];
  #documents: HereDocument[] = [];

  /**
   * @param position the position that all words and mistakes get. Absent: each gets its own position in the
   * text.
   */
  constructor(text: string, position?: Position) {
    this.#text = text;
    const lines = new Lines(text);
    this.#positionAt = (offset) => position ?? lines.positionAt(offset);
  }

  commands(): readonly ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand();
    return this.#commands;
  }

  /** Reads the text of a here-document. Variables have a meaning in it, and quotes have none. */
  document(): string {
    this.#word = '';
    while (this.#at < this.#text.length) this.#quotedStep(/[\\$`]/);
    return this.#word;
  }

  #step(): void {
    const rest = this.#text.slice(this.#at, this.#at + 3);
    const [first = ''] = rest;
    const lineEnd = /^[\\`](\r?\n)/.exec(rest)?.[0];
    if (lineEnd !== undefined) this.#at += lineEnd.length;
    else if (/^[ \t\r]/.test(first)) this.#skip(() => this.#endWord());
    else if (/^[\n;|&()]/.test(first)) this.#skip(() => this.#endCommand());
    else if (/^[“”„‘’]/.test(first) && this.#word === undefined)
      throw this.#open(`a shell does not know the quote ${first}; write ' or " in its place`);
    else if (/^[<>]\(/.test(rest))
      throw this.#open('a process substitution cannot be imported; write its output in its place');
    else if (/^[<>]/.test(first)) this.#redirect();
    else if (first === '#' && this.#word === undefined) this.#at = this.#find('\n', this.#text.length);
    else if (first === "'") this.#single();
    else if (first === '"') this.#double();
    else if (rest.startsWith("$'")) this.#ansi();
    else if (first === '\\') this.#take(2, this.#text[this.#at + 1] ?? '');
    else if (first === '$' || first === '`') this.#expansion();
    else this.#take(1, first);
  }

  #skip(act: () => void): void {
    act();
    this.#at += 1;
    if (this.#text[this.#at - 1] === '\n') for (const each of this.#documents.splice(0)) this.#read(each);
  }

  /** Adds text to the word. `length` is the number of characters that the text has in the source. */
  #take(length: number, meaning: string): void {
    if (this.#word === undefined) {
      this.#word = '';
      this.#begin = this.#at;
    }
    this.#word += meaning;
    this.#at += length;
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    const position = this.#positionAt(this.#begin);
    this.#words.push(
      this.#isInput ? { text: `${this.#word}\n`, position, isInput: true } : { text: this.#word, position },
    );
    this.#word = undefined;
    this.#isInput = false;
  }

  #endCommand(): void {
    this.#endWord();
    if (this.#words.length > 0) this.#commands.push(this.#words);
    this.#words = [];
  }

  /**
   * Reads a here-document (`<<END`) and a here-string (`<<<`). Skips another redirection such as `> file` or
   * `2>&1`, because redirected output does not change the request.
   */
  #redirect(): void {
    if (/^\d$/.test(this.#word ?? '')) this.#word = undefined;
    this.#endWord();
    const rest = this.#text.slice(this.#at);
    const [string] = /^<<<[ \t]*/.exec(rest) ?? [];
    const [document, dash, quote, quoted, bare = ''] =
      /^<<(-?)[ \t]*(?:(['"])([^\n]*?)\2|\\?([\w.-]+))/.exec(rest) ?? [];
    this.#isInput = string !== undefined;
    if (string === undefined && document !== undefined)
      this.#documents.push({
        words: this.#words,
        position: this.#positionAt(this.#at),
        end: quoted ?? bare,
        isLiteral: quote !== undefined || document.includes('\\'),
        isIndented: dash === '-',
      });
    const [other = '>'] = /^[<>]{1,3}&?[ \t]*(?:"[^"]*"|'[^']*'|[^\s;|&<>]*)/.exec(rest) ?? [];
    this.#at += (string ?? document ?? other).length;
  }

  /** Reads the text of a here-document, which begins here. */
  #read({ words, position, end, isLiteral, isIndented }: HereDocument): void {
    const lines: string[] = [];
    for (;;) {
      if (this.#at >= this.#text.length)
        throw new Refusal(`the here-document that begins here has no line '${end}' at its end`, position);
      const next = this.#find('\n', this.#text.length);
      const line = this.#text
        .slice(this.#at, next)
        .replace(isIndented ? /^\t+/ : '', '')
        .replace(/\r$/, '');
      this.#at = next + 1;
      if (line === end) break;
      lines.push(`${line}\n`);
    }
    const text = lines.join('');
    words.push({ text: isLiteral ? text : new Shell(text, position).document(), position, isInput: true });
  }

  #single(): void {
    const end = this.#find("'", -1, this.#at + 1);
    if (end < 0) throw this.#open('a single quote is opened here and never closed');
    this.#take(end + 1 - this.#at, this.#text.slice(this.#at + 1, end));
  }

  #double(): void {
    const opening = this.#at;
    this.#take(1, '');
    while (this.#text[this.#at] !== '"') {
      if (this.#at >= this.#text.length)
        throw this.#open('a double quote is opened here and never closed', opening);
      this.#quotedStep(/["\\$`]/);
    }
    this.#take(1, '');
  }

  /** @param escaped the characters that lose their meaning behind a backslash. */
  #quotedStep(escaped: RegExp): void {
    const character = this.#text[this.#at] ?? '';
    const next = this.#text[this.#at + 1] ?? '';
    if (character === '\\' && next === '\n') this.#take(2, '');
    else if (character === '\\' && escaped.test(next)) this.#take(2, next);
    else if (character === '$' || character === '`') this.#expansion();
    else this.#take(1, character);
  }

  /** Reads a quote `$'...'` of bash, which has the escapes of C. */
  #ansi(): void {
    const match = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(this.#text.slice(this.#at));
    if (match === null) throw this.#open('a single quote is opened here and never closed', this.#at + 1);
    this.#take(match[0].length, withoutPlaceholders(unescaped(match[1] ?? '')));
  }

  #expansion(): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    if (rest.startsWith('`') || rest.startsWith('$(')) {
      throw this.#open('a command substitution cannot be imported; write its output in its place');
    }
    const match = /^\$(?:(\w+)|\{(\w+)(?::?-([^{}$`"'\\]*))?\})/.exec(rest);
    const [whole = '$', bare, braced = bare, otherwise] = match ?? [];
    if (otherwise !== undefined) this.#take(whole.length, otherwise);
    else if (braced !== undefined) this.#take(whole.length, placeholder(braced));
    else if (/^\$\{\w/.test(rest))
      throw this.#open('this expansion of a shell variable cannot be imported; write its value here');
    else this.#take(1, '$');
  }

  #find(text: string, otherwise: number, from = this.#at): number {
    const found = this.#text.indexOf(text, from);
    return found < 0 ? otherwise : found;
  }

  #open(message: string, offset = this.#at): Refusal {
    return new Refusal(message, this.#positionAt(offset));
  }
}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const unescaped = (text: string): string =>
  text.replace(
    /((?:\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2}))+)|\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|c([@-~])|([\s\S]))/g,
    (
      _whole,
      bytes?: string,
      u?: string,
      long?: string,
      hex?: string,
      octal?: string,
      control?: string,
      other?: string,
    ) => {
      if (bytes !== undefined) return textOfBytes(bytes);
      const code = u ?? long ?? hex;
      if (code !== undefined) return characterOf(Number.parseInt(code, 16));
      if (octal !== undefined) return characterOf(Number.parseInt(octal, 8));
      if (control !== undefined) return characterOf(control.charCodeAt(0) & 0x1f);
      return escapes[other ?? ''] ?? other ?? '';
    },
  );

/**
 * The text of bytes above ASCII, such as `\xc3\xa9`. A shell sends them as they are, so they are UTF-8.
 * Browsers write a character below U+0100 in the same way, so bytes that are not UTF-8 are such characters.
 */
function textOfBytes(escaped: string): string {
  const codes = escaped
    .split('\\')
    .slice(1)
    .map((one) => (one.startsWith('x') ? Number.parseInt(one.slice(1), 16) : Number.parseInt(one, 8)));
  const bytes = Uint8Array.from(codes);
  return isUtf8(bytes) ? Buffer.from(bytes).toString() : String.fromCodePoint(...codes);
}

/**
 * The character with this code. Half of a surrogate pair is kept, because the next code gives the other half.
 */
const characterOf = (code: number): string => (code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code));

/**
 * Splits commands of the Windows prompt. The prompt first removes the carets, and then the program splits its
 * line into words.
 */
function promptCommands(text: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  const lines = new Lines(text);
  let line = '';
  let begin = 0;
  let quoted = false;
  const end = (next: number) => {
    const words = promptWords(line, lines.positionAt(begin));
    if (words.length > 0) commands.push(words);
    line = '';
    begin = next;
    quoted = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '^' && (!quoted || oldCaret.test(text.slice(Math.max(0, at - 1), at + 2)))) {
      const lineEnd = /^\^[ \t]*\r?\n(\r?\n)?/.exec(text.slice(at, at + 20));
      if (lineEnd === null) line += text[at + 1] ?? '';
      else if (lineEnd[1] !== undefined) line += '\n';
      at += lineEnd === null ? 1 : lineEnd[0].length - 1;
    } else if ((character === '\n' || character === '&' || character === '|') && !quoted) end(at + 1);
    else {
      if (character === '"') quoted = !quoted;
      line += character;
    }
  }
  end(text.length);
  return commands;
}

/**
 * Matches a caret in double quotes with its neighbours. The prompt would keep the caret. Older browsers wrote
 * it as an escape before every sign and after `%`.
 */
const oldCaret = /^(?:\\\^"|%\^\w|[\s\S]\^[^\w\s"]|[\s\S]\^\r?\n)/;

/**
 * Splits words as programs on Windows do. A backslash is an escape only before a double quote. Each word has
 * the position at which its command begins.
 */
function promptWords(line: string, position: Position): readonly Word[] {
  const words: Word[] = [];
  let word: string | undefined;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const [whole = '', slashes = '', quote] = /^(\\*)(")?/.exec(line.slice(at)) ?? [];
    if (quote !== undefined) {
      const literal = slashes.length % 2 === 1;
      const doubled = !literal && quoted && line[at + whole.length] === '"';
      word = (word ?? '') + '\\'.repeat(slashes.length >> 1) + (literal || doubled ? '"' : '');
      if (!literal && !doubled) quoted = !quoted;
      at += whole.length - (doubled ? 0 : 1);
    } else if (slashes !== '') {
      word = (word ?? '') + slashes;
      at += slashes.length - 1;
    } else if (/\s/.test(line[at] ?? '') && !quoted) {
      if (word !== undefined) words.push({ text: word, position });
      word = undefined;
    } else word = (word ?? '') + line[at];
  }
  if (quoted) throw new Refusal('a double quote is opened in this command and never closed', position);
  if (word !== undefined) words.push({ text: word, position });
  return words;
}
