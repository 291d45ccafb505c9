import { fewDescriptors } from '../../open-files-error.ts';
import type { Invocation } from '../function-host/host.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { type Answer, answerOf, larger, later, message, unavailable } from './answer.ts';

/**
 * Makes an answer from an invocation, with Lambda's status codes:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html
 */
export async function functionAnswer(invocation: Promise<Invocation>, msMax: number): Promise<Answer> {
  const clock = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => clock.resolve(message(503, 'Service Unavailable')), msMax);
  try {
    return await Promise.race([invocation.then(integrationAnswer, rejectedAnswer), clock.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The error of a failed function as it appears in the payload. */
const messageOf = (payload: unknown): { readonly message?: string } => ({
  message: (payload as { readonly errorMessage?: string } | null)?.errorMessage,
});

function integrationAnswer({ payload, functionError }: Invocation): Answer {
  const result: unknown = JSON.parse(payload);
  const why = functionError === undefined ? undefined : fewDescriptors(messageOf(result));
  if (why !== undefined) return later(message(503, `Service Unavailable: ${why}`));
  const answer = functionError === undefined ? answerOf(result) : undefined;
  return answer ?? message(502, 'Internal Server Error');
}

function rejectedAnswer(error: unknown): Answer {
  if (!(error instanceof ProtocolError)) throw error;
  if (error.status === 413) {
    const event =
      'A body travels as text in JSON, where quotes are escaped, or in Base64 when it is not text';
    return message(413, `Request Too Long: ${error.message}. ${event}; ${larger}`);
  }
  if (error.status === 429 || error.status === 503) return unavailable;
  return message(500, 'Internal Server Error');
}
