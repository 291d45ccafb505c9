import { parseTimetable } from '../../timetable/parse.ts';
import { nextTimes } from '../../timetable/times.ts';
import type { Timetable } from '../../timetable/timetable.ts';
import { counted } from '../../words.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { openScheduleFile, type ScheduleFile, type StoredSchedule } from './schedule-file.ts';

/** The clock and the timer of the scheduler. */
export type SchedulerClock = {
  readonly epochMs: () => number;
  /** Calls `call` once after this many milliseconds. The returned function cancels the call. */
  readonly after: (ms: number, call: () => void) => () => void;
};

export type SchedulerOptions = {
  /** The path of the file of schedules. The file survives a kill at any time. */
  readonly file: string;
  readonly clock: SchedulerClock;
  readonly invoke: (arn: string, input: string) => Promise<unknown>;
  /** Called with failed deliveries, and with missed times. */
  readonly log: (error: unknown) => void;
  /** False for a cloud that ends with its command: it delivers only one-time schedules. */
  readonly recurring: boolean;
};

/** The times of a schedule that passed while Downpour was not running. */
export type Missed = { readonly name: string; readonly times: number; readonly last: number };

/**
 * The delay in milliseconds after which a time counts as missed, for example when the machine slept.
 * EventBridge delivers within a minute.
 */
export const lateMsMax = 60_000;
/**
 * The longest wait in milliseconds for the next time. So the scheduler notices a sleep of the machine or a
 * change of its clock.
 */
const waitMsMax = 20_000;
/**
 * The milliseconds by which the clock must have gone back before a schedule begins again at the present time.
 * After a smaller step it waits, so that no time is delivered twice.
 */
const clockStepMsMin = 3_600_000;
/** The most missed times of a schedule that are counted. */
const countedMax = 1_000;

