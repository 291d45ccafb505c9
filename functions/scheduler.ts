import { randomUUID } from 'node:crypto';
import {
  ConflictException,
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
  type Target,
} from '@aws-sdk/client-scheduler';
import { scheduleLateS } from '../lib/facts/timeouts.ts';
import { environment } from '../lib/names/environment.ts';
import { named } from '../lib/store/stores.ts';

/** The schedules of this deployment in EventBridge Scheduler, or in its replacement on one machine. */

/** The event that a schedule sends at its time. `at` is the time in ISO 8601. */
export type ScheduledInput = { readonly schedule: string; readonly id: string; readonly at: string };

/** The event at the time when a burst must have ended. `overdue` is the burst. */
export type OverdueInput = { readonly overdue: string };

let opened: SchedulerClient | undefined;

function scheduler(): SchedulerClient {
  opened ??= new SchedulerClient({});
  return opened;
}

/** Whether the deployment has schedules. */
export const hasScheduler = (): boolean => Boolean(process.env[environment.scheduleGroup]);

/**
 * The names of schedules in their group. A name has the purpose of the schedule and the name of its object.
 */
export const scheduleName = {
  run: (name: string): string => `run.${name}`,
  reap: (burst: string): string => `reap.${burst}`,
  probe: (id: string): string => `probe.${id}`,
} as const;

export type Recurring = {
  readonly name: string;
  readonly id: string;
  /** A cron or rate expression of EventBridge. */
  readonly expression: string;
  readonly zone: string;
  /** The time from which a rate counts, in epoch milliseconds. */
  readonly startAt?: number | undefined;
};

/**
 * Creates a schedule that starts a burst at each of its times. A time that could not be delivered soon goes
 * to the dead-letter queue. The caller has stored the only record with this name, so a schedule that
 * EventBridge has already was left by an interrupted call, and is replaced.
 */
export async function scheduleRun({ name, id, expression, zone, startAt }: Recurring): Promise<void> {
  // EventBridge replaces the words in brackets with the time of the schedule, even when it delivers later.
  const input: ScheduledInput = { schedule: name, id, at: '<aws.scheduler.scheduled-time>' };
  const schedule: Schedule = {
    Name: scheduleName.run(name),
    ScheduleExpression: expression,
    ScheduleExpressionTimezone: zone,
    ...(startAt === undefined ? {} : { StartDate: new Date(startAt) }),
    Target: targetOf(environment.scheduledFunction, input, {
      MaximumEventAgeInSeconds: scheduleLateS,
      MaximumRetryAttempts: 10,
    }),
  };
  try {
    await create(schedule);
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
    await removeSchedule(scheduleName.run(name));
    await create(schedule);
  }
}

/**
 * Schedules the end of a burst that is not over at an instant. A finished burst is not affected. A repeated
 * call changes nothing.
 */
export async function scheduleReap(burst: string, at: number): Promise<void> {
  if (!hasScheduler()) return;
  const input: OverdueInput = { overdue: burst };
  try {
    await create(once(scheduleName.reap(burst), at, input));
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
}

/**
 * Creates a schedule that is never due and deletes it, to check the permissions.
 * @throws Error when EventBridge Scheduler denies it.
 */
export async function probeScheduler(now: number): Promise<void> {
  const name = scheduleName.probe(randomUUID());
  const input: OverdueInput = { overdue: 'nobody' };
  await create({ ...once(name, now + yearMs, input), State: 'DISABLED' });
  await removeSchedule(name);
}

const yearMs = 365 * 86_400_000;

/** Deletes a schedule. A missing schedule is not an error. */
export async function removeSchedule(name: string): Promise<void> {
  const GroupName = named(process.env, environment.scheduleGroup);
  try {
    await scheduler().send(new DeleteScheduleCommand({ Name: name, GroupName }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

type Schedule = Omit<CreateScheduleCommandInput, 'GroupName' | 'FlexibleTimeWindow'>;

async function create(schedule: Schedule): Promise<void> {
  const GroupName = named(process.env, environment.scheduleGroup);
  await scheduler().send(
    new CreateScheduleCommand({ ...schedule, GroupName, FlexibleTimeWindow: { Mode: 'OFF' } }),
  );
}

const once = (name: string, at: number, input: object): Schedule => ({
  Name: name,
  ScheduleExpression: `at(${new Date(at).toISOString().slice(0, 19)})`,
  ScheduleExpressionTimezone: 'UTC',
  ActionAfterCompletion: 'DELETE',
  Target: targetOf(environment.reapFunction, input, {
    MaximumEventAgeInSeconds: 86_400,
    MaximumRetryAttempts: 185,
  }),
});

const targetOf = (fn: string, input: object, RetryPolicy: NonNullable<Target['RetryPolicy']>): Target => ({
  Arn: named(process.env, fn),
  RoleArn: named(process.env, environment.scheduleRole),
  Input: JSON.stringify(input),
  RetryPolicy,
  DeadLetterConfig: { Arn: named(process.env, environment.scheduleQueue) },
});
