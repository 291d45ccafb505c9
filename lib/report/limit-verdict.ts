import type { RunDocument } from '../driver/run/document.ts';

/** A verdict of a run document. */
export type Verdict = RunDocument['verdicts'][number];
