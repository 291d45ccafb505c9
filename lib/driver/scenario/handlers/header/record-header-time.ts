import { textOfBytes } from '../../../http/header-bytes.ts';
import type { HeaderHandlerFactory } from '../../../model/handlers.ts';
import { bodyOf, textOf } from '../../fields.ts';
import type { Kind } from '../../kind.ts';
import { kindOf } from '../../values.ts';

type Body = {
  /** In lower case, as handlers get it. */
  readonly header: string;
  readonly metric: string;
  readonly unitNs: number;
  /** Number of the metric among the steps. */
  readonly step: number;
};

/** Negative times are not recorded; what is no number ends the request as an internal error. */
export const recordHeaderTime: Kind<Body, HeaderHandlerFactory> = {
  name: 'recordHeaderTime',
  summary:
    'Records the number in a header as a response time of its own metric. It counts responses, not requests.',
  example: 'recordHeaderTime: { header: x-backend-time, unit: ms }',
  cost: 'One comparison for each header line, and one value in the statistics of a metric of its own.',
  atError:
    'A value that is no number is an error; a negative one, or a response without the header, is not recorded.',
  parse(raw, at, scope) {
    const body = textOf(raw) === undefined ? bodyOf(raw) : { header: raw };
    const header = textOf(body?.header);
    if (header === undefined || header === '') {
      scope.findings.error(at, 'recordHeaderTime needs header', "write 'recordHeaderTime: x-response-time'");
      return undefined;
    }
    return {
      header: header.toLowerCase(),
      metric: textOf(body?.metric) ?? header,
      unitNs: textOf(body?.unit) === 'ms' ? 1e6 : 1,
      step: scope.nextRequest(),
    };
  },
  compile({ header, metric, unitNs, step }, { environment }) {
    const recorder = environment.recorder.measure(metric, step);
    return () => ({
      header(request, name, value) {
        if (name !== header) return;
        const number = value.trim() === '' ? Number.NaN : Number(value);
        if (!Number.isFinite(number))
          throw new Error(`header '${name}' holds ${kindOf(textOfBytes(value))}, expected a number`);
        if (number >= 0) recorder.time(request.second, number * unitNs, false);
      },
    });
  },
};
