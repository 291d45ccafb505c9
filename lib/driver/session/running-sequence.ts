import type { Cancel } from '../clock.ts';
import type {
  CompiledSequence,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
} from '../model/session.ts';

/** A running instance of a sequence. Its session keeps it and uses it again. */
export class RunningSequence implements RunningSequenceModel {
  readonly compiled: CompiledSequence;
  readonly index: number;
  pc = 0;
  run = 0;
  running = false;
  /** True when the current step has run and waits. */
  waiting = false;
  /** Requests that this sequence sent and that are not over. Until they are, its index is not free. */
  requests = 0;
  intendedNs = 0;
  exchange: RequestInFlight | undefined;
  /** Ends the pause for which the current step waits. */
  cancelPause: Cancel | undefined;
  /** The end of the current pause. NaN when there is no pause. */
  pauseEndsNs = Number.NaN;
  #broken = false;

  constructor(compiled: CompiledSequence, index: number) {
    this.compiled = compiled;
    this.index = index;
  }

  get free(): boolean {
    return !this.running && this.requests === 0;
  }

  /** The number of the next sequence. Undefined when no sequence follows. */
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
