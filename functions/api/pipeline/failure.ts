import { DownpourError } from '../../../lib/errors.ts';
import { log } from '../../log.ts';
import { json } from './replies/reply.ts';
import type { Reply } from './types.ts';

/**
 * The answer to a failed request. A rejection of the request, a lack of storage (507), a data folder that
 * cannot be used, and too many requests to the stores (503) are shown. Any other error is a fault of the
 * server: it is logged with its causes, and the response hides it.
 */
export function answerFailure(error: unknown, requestId: string, route?: string): Reply {
  if (error instanceof DownpourError && (error.status < 500 || error.status === 507)) {
    const { code, message, status, details } = error;
    return json({ code, message, details, requestId }, status);
  }
  log.error('request failed', { requestId, route }, error);
  const failures = [...failuresIn(error)];
  const full = failures.find(({ $metadata }) => $metadata?.httpStatusCode === 507);
  if (full !== undefined) {
    const message = `${full.message}: Downpour can store nothing more; make space or raise the limit on the machine of the API`;
    return json({ code: 'STORAGE_FULL', message, requestId }, 507);
  }
  const unusable = failures.find(({ name }) => name === 'StorageUnusable');
  if (unusable !== undefined) {
    const message = `The machine of the API cannot use its data folder: ${unusable.message}; correct this there, then send the request again`;
    return json({ code: 'STORAGE_UNUSABLE', message, requestId }, 500);
  }
  if (failures.some(isOverload)) {
    const message = 'Downpour is overloaded: send the request again in a second';
    const busy = json({ code: 'OVERLOADED', message, requestId }, 503);
    return { ...busy, headers: { ...busy.headers, 'retry-after': '1' } };
  }
  const message = 'The server failed to answer this request; its log has the reason';
  return json({ code: 'INTERNAL', message, requestId }, 500);
}

/** An error of Downpour or of the AWS SDK. */
type Failure = Error & {
  readonly status?: number;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
};

/** An error, its causes and the errors that it joins. */
function* failuresIn(error: unknown): Generator<Failure> {
  if (!(error instanceof Error)) return;
  yield error;
  yield* failuresIn(error.cause);
  if (error instanceof AggregateError) for (const each of error.errors) yield* failuresIn(each);
}

/**
 * Whether a service rejects a call because of too many calls. DynamoDB reports that with status 400, and
 * for the writes of a transaction in its reasons.
 */
function isOverload({ name, status = 0, $metadata, CancellationReasons: reasons = [] }: Failure): boolean {
  const { httpStatusCode = status } = $metadata ?? {};
  return (
    [429, 503].includes(httpStatusCode) ||
    [name, ...reasons.map(({ Code = '' }) => Code)].some(isOverloadName)
  );
}

const isOverloadName = (name: string): boolean =>
  /Throttl|ThroughputExceeded|RequestLimitExceeded|TransactionConflict/.test(name);
