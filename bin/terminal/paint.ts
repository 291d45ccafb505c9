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

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>;

/**
 * The marks of paints contain a secret number, which no document, target or other user can know. `Terminal`
 * turns only these marks into colours, so a text from outside cannot paint.
 */
const secret = randomInt(2 ** 47);

/** A mark as a pattern; its group is the code. */
export const markPattern = String.raw`\x1b\[${secret};(\d+)m`;

const mark = (code: number): string => `\x1b[${secret};${code}m`;

/** Without colours, a text does not change. */
export function paintOf(isColourful: boolean): Paint {
  const brush = ([open, close]: readonly [number, number]) => {
    const [begin, end] = [mark(open), mark(close)];
    // The end of an inner paint would also end this paint, so this paint begins again there.
    return (text: string): string => begin + text.replaceAll(end, end + begin) + end;
  };
  const brushes = Object.entries(codes).map(([name, pair]) => [name, isColourful ? brush(pair) : String]);
  return Object.fromEntries(brushes) as Paint;
}

/** The paint of files, which have no colours. */
export const unpainted: Paint = paintOf(false);
