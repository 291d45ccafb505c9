import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { workDelivery } from '../../facts/work-delivery.ts';
import { type FunctionSpec, workQueues } from '../../functions/spec.ts';
import type { FunctionHost } from '../function-host/host.ts';
import { after, machineMs } from '../steady-clock.ts';
import { Delivery } from './delivery.ts';
import { Queue, type Received } from './queue.ts';

export type LocalQueuesOptions = {
  readonly dataDir: string;
  readonly functions: readonly FunctionSpec[];
  /** Returns the host of functions, which must exist at the first delivery. */
  readonly host: () => FunctionHost;
  readonly log: (error: unknown) => void;
};

export type LocalQueues = {
  /** The queues by name, together with their queues of dead letters. */
  readonly queues: Readonly<Record<string, Queue>>;
  /** Begins the delivery of messages, and the regular invocations of functions every few minutes. */
  readonly begin: () => void;
  readonly close: () => Promise<void>;
};

/** The time in milliseconds from the start to the first regular invocation. */
const firstMs = 5000;

const originMs = Date.now() - machineMs();

/** A clock without steps. A step of the wall clock would deliver messages hours too late, or twice. */
const clock = { epochMs: () => Math.floor(originMs + machineMs()), after };

/** Opens the queues of one machine and their dead letters. They deliver to the functions of a host. */
export function localQueues({ dataDir, functions, host, log }: LocalQueuesOptions): LocalQueues {
  const { attemptsMax: receivesMax, visibilityS, batch } = workDelivery;
  const open = (name: string, dead?: Queue): Queue =>
    new Queue({
      file: join(dataDir, 'queues', `${name}.jsonl`),
      ...(dead === undefined ? {} : { dead: { queue: dead, receivesMax } }),
      visibilityS,
      now: clock.epochMs,
    });
  const opened = workQueues.map((name) => {
    const dead = open(`${name}-dead`);
    return { name, dead, queue: open(name, dead) };
  });
  const queues = Object.fromEntries(
    opened.flatMap(({ name, dead, queue }) => [
      [name, queue],
      [`${name}-dead`, dead],
    ]),
  );
  const [worker] = functions.filter((spec) => spec.queues !== undefined);
  // Recalculations get one call for each processor. A call waits for the tables half of its time, and the
  // tables need a processor then.
  const concurrency = availableParallelism() + 1;
  const delivery = new Delivery({
    // Recalculations may use all concurrent calls but one, which remains for new uploads.
    queues: opened.map(({ name, queue }) => ({
      name,
      queue,
      batch: batch[name],
      concurrency: name === 'later' ? concurrency - 1 : concurrency,
    })),
    concurrency,
    clock,
    log,
    invoke: (name, messages) => failedOf(host(), worker?.name ?? '', name, messages),
  });
  const startedAt = clock.epochMs();
  const timers = new Map<string, () => void>();
  const repeat = (name: string, minutes: number, ms: number, event: object = {}): void => {
    const call = (): void => {
      invoked(host(), name, event).catch(log);
      repeat(name, minutes, minutes * 60_000);
    };
    timers.set(name, clock.after(ms, call));
  };
  return {
    queues,
    begin() {
      if (worker !== undefined) delivery.begin();
      for (const { name, everyMinutes } of functions)
        if (everyMinutes !== undefined) repeat(name, everyMinutes, firstMs, { startedAt });
    },
    async close() {
      for (const cancel of timers.values()) cancel();
      await delivery.close();
    },
  };
}

/**
 * Invokes a function with messages, in the form that SQS events have:
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
async function failedOf(
  host: FunctionHost,
  worker: string,
  queue: string,
  messages: readonly Received[],
): Promise<readonly string[]> {
  const Records = messages.map(({ id, body, receipt, receives, sentAt }) => ({
    messageId: id,
    receiptHandle: receipt,
    body,
    eventSource: 'aws:sqs',
    attributes: { ApproximateReceiveCount: String(receives), SentTimestamp: String(sentAt) },
    eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
  }));
  const reply = (await invoked(host, worker, { Records })) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
  } | null;
  return (reply?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
}

async function invoked(host: FunctionHost, name: string, event: object): Promise<unknown> {
  const { payload, functionError } = await host.invoke(name, event);
  if (functionError) throw new Error(`${name}: ${payload}`);
  return JSON.parse(payload);
}
