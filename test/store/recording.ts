import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { S3ServiceException } from '@aws-sdk/client-s3';

/** A command that is passed to a client of the SDK. */
export type Sent = { readonly kind: string; readonly input: Readonly<Record<string, unknown>> };

/** An answer of a client, or the failure that it throws. */
export type Answer = Readonly<Record<string, unknown>> | Error;

/**
 * A client that records the commands and answers from a script. After the end of the script it answers with
 * `{}`.
 */
export type Recording<Client> = { readonly client: Client; readonly sent: readonly Sent[] };

export function recording<Client>(answers: readonly Answer[] = []): Recording<Client> {
  const sent: Sent[] = [];
  const left = [...answers];
  const send = async (command: { constructor: { name: string }; input: Sent['input'] }) => {
    sent.push({ kind: command.constructor.name, input: command.input });
    const answer = left.shift() ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  };
  // A store uses nothing of its client but `send`.
  return { client: { send } as unknown as Client, sent };
}

/** The error of the table for a write whose condition was false. */
export const refused = (): Error =>
  new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });

/** The error of an object store that answers with this status. */
export const failedWith = (status: number): Error =>
  new S3ServiceException({
    name: `Status${status}`,
    $fault: 'server',
    message: `status ${status}`,
    $metadata: { httpStatusCode: status },
  });

/** The body of an answer as the SDK gives it. */
export const bodyOf = (bytes: Uint8Array) => ({ Body: { transformToByteArray: async () => bytes } });
