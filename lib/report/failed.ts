import type { RunDocument } from '../driver/run/document.ts';

type Summary = RunDocument['stats'][number]['total']['summary'];
type Counts = Pick<Summary, 'failed' | 'invalid' | 'connectionErrors' | 'requestTimeouts' | 'internalErrors'>;

/**
 * The number of failed requests. In runs of older releases, the counter `invalid` contains every error too.
 */
export const failedIn = (summary: Counts): number =>
  (summary.failed as number | undefined) ?? Math.max(errorsIn(summary), summary.invalid);

/**
 * The number of requests that failed only because of their response. The counter `invalid` also contains
 * requests that ended with an error and had no response.
 */
export const onlyInvalidIn = (summary: Counts): number => Math.max(0, failedIn(summary) - errorsIn(summary));

/** The number of requests that ended in an error. */
export const errorsIn = ({ connectionErrors, requestTimeouts, internalErrors }: Counts): number =>
  connectionErrors + requestTimeouts + internalErrors;
