import type { RunDocument } from '../../../driver/run/document.ts';
import { axisOf } from '../data/grid.ts';
import { type Html, html } from '../html.ts';
import { type Stretch, stretchText } from '../scales/stretch.ts';

/**
 * A link that selects a stretch of time in all charts. The text stays plain when the stretch is no part of
 * the axis, or all of it.
 */
export function stretchLink(run: RunDocument, { from, to }: Stretch, text: string): Html {
  const { origin, lengthMs } = axisOf(run);
  const part = { from: Math.max(from, origin), to: Math.min(to, origin + lengthMs) };
  const isWhole = part.from === origin && part.to === origin + lengthMs;
  if (isWhole || part.from >= part.to) return html`${text}`;
  return html`<a href="#t=${stretchText(part, origin)}">${text}</a>`;
}
