import type { RunDocument } from '../driver/run/document.ts';

type Summary = Pick<RunDocument['stats'][number]['total']['summary'], 'extensions'>;

/** How often requests were sent again on another connection. Runs of earlier releases do not count it. */
export const resentIn = ({ extensions }: Summary): number =>
  (extensions.http.resent as number | undefined) ?? 0;
