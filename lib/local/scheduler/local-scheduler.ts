import { join } from 'node:path';
import type { FunctionHost } from '../function-host/host.ts';
import { functionArn } from '../function-host/messages.ts';
import { after } from '../steady-clock.ts';
import { type Missed, Scheduler, type SchedulerClock } from './scheduler.ts';

export type LocalScheduler = {
  readonly schedules: Scheduler;
  /** Begins the delivery of schedules, and returns the missed times. */
  readonly begin: () => readonly Missed[];
  readonly close: () => Promise<void>;
};

export type LocalSchedulerOptions = {
  readonly dataDir: string;
  /** Returns the host of functions, which must exist when the first time comes. */
  readonly host: () => FunctionHost;
  readonly log: (error: unknown) => void;
  readonly recurring: boolean;
};

/** Opens the schedules of one machine. They invoke the functions of a host. */
export function localScheduler({ dataDir, host, log, recurring }: LocalSchedulerOptions): LocalScheduler {
  const schedules = new Scheduler({
    file: join(dataDir, 'schedules.json'),
    clock,
    log,
    recurring,
    invoke: (arn, input) => invokeByArn(host(), arn, input),
  });
  return { schedules, begin: () => schedules.begin(), close: () => schedules.close() };
}

const clock: SchedulerClock = { epochMs: Date.now, after };

async function invokeByArn(host: FunctionHost, arn: string, input: string): Promise<void> {
  const { payload, functionError } = await host.invoke(arn.replace(functionArn(''), ''), JSON.parse(input));
  if (functionError) throw new Error(payload);
}
