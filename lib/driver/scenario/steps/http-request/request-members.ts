import { type BodyOf, under, withDefault } from '../../../declaration/field.ts';
import { flag } from '../../../declaration/scalars.ts';
import { someMillis } from '../../../declaration/times.ts';
import { requestNumber } from '../../declaration/request-step-number.ts';
import { requestMetric } from '../../metric.ts';
import { body } from './body.ts';
import type { Compensation } from './compensation.ts';
import { compensation } from './compensation.ts';
import { compression } from './compression.ts';
import { type Destination, destination } from './destination.ts';
import { headers } from './headers.ts';
import { handler, type ResponseHandling } from './response.ts';
import { slas } from './sla.ts';

export const requestFields = {
  /** The number of the request step in its scenario. */
  step: requestNumber,
  destination,
  headers,
  body,
  timeoutMs: under(
    'timeout',
    someMillis(
      'Time limit of the request, counted from sending. When absent: the requestTimeout of the target.',
      '2s',
    ),
  ),
  metric: requestMetric(
    'The name of the statistics: a name, or a list of rules such as `REGEX -> NAME`. The name of the sequence when absent.',
    'products',
  ),
  sync: withDefault(true, flag('Whether the user waits for the response before the next step.')),
  slas: under(
    'sla',
    slas(
      'Limits for this request; the phase fails when one is broken. When absent, the default limits apply.',
    ),
  ),
  handler,
  compensation,
  compression,
};
type RequestFields = BodyOf<typeof requestFields>;

/** The body of a request step in the plan. */
export type RequestBody = Omit<RequestFields, 'destination' | 'handler' | 'compensation'> &
  Destination &
  ResponseHandling & { readonly compensation?: Compensation };
