import type { Cancel } from '../clock.ts';
import type {
  CompiledSequence,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
} from '../model/session.ts';

/** A running instance of a sequence. Its session keeps the object and uses it again. */
export class RunningSequence implements RunningSequenceModel {
  readonly compiled: CompiledSequence;
  readonly index: number;
  pc = 0;
  run = 0;
  running = false;
  /** True when the current step has run and waits, for example for a response. */
  waiting = false;
  /**
   * The number of requests that this sequence has begun and that are not over. Until they are, no other
   * instance can get its index.
   */
  requests = 0;
  intendedNs = 0;
  exchange: RequestInFlight | undefined;
  /** Ends the pause in which the current step waits. Undefined when there is no pause. */
  cancelPause: Cancel | undefined;
  /** The instant at which the current pause ends, in nanoseconds. NaN when there is no pause. */
  pauseEndsNs = Number.NaN;
  #broken = false;

  constructor(compiled: CompiledSequence, index: number) {
    this.compiled = compiled;
    this.index = index;
  }

  get free(): boolean {
    return !this.running && this.requests === 0;
  }

  /** The number of the sequence that follows in the scenario. Undefined when none follows. */
  get next(): number | undefined {
    return this.#broken ? undefined : this.compiled.next;
  }

  get isLastStep(): boolean {
    return this.compiled.next === undefined && this.pc === this.compiled.steps.length - 1;
  }

  start(intendedNs: number): void {
    this.pc = 0;
    this.run += 1;
    this.running = true;
    this.waiting = false;
    this.intendedNs = intendedNs;
    this.#broken = false;
  }

  restart(): void {
    this.pc = -1;
  }

  breakOff(): void {
    this.pc = this.compiled.steps.length;
    this.#broken = true;
  }

  endPause(): void {
    this.cancelPause?.();
    this.cancelPause = undefined;
    this.pauseEndsNs = Number.NaN;
  }

  leave(): void {
    this.running = false;
    this.exchange = undefined;
    this.endPause();
  }
}
