import { randomInt } from 'node:crypto';

/** The start and end codes of the paints, as in ECMA-48 (SGR). */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>> & {
  /** An address that a person can press, in terminals that have links (OSC 8). The text is the address. */
  readonly link: (url: string) => string;
};

/**
 * The marks of paints contain a secret number, which no document, target or other user can know. `Terminal`
 * turns only these marks into colours, so a text from outside cannot paint.
 */
const secret = randomInt(2 ** 47);

/** A mark as a pattern; its group is the code. */
export const markPattern = String.raw`\x1b\[${secret};(\d+)m`;

const mark = (code: number): string => `\x1b[${secret};${code}m`;

/** The addresses of links that were painted. A mark has the place of its address, from this code on. */
const links: string[] = [];
const firstLink = 1_000;
const linkEnd = 999;

/** The bytes of a mark for a screen. */
export function markBytes(code: string): string {
  const number = Number(code);
  if (number === linkEnd) return '\x1b]8;;\x1b\\';
  return number < firstLink ? `\x1b[${code}m` : `\x1b]8;;${links[number - firstLink] ?? ''}\x1b\\`;
}

/** Control characters of a text from outside become percent escapes, so that no text ends a link early. */
function linked(url: string): string {
  const { href } = new URL(url);
  let place = links.indexOf(href);
  if (place < 0) place = links.push(href) - 1;
  return mark(firstLink + place) + url + mark(linkEnd);
}

/** Without colours or links, a text does not change. */
export function paintOf(isColourful: boolean, hasLinks = false): Paint {
  const brush = ([open, close]: readonly [number, number]) => {
    const [begin, end] = [mark(open), mark(close)];
    // The end of an inner paint would also end this paint, so this paint begins again there.
    return (text: string): string => begin + text.replaceAll(end, end + begin) + end;
  };
  const brushes = Object.entries(codes).map(([name, pair]) => [name, isColourful ? brush(pair) : String]);
  return { ...Object.fromEntries(brushes), link: hasLinks ? linked : String } as Paint;
}

/** The paint of files, which have no colours. */
export const unpainted: Paint = paintOf(false);
