import { type Html, html } from '../html.ts';
import { clockTime } from '../number-text.ts';

/** Half of the width of a label such as `14:13:20` in a figure. */
const labelHalf = 28;

/**
 * The labels of a time axis. A label at the right edge of the figure ends at its instant, so that it is not
 * cut.
 * @param x the place of an instant.
 */
export const clockLabels = (
  instants: readonly number[],
  x: (ms: number) => number,
  { y, width }: { readonly y: number; readonly width: number },
): Html =>
  html`${instants.map(
    (ms) =>
      html`<text x="${x(ms)}" y="${y}" text-anchor="${x(ms) > width - labelHalf ? 'end' : 'middle'}">${clockTime(ms)}</text>`,
  )}`;
