import { pause } from '../clock.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';

/**
 * Reports that no new users of a drive start, and that all users have left. The drives of a phase reach these
 * points at one instant, so each drive waits for its turn. If its users have left by then, the drive reports
 * both at once.
 */
export class EndReports {
  /** Milliseconds that this drive waits for its turn. */
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

  /** Reports that no new users start. The call does not wait. */
  finished(): void {
    this.#turn ??= this.#reportAfterPause();
  }

  /** Reports that all users have left and their measurements are delivered. */
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
