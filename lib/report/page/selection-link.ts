import type { RunDocument } from '../../driver/run/document.ts';
import { axisOf } from './data/grid.ts';
import { type Html, html } from './html.ts';
import { selectionText, type TimeSelection } from './scales/time-selection.ts';

/** A link that selects a stretch of time in all charts. The text stays plain when there is no such part. */
export function selectionLink(run: RunDocument, selection: TimeSelection, text: string): Html {
  const part = partOf(run, selection);
  return part === undefined
    ? html`${text}`
    : html`<a href="#t=${selectionText(part, axisOf(run).origin)}">${text}</a>`;
}

/** Charts have columns of a second or more, so this much at an end is not visible. */
const hiddenMs = 1000;

/** The part of the axis of time in a stretch. Undefined when it is nothing, or the whole axis. */
export function partOf(run: RunDocument, { from, to }: TimeSelection): TimeSelection | undefined {
  const { origin, lengthMs } = axisOf(run);
  const part = { from: Math.max(from, origin), to: Math.min(to, origin + lengthMs) };
  const isWhole = part.from - origin < hiddenMs && origin + lengthMs - part.to < hiddenMs;
  return isWhole || part.from >= part.to ? undefined : part;
}
