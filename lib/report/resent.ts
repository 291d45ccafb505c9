import type { RunDocument } from '../driver/run/document.ts';

type Summary = Pick<RunDocument['stats'][number]['total']['summary'], 'extensions'>;

/**
 * The number of requests that were sent again on another connection. Runs of earlier releases do not record
 * it.
 */
export const resentIn = ({ extensions }: Summary): number =>
  (extensions.http.resent as number | undefined) ?? 0;
