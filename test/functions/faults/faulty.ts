import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The faults of a call to AWS, as a function sees them after the SDK's own retries. */
export const faults = [
  /** The service rejects the call and all repeats of it by the SDK. */
  'throttled',
  /** The service performs the call, and no attempt of the SDK gets an answer. */
  'lost',
  /** The service performs the call, the first answer is lost, and the SDK repeats the call. */
  'repeated',
  /** The body of an object ends too early. */
  'cut',
  /** A transaction conflicts with another transaction, and one of its writes is throttled. */
  'mixed',
  /** The function dies at this call: it can make no further call. */
  'dead',
] as const;
export type Fault = (typeof faults)[number];

type Command = { readonly constructor: { readonly name: string }; readonly input: object };
type Send = (command: Command, ...rest: readonly never[]) => Promise<unknown>;

/** Counts the calls of this process to AWS, and makes one of them fail. */
export type Faults = {
  /** The names of the calls since `arm`, in order. */
  readonly calls: string[];
  /**
   * Makes one of the following calls fail: the call with this number, counted from 0. Absent: no call fails.
   */
  arm(fault?: Fault, at?: number): void;
  /** A new invocation begins: a function that died is replaced. */
  revive(): void;
  /** Whether a status of the API is right for the fault: 503 for a throttled call, and else any 5xx. */
  explains(status: number): boolean;
};

/** Adds faults to the services in memory with which `openMemory` has replaced AWS. */
export function openFaults(): Faults {
  let armed: { readonly fault: Fault; readonly at: number } | undefined;
  let isDead = false;
  const calls: string[] = [];
  const faulty = (send: Send): Send =>
    async function (this: unknown, command, ...rest) {
      const perform = () => send.call(this, command, ...rest);
      const name = command.constructor.name.replace(/Command$/, '');
      const number = calls.push(name) - 1;
      if (isDead) throw timedOut(name);
      if (armed === undefined || number !== armed.at || !mayFail(name, armed.fault)) return perform();
      isDead = armed.fault === 'dead';
      return failed(armed.fault, name, command, perform);
    };
  const clients = [DynamoDBDocumentClient.prototype, S3Client.prototype, SFNClient.prototype];
  for (const client of clients as { send: unknown }[]) client.send = faulty(client.send as Send);
  return {
    calls,
    arm(fault, at) {
      armed = fault === undefined || at === undefined ? undefined : { fault, at };
      [isDead, calls.length] = [false, 0];
    },
    revive() {
      isDead = false;
    },
    explains: (status) => (isThrottling(armed?.fault) ? status === 503 : status >= 500),
  };
}

/** Whether a call with this name can have a fault. */
export const mayFail = (name: string, fault: Fault): boolean =>
  fault === 'cut' ? name === 'GetObject' : fault === 'mixed' ? name === 'TransactWrite' : true;

const isThrottling = (fault: Fault | undefined): boolean => fault === 'throttled' || fault === 'mixed';

async function failed(fault: Fault, name: string, command: Command, perform: () => Promise<unknown>) {
  switch (fault) {
    case 'throttled':
      throw throttled(name);
    case 'dead':
      throw timedOut(name);
    case 'lost':
      await perform();
      throw timedOut(name);
    case 'repeated':
      return repeated(name, perform);
    case 'cut':
      return { Body: { transformToByteArray: () => Promise.reject(new Error('aborted')) } };
    case 'mixed':
      throw canceled(command);
  }
}

/** A transaction has a token, so its repeat does nothing. All other calls are performed twice. */
async function repeated(name: string, perform: () => Promise<unknown>): Promise<unknown> {
  const first = await perform();
  if (name === 'TransactWrite') return first;
  try {
    return await perform();
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException || error instanceof S3ServiceException)
      error.$metadata.attempts = 2;
    throw error;
  }
}

const isObject = (name: string): boolean => /Object|Part|Multipart/.test(name);

const throttled = (name: string): Error =>
  isObject(name)
    ? new S3ServiceException({
        name: 'SlowDown',
        $fault: 'server',
        message: 'Please reduce your request rate.',
        $metadata: { httpStatusCode: 503, attempts: 3 },
      })
    : new ProvisionedThroughputExceededException({
        message: 'The level of configured provisioned throughput for the table was exceeded.',
        $metadata: { httpStatusCode: 400, attempts: 3 },
      });

const timedOut = (name: string): Error =>
  Object.assign(new Error(`${name}: no answer within the time limit`), { name: 'TimeoutError' });

function canceled({ input }: Command): Error {
  const { TransactItems } = input as { readonly TransactItems: readonly unknown[] };
  const codes = ['TransactionConflict', 'None', 'ThrottlingError'];
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: TransactItems.map((_, n) => ({ Code: codes[n % codes.length] })),
  });
}
