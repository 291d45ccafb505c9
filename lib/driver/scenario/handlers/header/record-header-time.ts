import { required, withDefault } from '../../../declaration/field.ts';
import { choice, name } from '../../../declaration/scalars.ts';
import { textOfBytes } from '../../../http/header-encoding.ts';
import { headerHandler } from '../../kind.ts';
import { kindOf } from '../../values.ts';

type Body = {
  /** The header name in lower case, as handlers receive it. */
  readonly header: string;
  readonly metric: string;
  readonly unitNs: number;
  /** The number under which the statistics count this metric, among the request steps of the scenario. */
  readonly step: number;
};

/**
 * Records a time that the target reports in a header, such as its own duration. Negative times are ignored. A
 * value that is not a number ends the request with an internal error.
 */
export const recordHeaderTime = headerHandler({
  name: 'recordHeaderTime',
  summary:
    'Records the number in a header as a response time of its own metric. It counts responses, not requests.',
  example: 'recordHeaderTime: { header: x-backend-time, unit: ms }',
  cost: 'One comparison for each header line, and one value in the statistics of a metric of its own.',
  atError:
    'A value that is not a number is an error. A negative one, or a response without the header, is not recorded.',
  fields: {
    header: required(name('Name of the header.', 'x-backend-time')),
    metric: name('Name of the metric. When absent: the name of the header.', 'backend'),
    unit: withDefault('ns', choice(['ms', 'ns'], 'Unit of the number in the header.')),
  },
  short: { member: 'header', words: 'the header.' },
  write: 'recordHeaderTime: x-response-time',
  check: ({ header, metric = header, unit }, _at, scope): Body => ({
    header: header.toLowerCase(),
    metric,
    unitNs: unit === 'ms' ? 1e6 : 1,
    step: scope.nextRequest(),
  }),
  compile({ header, metric, unitNs, step }, { environment }) {
    const recorder = environment.recorder.measure(metric, step);
    return () => ({
      header(request, name, value) {
        if (name !== header) return;
        const number = value.trim() === '' ? Number.NaN : Number(value);
        if (!Number.isFinite(number))
          throw new Error(`header '${name}' is ${kindOf(textOfBytes(value))}, expected a number`);
        if (number >= 0) recorder.time(request.second, number * unitNs, false);
      },
    });
  },
});
