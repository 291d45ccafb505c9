import type { PhaseStatus } from '../../../api.generated.ts';

const announceAfterMs = 5_000;

/** Collects the starts of phases, so that they are announced at most once in five seconds. */
export class PhaseStarts {
  #announcedAt = Number.NEGATIVE_INFINITY;
  readonly #seen = new Set<string>();
  readonly #waiting: string[] = [];

  /** Returns the names of the phases to announce now. Each phase is returned once, even if it has ended. */
  take(phases: readonly Pick<PhaseStatus, 'name' | 'status'>[], now: number): readonly string[] {
    for (const { name, status } of phases) {
      if (status !== 'RUNNING' || this.#seen.has(name)) continue;
      this.#seen.add(name);
      this.#waiting.push(name);
    }
    if (this.#waiting.length === 0 || now - this.#announcedAt < announceAfterMs) return [];
    this.#announcedAt = now;
    return this.#waiting.splice(0);
  }
}
