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

/**
 * The times of a schedule that passed without a delivery. `times` is at most `countedMax`, and more times may
 * have passed then.
 */
export type Missed = { readonly name: string; readonly times: number; readonly last: number };

/** No timetable has two times within a minute. */
const minuteMs = 60_000;
/**
 * The delay in milliseconds after which a time counts as missed, for example when the machine slept.
 * EventBridge delivers within a minute.
 */
export const lateMsMax = minuteMs;
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
/**
 * The most missed times of a schedule that are counted. A clock that is corrected by years can pass millions.
 */
const countedMax = 100;

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
    for (const each of missed) this.#report(each, 'while Downpour was not running');
    this.#turn();
    return missed;
  }

  create(schedule: Omit<StoredSchedule, 'createdAt' | 'doneUntil'>): void {
    if (this.#file.schedules.has(schedule.name))
      throw new ProtocolError(409, 'ConflictException', `Schedule ${schedule.name} already exists.`);
    const now = this.#options.clock.epochMs();
    const stored = { ...schedule, createdAt: now, doneUntil: now };
    nextOf(stored);
    this.#file.store(new Map([[stored.name, stored]]));
    this.#turn();
  }

  remove(name: string): void {
    if (!this.#file.schedules.has(name))
      throw new ProtocolError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`);
    this.#file.store(new Map([[name, undefined]]));
    this.#turn();
  }

  /** Stops the delivery, and waits for the running delivery. */
  async close(): Promise<void> {
    this.#cancel();
    await Promise.all(this.#pending);
  }

  #missed(): Missed[] {
    const now = this.#options.clock.epochMs();
    const late = [...this.#file.schedules.values()].filter((each) => !isOnce(each) && nextOf(each) <= now);
    if (late.length > 0)
      this.#file.store(new Map(late.map((each) => [each.name, { ...each, doneUntil: now }])));
    return late.map((schedule) => missedOf(schedule, now));
  }

  #report(missed: Missed, why: string): void {
    const { name, last } = missed;
    this.#options.log(
      `the schedule ${name} missed ${missedTimes(missed)} ${why}; the last missed time is ${iso(last)}`,
    );
  }

  /** Delivers the schedules that are due, and starts the timer for the next one. */
  #turn(): void {
    this.#cancel();
    const { clock } = this.#options;
    const isStored = this.#deliverUntil(clock.epochMs());
    const next = Math.min(...this.#active().map(nextOf));
    if (next === Number.POSITIVE_INFINITY) return;
    const waitMs = isStored ? next - clock.epochMs() : waitMsMax;
    this.#cancel = clock.after(Math.min(waitMsMax, Math.max(1, waitMs)), () => this.#turn());
  }

  /**
   * Delivers the times of all schedules until `now`. False when the file cannot be written, for example
   * because the disk is full. Then nothing is delivered, and the scheduler tries again later.
   */
  #deliverUntil(now: number): boolean {
    const due = this.#active().filter((schedule) => nextOf(schedule) <= now || isAhead(schedule, now));
    if (due.length === 0) return true;
    const turns = due.map((schedule) => turnOf(schedule, now));
    // The file is written before the delivery. After a kill, a time may be missed, but it is never delivered
    // twice.
    try {
      this.#file.store(new Map(turns.map(({ schedule, next }) => [schedule.name, next])));
    } catch (cause) {
      this.#options.log(
        new Error(
          `the file of the schedules cannot be written, and ${due.map(({ name }) => name).join(', ')} must wait; Downpour tries again in ${waitMsMax / 1000} s`,
          { cause },
        ),
      );
      return false;
    }
    for (const { schedule, missed, times } of turns) {
      if (missed !== undefined)
        this.#report(missed, 'because the machine was asleep or its clock was set forward');
      for (const at of times) this.#deliver(schedule, at);
    }
    return true;
  }

  /** The schedules that this process delivers. */
  #active(): readonly StoredSchedule[] {
    const { recurring } = this.#options;
    return [...this.#file.schedules.values()].filter(
      (schedule) => !schedule.isDisabled && (recurring || isOnce(schedule)),
    );
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

/**
 * The next time of each schedule. It is computed once, because each turn compares the times of all schedules.
 */
const nextTime = new WeakMap<StoredSchedule, number>();

/** The first time of a schedule that is not done. Infinity: no time comes any more. */
function nextOf(schedule: StoredSchedule): number {
  const known = nextTime.get(schedule);
  if (known !== undefined) return known;
  const [next = Number.POSITIVE_INFINITY] = timesOf(schedule, schedule.doneUntil, 1);
  nextTime.set(schedule, next);
  return next;
}

/** Whether the clock has gone back, so that a recurring schedule must begin again at the present time. */
const isAhead = (schedule: StoredSchedule, now: number): boolean =>
  !isOnce(schedule) && schedule.doneUntil - now > clockStepMsMin;

/**
 * The times of a schedule to deliver, and the schedule after them. `next` undefined: the schedule is over.
 */
type Turn = {
  readonly schedule: StoredSchedule;
  readonly missed?: Missed | undefined;
  readonly times: readonly number[];
  readonly next: StoredSchedule | undefined;
};

function turnOf(schedule: StoredSchedule, now: number): Turn {
  const first = nextOf(schedule);
  if (isOnce(schedule)) return { schedule, times: [first], next: undefined };
  if (isAhead(schedule, now)) return { schedule, times: [], next: { ...schedule, doneUntil: now } };
  const lateUntil = now - lateMsMax - 1;
  const missed = first > lateUntil ? undefined : missedOf(schedule, lateUntil);
  const times: number[] = [];
  let next = missed === undefined ? schedule : { ...schedule, doneUntil: missed.last };
  for (let at = nextOf(next); at <= now; at = nextOf(next)) {
    times.push(at);
    next = { ...schedule, doneUntil: at };
  }
  return { schedule, missed, times, next };
}

/** The times of a schedule until `until` that are not done. There must be one. */
function missedOf(schedule: StoredSchedule, until: number): Missed {
  let last = nextOf(schedule);
  let times = 1;
  const after = (time: number): number => nextOf({ ...schedule, doneUntil: time });
  for (let at = after(last); at <= until && times < countedMax; at = after(at)) {
    last = at;
    times += 1;
  }
  // The last time is searched for by halves, because the times may be too many to pass one by one.
  for (let end = until; end - last >= minuteMs; ) {
    const middle = Math.floor((last + end) / 2);
    const at = after(middle);
    if (at <= until) last = at;
    else end = middle;
  }
  return { name: schedule.name, times, last };
}

/** The number of missed times in words. */
export const missedTimes = ({ times }: Pick<Missed, 'times'>): string =>
  `${times < countedMax ? '' : 'at least '}${counted(times, 'time')}`;

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
