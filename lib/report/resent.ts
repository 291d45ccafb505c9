import type { RunDocument } from '../driver/run/document.ts';

type Summary = Pick<RunDocument['stats'][number]['total']['summary'], 'extensions'>;

/**
 * The number of times that requests were sent again on another connection. Runs of earlier releases have no
 * such number.
 */
export const resentIn = ({ extensions }: Summary): number =>
  (extensions.http.resent as number | undefined) ?? 0;
