import type { CompiledScenario } from '../model/session.ts';
import type { Recorder } from '../statistics/recorder.ts';
import { Session } from './session.ts';

/** What a crowd tells the pour. */
export type CrowdEdge = {
  /** Nanoseconds since T0. */
  readonly nowNs: () => number;
  readonly recorder: Recorder;
  readonly failed: (error: unknown) => void;
  /** The last user is gone. */
  readonly empty: () => void;
};

/** What happens to a session whose user has left. */
type Successor = (session: Session) => void;

/** The sessions of one shard: a pool of at most `sessionsMax`, made when first needed and used again. */
export class Crowd {
  active = 0;
  started = 0;
  readonly #scenario: CompiledScenario;
  readonly #sessionsMax: number;
  readonly #edge: CrowdEdge;
  readonly #free: Session[] = [];
  readonly #all: Session[] = [];
  readonly #restarts: Session[] = [];
  #restarting = false;
  #latestNs = 0;
  /** Given by the open or closed model: who takes the session next. */
  successor: Successor = (session) => this.rest(session);

  constructor(scenario: CompiledScenario, sessionsMax: number, edge: CrowdEdge) {
    this.#scenario = scenario;
    this.#sessionsMax = sessionsMax;
    this.#edge = edge;
  }

  /** Starts a user in a free session; false when all are taken. Instants in nanoseconds since T0. */
  admit(intendedNs: number, dueNs: number): boolean {
    const session = this.#free.pop() ?? this.#create();
    if (session === undefined) return false;
    this.begin(session, intendedNs, dueNs);
    return true;
  }

  begin(session: Session, intendedNs: number, dueNs: number): void {
    this.started += 1;
    this.active += 1;
    this.#countSessions(dueNs);
    session.start(intendedNs, dueNs);
  }

  rest(session: Session): void {
    this.#free.push(session);
    if (this.active === 0) this.#edge.empty();
  }

  /** Ends every user at once. */
  stop(): void {
    this.successor = (session) => this.rest(session);
    for (const session of this.#all) if (session.active) session.stop();
  }

  #create(): Session | undefined {
    if (this.#all.length >= this.#sessionsMax) return undefined;
    const session = new Session(this.#all.length, this.#scenario, {
      nowNs: this.#edge.nowNs,
      failed: this.#edge.failed,
      ended: (ended) => this.#ended(ended),
    });
    this.#all.push(session);
    return session;
  }

  #ended(session: Session): void {
    this.active -= 1;
    this.#countSessions(session.dueNs);
    if (!session.stopped) this.#edge.recorder.sessionTime(session.dueNs - session.intendedNs);
    this.#restarts.push(session);
    if (!this.#restarting) this.#drain();
  }

  /**
   * Hands ended sessions on, one after the other and not from within each other: a scenario that never waits would
   * otherwise recurse without end. It lets the event loop turn after a while for the same reason.
   */
  #drain(): void {
    this.#restarting = true;
    for (let turns = 0; turns < restartsPerTurnMax; turns += 1) {
      const session = this.#restarts.pop();
      if (session === undefined) {
        this.#restarting = false;
        return;
      }
      this.successor(session);
    }
    setImmediate(() => this.#drain());
  }

  /** At an instant that is known anyway: the clock is not asked for this. */
  #countSessions(atNs: number): void {
    if (atNs > this.#latestNs) this.#latestNs = atNs;
    this.#edge.recorder.sessions(Math.floor(this.#latestNs / 1e9), this.active);
  }
}

const restartsPerTurnMax = 1000;
