import { workTimeoutS } from './timeouts.ts';

/** The settings of the queues of work. Tasks for events and webhooks go through the same queues. */
export const workDelivery = {
  /** A message that failed this many times goes to the dead letters. */
  attemptsMax: 5,
  /**
   * Seconds until a queue delivers a message again whose function ended without a report. AWS recommends six
   * times the timeout of the function.
   */
  visibilityS: 6 * workTimeoutS,
  retentionDays: 14,
  /** The most messages that one call of the function receives. */
  batch: { now: 10, later: 1 },
  /** The most concurrent calls. Without a number: as many calls as messages. SQS requires at least 2. */
  concurrency: { later: 10 },
} as const;
