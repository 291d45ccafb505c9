import { pause } from '../clock.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';

/**
 * Reports when no new users of a drive start, and when all its users have left. All drives of a phase reach
 * these points at one instant, so each waits for its own delay. If its users have left by then, the drive
 * reports both at once.
 */
export class EndReports {
  /** Milliseconds that this drive waits before it reports, so that not all drives report at one instant. */
  readonly turnMs: number;
  readonly #backend: Pick<DriveBackend, 'finished' | 'terminated'>;
  readonly #environment: Pick<DriveEnvironment, 'clock' | 'lease' | 'warn'>;
  #turn: Promise<void> | undefined;
  #isOver = false;
  #isReported = false;

  constructor(
    turnMs: number,
    backend: Pick<DriveBackend, 'finished' | 'terminated'>,
    environment: Pick<DriveEnvironment, 'clock' | 'lease' | 'warn'>,
  ) {
    this.turnMs = turnMs;
    this.#backend = backend;
    this.#environment = environment;
  }

  /** Reports that no new users start. The function returns at once and does not wait for the report. */
  finished(): void {
    this.#turn ??= this.#reportAfterPause();
  }

  /** Reports that all users have left and that their measurements are stored. */
  async terminated(): Promise<void> {
    this.#isOver = true;
    this.finished();
    await this.#turn;
    const { lease } = this.#environment;
    await orWarn(this.#backend.terminated(lease, !this.#isReported), 'terminated', this.#environment);
  }

  async #reportAfterPause(): Promise<void> {
    await pause(this.#environment.clock, this.turnMs);
    if (this.#isOver) return;
    const reported = this.#backend.finished(this.#environment.lease).then(() => {
      this.#isReported = true;
    });
    await orWarn(reported, 'finished', this.#environment);
  }
}
