import type { Field } from '../declaration/field.ts';
import { integerOf } from '../declaration/value-readers.ts';

/** The only period in which Downpour collects statistics, and by which SLA windows move, in milliseconds. */
const everyMs = 1000;

/**
 * The member `statisticsCollectionPeriod`. Another period than that of Downpour is accepted too, because the
 * document still sends the same load.
 */
export const collectionPeriod: Field<number, false> = {
  schema: {
    title: 'a whole number of milliseconds of at least 1',
    description:
      'Interval of the statistics in milliseconds. Downpour always collects them each second, and warns about another value.',
    type: 'integer',
    minimum: 1,
    default: everyMs,
  },
  always: false,
  parse(raw, at, { findings }) {
    const periodMs = integerOf(raw);
    if (periodMs !== undefined && periodMs >= 1 && periodMs !== everyMs)
      findings.warning(
        at,
        `Downpour collects statistics and checks limits (SLAs) every second, not every ${periodMs} ms`,
        `leave statisticsCollectionPeriod out, or write ${everyMs}`,
      );
    return periodMs;
  },
};
