import { createHash } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { storageRefusal } from '../data-folder/disk-errors.ts';
import { createJsonServer } from '../protocol/json-server.ts';
import { ProtocolError, unknownOperation } from '../protocol/protocol-error.ts';
import type { Credentials } from '../protocol/signature.ts';
import { readSignedBody } from '../protocol/signed-body.ts';
import type { Queue, Sent } from './queue.ts';

export type QueuesEndpointOptions = {
  /** The queues by the last part of their URL. */
  readonly queues: Readonly<Record<string, Queue>>;
  readonly credentials: Credentials;
  /** Called with internal errors of the endpoint. */
  readonly log?: (error: unknown) => void;
};

/**
 * Creates the endpoint for the SQS client: AWS JSON 1.0, with the action in `X-Amz-Target`. The server does
 * not listen yet. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */
export function createQueuesEndpoint({ queues, credentials, log }: QueuesEndpointOptions): Server {
  const answer = async (request: IncomingMessage): Promise<object> => {
    const body = await readSignedBody(request, 'sqs', credentials);
    const [service, name = ''] = String(request.headers['x-amz-target']).split('.');
    const action = service === 'AmazonSQS' && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw unknownOperation(`${service}.${name}`);
    const parameters = parsed(body);
    return action(queueOf(queues, parameters), parameters);
  };
  return createJsonServer({
    answer,
    contentType: 'application/x-amz-json-1.0',
    problem: (code, message) => ({ __type: `com.amazonaws.sqs#${code}`, message }),
    fault: 'InternalFailure',
    refusal: storageRefusal,
    log,
  });
}

type Parameters = Readonly<Record<string, unknown>>;
type Action = (queue: Queue, parameters: Parameters) => object;
type Entry = Parameters & { readonly Id: string };

/** The largest size in bytes of one message and of one call. */
const bytesMax = 1024 * 1024;
const batchMax = 10;

const actions: Readonly<Record<string, Action>> = {
  SendMessage(queue, parameters) {
    const message = messageOf(parameters);
    return sent(queue.send([message])[0], message.body);
  },
  SendMessageBatch(queue, parameters) {
    const entries = entriesOf(parameters);
    const messages = entries.map(messageOf);
    if (messages.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0) > bytesMax)
      throw new ProtocolError(
        400,
        'BatchRequestTooLong',
        `The messages have more than ${bytesMax} bytes together`,
      );
    const ids = queue.send(messages);
    const Successful = entries.map(({ Id }, n) => ({ Id, ...sent(ids[n], messages[n]?.body ?? '') }));
    return { Successful, Failed: [] };
  },
  ReceiveMessage(queue, { MaxNumberOfMessages: count = 1, VisibilityTimeout: visibilityS }) {
    if (!isWithin(count, 1, batchMax))
      throw new ProtocolError(
        400,
        'InvalidParameterValue',
        `MaxNumberOfMessages must be from 1 to ${batchMax}`,
      );
    const received = queue.receive(count, visibilityS === undefined ? undefined : seconds(visibilityS));
    const Messages = received.map(({ id, body, receipt, receives, sentAt }) => ({
      MessageId: id,
      ReceiptHandle: receipt,
      Body: body,
      MD5OfBody: md5(body),
      Attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
    }));
    return Messages.length === 0 ? {} : { Messages };
  },
  DeleteMessage(queue, parameters) {
    queue.delete([receiptOf(parameters)]);
    return {};
  },
  DeleteMessageBatch(queue, parameters) {
    const entries = entriesOf(parameters);
    queue.delete(entries.map(receiptOf));
    return { Successful: entries.map(({ Id }) => ({ Id })), Failed: [] };
  },
  ChangeMessageVisibility(queue, parameters) {
    queue.show(receiptOf(parameters), seconds(parameters.VisibilityTimeout));
    return {};
  },
  GetQueueAttributes(queue) {
    const { waiting, out } = queue.counts;
    return {
      Attributes: {
        ApproximateNumberOfMessages: String(waiting),
        ApproximateNumberOfMessagesNotVisible: String(out),
      },
    };
  },
};

const sent = (id: string | undefined, body: string): object => ({
  MessageId: id,
  MD5OfMessageBody: md5(body),
});

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function queueOf(queues: Readonly<Record<string, Queue>>, { QueueUrl: url }: Parameters): Queue {
  const name = typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : '';
  const queue = Object.hasOwn(queues, name) ? queues[name] : undefined;
  if (queue === undefined) throw new ProtocolError(400, 'QueueDoesNotExist', `There is no queue ${name}`);
  return queue;
}

function messageOf({ MessageBody: body, MessageGroupId: group, DelaySeconds: delay = 0 }: Parameters): Sent {
  if (typeof body !== 'string' || body === '')
    throw new ProtocolError(400, 'InvalidParameterValue', 'MessageBody must be a text');
  if (Buffer.byteLength(body) > bytesMax)
    throw new ProtocolError(400, 'InvalidParameterValue', `The message has more than ${bytesMax} bytes`);
  if (delay !== 0)
    throw new ProtocolError(400, 'UnsupportedOperation', 'the local cloud does not support DelaySeconds');
  if (group !== undefined && !isGroupId(group))
    throw new ProtocolError(
      400,
      'InvalidParameterValue',
      'MessageGroupId must be 1 to 128 letters, digits or punctuation characters',
    );
  return { body, ...(group !== undefined && { group }) };
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const isGroupId = (value: unknown): value is string =>
  typeof value === 'string' && /^[!-~]{1,128}$/.test(value);

function entriesOf({ Entries: entries }: Parameters): readonly Entry[] {
  if (!Array.isArray(entries) || entries.length === 0)
    throw new ProtocolError(400, 'EmptyBatchRequest', 'The batch has no entries');
  if (entries.length > batchMax)
    throw new ProtocolError(400, 'TooManyEntriesInBatchRequest', `A batch has at most ${batchMax} entries`);
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new ProtocolError(400, 'BatchEntryIdsNotDistinct', 'Two entries have the same Id');
  return entries as readonly Entry[];
}

function receiptOf({ ReceiptHandle: receipt }: Parameters): string {
  if (typeof receipt === 'string' && receipt.includes('.')) return receipt;
  throw new ProtocolError(400, 'ReceiptHandleIsInvalid', 'this queue did not issue the ReceiptHandle');
}

/** Parses a number of seconds, at most 12 hours. */
function seconds(value: unknown): number {
  if (isWithin(value, 0, 43_200)) return value;
  throw new ProtocolError(400, 'InvalidParameterValue', 'VisibilityTimeout must be from 0 to 43200');
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

function parsed(body: Buffer): Parameters {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null) return value as Parameters;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ProtocolError(400, 'SerializationException', 'The body must be a JSON object');
}
