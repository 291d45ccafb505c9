import type { RunDocument } from '../driver/run/document.ts';

type Summary = Pick<RunDocument['stats'][number]['total']['summary'], 'extensions'>;

/** The number of repeats of requests on another connection. Runs of earlier releases do not record it. */
export const resentIn = ({ extensions }: Summary): number =>
  (extensions.http.resent as number | undefined) ?? 0;
