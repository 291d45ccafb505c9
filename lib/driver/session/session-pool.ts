import type { Clock } from '../clock.ts';
import type { CompiledScenario } from '../model/session.ts';
import type { Recorder } from '../statistics/recording/recorder.ts';
import { sessions } from './limits.ts';
import { Session, type SessionHost } from './session.ts';

export type SessionPoolEnvironment = {
  /** Counts from T0. */
  readonly clock: Clock;
  /** Of so many threads of a drive: session s of the drive is on thread s mod count. Absent: the only one. */
  readonly thread?: { readonly index: number; readonly count: number };
  readonly recorder: Recorder;
  /** A step threw: the phase fails. */
  readonly failed: (error: unknown) => void;
  /** The phase starts no new users. */
  readonly finished: () => boolean;
  /** The last user is gone. */
  readonly empty: () => void;
};

/** The sessions of one shard: a pool of at most `sessionsMax`, made when first needed and used again. */
export class SessionPool {
  readonly #scenario: CompiledScenario;
  readonly #sessionsMax: number;
  readonly #environment: SessionPoolEnvironment;
  readonly #host: SessionHost;
  readonly #free: Session[] = [];
  readonly #all: Session[] = [];
  readonly #ended: Session[] = [];
  #handingOn = false;
  #latestNs = 0;
  #active = 0;
  #started = 0;
  #successor: (session: Session) => void = (session) => this.rest(session);

  constructor(scenario: CompiledScenario, sessionsMax: number, environment: SessionPoolEnvironment) {
    this.#scenario = scenario;
    this.#sessionsMax = sessionsMax;
    this.#environment = environment;
    const { clock, failed, finished } = environment;
    this.#host = { clock, failed, finished, ended: (session) => this.#end(session) };
  }

  /** Users at work. */
  get active(): number {
    return this.#active;
  }

  /** Users that ever started. */
  get started(): number {
    return this.#started;
  }

  /** The model of arrivals says who takes over a session whose user has left: `begin` or `rest`. */
  handOnTo(successor: (session: Session) => void): void {
    this.#successor = successor;
  }

  /** Starts a user in a free session; false when all are taken. Instants in nanoseconds since T0. */
  admit(intendedNs: number, dueNs: number): boolean {
    const session = this.#free.pop() ?? this.#create();
    if (session === undefined) return false;
    this.begin(session, intendedNs, dueNs);
    return true;
  }

  begin(session: Session, intendedNs: number, dueNs: number): void {
    this.#started += 1;
    this.#active += 1;
    this.#countSessions(dueNs);
    session.start(intendedNs, dueNs);
  }

  rest(session: Session): void {
    this.#free.push(session);
    if (this.#active === 0) this.#environment.empty();
  }

  /** Ends every user at once. */
  stop(): void {
    this.handOnTo((session) => this.rest(session));
    for (const session of this.#all) if (session.active) session.stop();
  }

  #create(): Session | undefined {
    if (this.#all.length >= this.#sessionsMax) return undefined;
    const { index, count } = this.#environment.thread ?? { index: 0, count: 1 };
    const session = new Session(index + count * this.#all.length, this.#scenario, this.#host);
    this.#all.push(session);
    return session;
  }

  #end(session: Session): void {
    this.#active -= 1;
    this.#countSessions(session.dueNs);
    if (!session.stopped) this.#environment.recorder.sessionTime(session.dueNs - session.intendedNs);
    this.#ended.push(session);
    if (!this.#handingOn) this.#handOn();
  }

  /**
   * Hands ended sessions on, one after the other and not from within each other: a scenario that never waits
   * would otherwise recurse without end. It lets the event loop turn after a while for the same reason.
   */
  #handOn(): void {
    this.#handingOn = true;
    for (let handed = 0; handed < sessions.handedOnPerTurnMax; handed += 1) {
      const session = this.#ended.pop();
      if (session === undefined) {
        this.#handingOn = false;
        return;
      }
      this.#successor(session);
    }
    this.#environment.clock.soon(() => this.#handOn());
  }

  /** At an instant that is known anyway: the clock is not asked for this. */
  #countSessions(atNs: number): void {
    if (atNs > this.#latestNs) this.#latestNs = atNs;
    this.#environment.recorder.sessions(Math.floor(this.#latestNs / 1e9), this.#active);
  }
}
