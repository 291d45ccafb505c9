import type { Cancel } from '../clock.ts';
import type {
  CompiledSequence,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
} from '../model/session.ts';

/** A running instance of a sequence. Kept and reused by its session. */
export class RunningSequence implements RunningSequenceModel {
  readonly compiled: CompiledSequence;
  readonly index: number;
  pc = 0;
  run = 0;
  running = false;
  /** Its current step was asked and waits. */
  waiting = false;
  /** Requests that it sent and that are not over: until then nobody takes its index. */
  requests = 0;
  intendedNs = 0;
  exchange: RequestInFlight | undefined;
  /** Ends the pause that the current step waits for. */
  cancelPause: Cancel | undefined;
  /** When this pause ends; NaN: it waits for none. */
  pauseEndsNs = Number.NaN;
  #broken = false;

  constructor(compiled: CompiledSequence, index: number) {
    this.compiled = compiled;
    this.index = index;
  }

  get free(): boolean {
    return !this.running && this.requests === 0;
  }

  /** The sequence that follows; undefined when none does. */
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
