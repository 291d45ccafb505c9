import { bodyParser, defineBody } from '../../../declaration/body.ts';
import { entries, entriesSchema } from '../../../declaration/entries.ts';
import { type Field, oneOrMany, orNone, shownDefault, under } from '../../../declaration/field.ts';
import { define, oneOrList, own, referTo } from '../../../declaration/schema.ts';
import { millis, nanos, timeNanos } from '../../../declaration/times.ts';
import { textOf } from '../../../declaration/value-readers.ts';
import type { Findings, Path } from '../../../document/problem.ts';
import { parseNanos } from '../../../document/time.ts';
import type { Sla } from '../../../model/sla.ts';

/** A field with a ratio as a limit. A value above 1, such as 1.01, is allowed and is never reached. */
const ratio = (description: string, example?: number): Field<number, false> => ({
  schema: { title: 'a number', type: 'number', ...own(description, example) },
  always: false,
  parse: (raw) => Number(textOf(raw)),
});

/**
 * A field with a share of requests. It is read like a ratio. A whole number causes a warning, because the
 * author of the document probably means per cent.
 */
const share = (description: string): Field<number, false> => ({
  ...ratio(description, 0.01),
  parse(raw, at, { findings }) {
    const value = Number(textOf(raw));
    if (Number.isInteger(value) && value >= 1 && value <= 100)
      findings.warning(
        at,
        `a share of 1 means all requests, so ${value === 1 ? 'only failures of all requests break this limit' : 'this limit is never broken'}`,
        `write ${value / 100} if you mean ${value} %`,
      );
    return value;
  },
});

/** The limits on percentiles: a mapping from quantiles (0 to 1, such as 0.99) to times. */
const limits = define(
  'limits',
  entriesSchema({
    title: 'a mapping of percentile to time',
    description:
      'Limits by percentile. Each key is a number from 0 to 1 (0.99 is the 99th percentile), each value a time with its unit. One mapping, or a list of mappings.',
    value: referTo(timeNanos, 'Time within which this share of the responses must arrive.'),
    example: { '0.99': '100ms' },
    several: true,
  }),
);

const limitsField: Field<readonly (readonly [quantile: number, ns: number])[], false> = {
  schema: referTo(limits, undefined, { '0.99': '100ms' }),
  always: false,
  parse(raw, at, around) {
    const times = entries(limits.schema, parseLimit).parse(raw, at, around) ?? [];
    return times.map(([key, ns]) => [Number(key), ns]);
  },
};

function parseLimit(
  key: string,
  raw: unknown,
  at: Path,
  { findings }: { readonly findings: Findings },
): number | undefined {
  const quantile = Number(key);
  if (quantile >= 0 && quantile <= 1) return parseNanos(raw, at, findings);
  const percentile = Number(key.replace(/^p(?=\d)/i, '').replace(/ ?%$/, ''));
  const known = percentile > 0 && percentile <= 100;
  const hint = `write '${known ? Number((percentile / 100).toPrecision(12)) : 0.99}'${known ? '' : ' for the 99th percentile'}`;
  findings.error(at, `limit key '${key}' must be a quantile from 0 to 1`, hint);
  return undefined;
}

const absent =
  'Absent: at most 1 % of the requests may fail or be invalid, unless --max-errors sets another limit.';

/**
 * The members of an SLA. They have no defaults here. Where the document sets no limit, the phase is judged at
 * its end by the defaults of `judging/limits.ts`.
 */
const fields = {
  blockedRatio: shownDefault(
    0.01,
    ratio(
      'Limit on the time that requests wait for a connection, divided by waiting and response times together.',
    ),
  ),
  errorRatio: share(
    `Share of requests with connection errors, timeouts and internal errors, from which the phase fails. ${absent}`,
  ),
  invalidRatio: share(`Share of requests with invalid responses, from which the phase fails. ${absent}`),
  meanResponseTimeNs: under(
    'meanResponseTime',
    nanos('Mean response time from which the phase fails, with its unit.', '50ms'),
  ),
  windowMs: under(
    'window',
    millis(
      'Length of the sliding window in which the limits are checked, with its unit; the whole phase when absent.',
      '10s',
    ),
  ),
  limits: limitsField,
};

const sla = defineBody(
  'sla',
  'A service level agreement: the phase fails when a limit is exceeded.',
  { fields },
  { limits: { '0.99': '100ms' }, errorRatio: 0.01 },
);

export const slasDefinition = define('slas', {
  description: 'One SLA, or a list of them.',
  ...oneOrList(referTo(sla)),
  examples: sla.schema.examples ?? [],
});

/** The limits of a request step or metric: one body, or a list of bodies. */
export const slas = (description?: string): Field<readonly Sla[], true> =>
  orNone({
    schema: referTo(slasDefinition, description, description && sla.schema.examples?.[0]),
    always: false,
    parse: oneOrMany(bodyParser(() => ({ name: 'sla', fields }))),
  });
