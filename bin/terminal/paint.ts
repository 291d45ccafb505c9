import { randomInt } from 'node:crypto';

/** The start and end codes of colours and styles, as in ECMA-48 (SGR). */
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
  /**
   * Makes an address into a link that a person can press, in terminals that support links (OSC 8). The text
   * of the link is the address.
   */
  readonly link: (url: string) => string;
};

/**
 * A secret number inside the marks of colours, which no document, target or other user can know. `Terminal`
 * converts only these marks into colours, so a foreign text cannot have colours.
 */
const secret = randomInt(2 ** 47);

/** A pattern that matches a mark. Its group is the code of the colour. */
export const markPattern = String.raw`\x1b\[${secret};(\d+)m`;

const mark = (code: number): string => `\x1b[${secret};${code}m`;

/** The addresses of all links. The code in a link's mark is `firstLink` plus the index of its address. */
const links: string[] = [];
const firstLink = 1_000;
const linkEnd = 999;

/** The bytes that a screen gets for a mark. */
export function markBytes(code: string): string {
  const number = Number(code);
  if (number === linkEnd) return '\x1b]8;;\x1b\\';
  return number < firstLink ? `\x1b[${code}m` : `\x1b]8;;${links[number - firstLink] ?? ''}\x1b\\`;
}

/**
 * Makes a link. Control characters of the address become percent escapes, so that the address does not end
 * the link early.
 */
function linked(url: string): string {
  const { href } = new URL(url);
  let place = links.indexOf(href);
  if (place < 0) place = links.push(href) - 1;
  return mark(firstLink + place) + url + mark(linkEnd);
}

/** Returns the functions that add colours. Without colours or links, they do not change a text. */
export function paintOf(isColourful: boolean, hasLinks = false): Paint {
  const brush = ([open, close]: readonly [number, number]) => {
    const [begin, end] = [mark(open), mark(close)];
    // The end code of a colour inside the text would also end this colour. So this colour begins again after
    // it.
    return (text: string): string => begin + text.replaceAll(end, end + begin) + end;
  };
  const brushes = Object.entries(codes).map(([name, pair]) => [name, isColourful ? brush(pair) : String]);
  return { ...Object.fromEntries(brushes), link: hasLinks ? linked : String } as Paint;
}

/** The final state of a burst or of a run in its colour. */
export function paintState(state: string, paint: Paint): string {
  if (state === 'passed') return paint.green(state);
  return state === 'failed' || state === 'incomplete' ? paint.red(state) : paint.yellow(state);
}

/** The functions for files, which add no colours. */
export const unpainted: Paint = paintOf(false);