/**
 * Works like EventBridge Scheduler on one machine: schedules on disk, each delivered at its time. Recurring
 * times that pass while Downpour is not running are reported and not delivered. A one-time schedule is
 * delivered late.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #file: ScheduleFile;
  readonly #pending = new Set<Promise<void>>();
  #cancel = (): void => undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#file = openScheduleFile(options.file);
  }

  /** Begins the delivery, and returns the times that were missed since the last delivery. */
  begin(): readonly Missed[] {
    const missed = this.#options.recurring ? this.#missed() : [];
    for (const { name, times, last } of missed)
      this.#options.log(
        `the schedule ${name} missed ${counted(times, 'time')} while Downpour was not running; the last missed time is ${iso(last)}`,
      );
    this.#turn();
    return missed;
  }

  create(schedule: Omit<StoredSchedule, 'createdAt' | 'doneUntil'>): void {
    if (this.#file.schedules.has(schedule.name))
      throw new ProtocolError(409, 'ConflictException', `Schedule ${schedule.name} already exists.`);
    const now = this.#options.clock.epochMs();
    const stored = { ...schedule, createdAt: now, doneUntil: now };
    timesOf(stored, now, 1);
    this.#file.put(stored);
    this.#turn();
  }

  remove(name: string): void {
    if (!this.#file.remove(name))
      throw new ProtocolError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
    this.#turn();
  }

  /** Stops the delivery, and waits for the running delivery. */
  async close(): Promise<void> {
    this.#cancel();
    await Promise.all(this.#pending);
  }

  #missed(): Missed[] {
    const now = this.#options.clock.epochMs();
    return [...this.#file.schedules.values()].flatMap((schedule) => {
      if (isOnce(schedule)) return [];
      const past = timesOf(schedule, schedule.doneUntil, countedMax).filter((at) => at <= now);
      const last = past.at(-1);
      this.#file.put({ ...schedule, doneUntil: now });
      return last === undefined ? [] : [{ name: schedule.name, times: past.length, last }];
    });
  }

  /** Delivers the schedules that are due, and starts the timer for the next one. */
  #turn(): void {
    this.#cancel();
    const { clock, recurring } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    for (const schedule of this.#file.schedules.values()) {
      if (schedule.isDisabled || (!recurring && !isOnce(schedule))) continue;
      next = Math.min(next, this.#deliverIfStored(schedule, clock.epochMs()));
    }
    if (next === Number.POSITIVE_INFINITY) return;
    this.#cancel = clock.after(Math.min(waitMsMax, Math.max(1, next - clock.epochMs())), () => this.#turn());
  }

  /**
   * Delivers the times of a schedule until `now`, and returns its next time. When the file cannot be written,
   * for example because the disk is full, the scheduler tries this schedule again later.
   */
  #deliverIfStored(schedule: StoredSchedule, now: number): number {
    try {
      return this.#deliverUntil(schedule, now);
    } catch (cause) {
      this.#options.log(
        new Error(
          `the file of the schedule ${schedule.name} cannot be written; Downpour tries again in ${waitMsMax / 1000} s`,
          { cause },
        ),
      );
      return now + waitMsMax;
    }
  }

  /** Delivers the times of a schedule until `now`, and returns its next time. */
  #deliverUntil(schedule: StoredSchedule, now: number): number {
    if (schedule.doneUntil - now > clockStepMsMin) {
      this.#file.put({ ...schedule, doneUntil: now });
      return now + 1;
    }
    for (let { doneUntil } = schedule; ; ) {
      const [at = Number.POSITIVE_INFINITY] = timesOf(schedule, doneUntil, 1);
      if (at > now) return at;
      doneUntil = at;
      // The file is written before the delivery. After a kill, a time may be missed, but it is never
      // delivered twice.
      if (isOnce(schedule)) this.#file.remove(schedule.name);
      else this.#file.put({ ...schedule, doneUntil });
      if (isOnce(schedule) || now - at <= lateMsMax) this.#deliver(schedule, at);
      else
        this.#options.log(
          `the schedule ${schedule.name} did not run at ${iso(at)}, because the machine was asleep`,
        );
      if (isOnce(schedule)) return Number.POSITIVE_INFINITY;
    }
  }

  #deliver({ name, target }: StoredSchedule, at: number): void {
    const input = target.input.replaceAll('<aws.scheduler.scheduled-time>', iso(at));
    const delivered = this.#options.invoke(target.arn, input).then(
      () => undefined,
      (cause: unknown) =>
        this.#options.log(
          new Error(`the schedule ${name} could not call its function for the time ${iso(at)}`, { cause }),
        ),
    );
    this.#pending.add(delivered);
    void delivered.finally(() => this.#pending.delete(delivered));
  }
}

/** A time to the second, in the form that EventBridge uses. */
const iso = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;

const oncePattern = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/;
const isOnce = ({ expression }: Pick<StoredSchedule, 'expression'>): boolean => oncePattern.test(expression);

/** The next `count` times of a schedule after a given time. */
function timesOf(schedule: StoredSchedule, after: number, count: number): readonly number[] {
  const { expression, zone, startAt, createdAt } = schedule;
  const instant = oncePattern.exec(expression)?.[1];
  // A one-time schedule in the past is due at once.
  if (instant !== undefined) return [Date.parse(`${instant}Z`)];
  const timetable = timetableOf(expression);
  const period =
    timetable.kind === 'rate' ? nextTimes(timetable, zone, { madeAt: 0, after: 0 }, 1)[0] : undefined;
  // The first time of a rate is its start date.
  const madeAt = startAt === undefined || period === undefined ? createdAt : startAt - period;
  return nextTimes(timetable, zone, { madeAt, after }, count);
}

function timetableOf(expression: string): Timetable {
  const { timetable, problems } = parseTimetable(expression);
  if (timetable === undefined)
    throw new ProtocolError(
      400,
      'ValidationException',
      `Invalid Schedule Expression ${expression}: ${problems[0]?.message}`,
    );
  return timetable;
}
