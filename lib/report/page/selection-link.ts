import type { RunDocument } from '../../driver/run/document.ts';
import { axisOf } from './data/grid.ts';
import { type Html, html } from './html.ts';
import { selectionText, type TimeSelection } from './scales/time-selection.ts';

/** A link that selects a time range in all charts. It is plain text when the charts have no such range. */
export function selectionLink(run: RunDocument, selection: TimeSelection, text: string): Html {
  const part = partOf(run, selection);
  return part === undefined
    ? html`${text}`
    : html`<a href="#t=${selectionText(part, axisOf(run).origin)}">${text}</a>`;
}

/**
 * The milliseconds at an end of the run that charts cannot show, because their columns have a second or more.
 * A range that lacks only these counts as the whole run.
 */
const hiddenMs = 1000;

/** The part of a time range that lies on the time axis. Undefined when it is empty, or the whole axis. */
export function partOf(run: RunDocument, { from, to }: TimeSelection): TimeSelection | undefined {
  const { origin, lengthMs } = axisOf(run);
  const part = { from: Math.max(from, origin), to: Math.min(to, origin + lengthMs) };
  const isWhole = part.from - origin < hiddenMs && origin + lengthMs - part.to < hiddenMs;
  return isWhole || part.from >= part.to ? undefined : part;
}
