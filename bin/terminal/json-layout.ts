import type { Paint } from './terminal.ts';

/** A string with the colon of a name, punctuation, or what else stands without blanks: a number or a word. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|([{}[\],])|([^\s{}[\],:"]+)/gs;

/**
 * Lays JSON text out on lines without parsing its values, so that numbers, member order and repeated members stay
 * exactly as they were stored. Expects valid JSON. With paints it is meant for a terminal: it has colours, and what a
 * terminal would obey (U+007F to U+009F, which JSON need not escape) is escaped.
 */
export function laidOut(json: string, paint?: Paint): string {
  const show = paint === undefined ? asWritten : painted(paint);
  let depth = 0;
  let text = '';
  let before = '';
  for (const [, string, colon, mark, word] of json.matchAll(token)) {
    const closes = mark === '}' || mark === ']';
    if (closes) depth -= 1;
    const opened = before === '{' || before === '[';
    if (opened ? !closes : closes || before === ',') text += `\n${'  '.repeat(depth)}`;
    if (string !== undefined) text += colon === undefined ? show.string(string) : `${show.name(string)}: `;
    else text += mark ?? show.word(word ?? '');
    if (mark === '{' || mark === '[') depth += 1;
    before = mark ?? '';
  }
  return text;
}

type Show = Readonly<Record<'name' | 'string' | 'word', (text: string) => string>>;

const asWritten: Show = { name: String, string: String, word: String };

/** Names stand out, values differ by their kind; punctuation stays as it is. */
const painted = (paint: Paint): Show => ({
  name: (text) => paint.cyan(harmless(text)),
  string: (text) => paint.green(harmless(text)),
  word: (text) => (/^[-\d]/.test(text) ? paint.yellow(text) : paint.magenta(text)),
});

const obeyed = /[\u007f-\u009f]/g;

const harmless = (text: string): string =>
  text.replace(obeyed, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
