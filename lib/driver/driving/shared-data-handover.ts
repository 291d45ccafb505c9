import { pause } from '../clock.ts';
import type { Start } from '../conducting/replies.ts';
import type { Source } from '../planning/sharding/shared-state-sources.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';
import { driving } from './limits.ts';
import type { DriveRun } from './threads/drive-run.ts';

/**
 * Data that users share, which a drive takes over from earlier drives and stores for later drives. The data
 * of earlier phases arrives before this drive is ready. The data of the previous segment arrives during the
 * load. The last users of that segment leave only after the first users of this segment have started.
 */
export class Sharing {
  readonly #run: DriveRun;
  readonly #backend: DriveBackend;
  readonly #environment: DriveEnvironment;
  #missing: readonly Source[];
  #looking = false;
  readonly #isFollowed: boolean;
  #sharing: Promise<void> | undefined;
  #publications = 0;

  /**
   * `isFollowed`: another segment of the phase follows, and begins before the users of this segment have
   * left.
   */
  constructor(
    sources: readonly Source[],
    isFollowed: boolean,
    run: DriveRun,
    backend: DriveBackend,
    environment: DriveEnvironment,
  ) {
    this.#missing = sources;
    this.#isFollowed = isFollowed;
    this.#run = run;
    this.#backend = backend;
    this.#environment = environment;
  }

  /**
   * Takes over the data of earlier phases, until no data of them is missing or the start is known. Returns
   * the start if it is known. If a drive of an earlier phase has not stored all of its data by then, the data
   * that is missing counts as lost.
   */
  async takeOver(): Promise<Exclude<Start, { kind: 'wait' }> | undefined> {
    const { clock, remainingMs } = this.#environment;
    for (;;) {
      await this.#look();
      if (this.#missing.every(({ late }) => late)) return undefined;
      const start = await this.#backend.start();
      if (start.kind !== 'wait') {
        // The data of the previous segment may still arrive during the load.
        for (const notice of this.#giveUp(({ late }) => !late)) this.#run.notice(notice);
        return start;
      }
      if (remainingMs() < driving.reserveMs) return { kind: 'stop', reason: outOfTime };
      await pause(clock, Math.min(start.ms, driving.lookMs));
    }
  }

  /**
   * Reads shared data that is still missing, and stores new shared data. Called each second of the load. It
   * returns at once.
   */
  beat(): void {
    const { publications } = this.#run;
    if (this.#missing.length > 0 && !this.#looking)
      this.#look().catch((error: unknown) =>
        this.#run.stop(error instanceof Error ? error.message : String(error)),
      );
    if (!this.#isFollowed || this.#sharing || publications === this.#publications) return;
    this.#publications = publications;
    this.#sharing = this.#share(false).finally(() => {
      this.#sharing = undefined;
    });
  }

  /** Stores the shared data after all users have left. Returns notices about data that is lost. */
  async leave(): Promise<readonly string[]> {
    await orWarn(this.#look(), 'the shared data of the previous segment', this.#environment);
    const notices = this.#giveUp(() => true);
    // Waits for the previous write to end, so that this write is the last one and replaces it.
    await this.#sharing;
    await this.#share(true);
    return notices;
  }

  #share(final: boolean): Promise<void> {
    const share = async (): Promise<void> => this.#backend.share(await this.#run.snapshot(final));
    return orWarn(share(), 'the shared data of this segment', this.#environment);
  }

  async #look(): Promise<void> {
    this.#looking = true;
    try {
      const found = await Promise.all(this.#missing.map((source) => this.#backend.shared(source)));
      const missing: Source[] = [];
      for (const [at, source] of this.#missing.entries()) {
        const snapshot = found[at];
        if (snapshot !== undefined) await this.#run.absorb(snapshot, source.maps);
        if (snapshot?.final !== true) missing.push(source);
      }
      this.#missing = missing;
    } finally {
      this.#looking = false;
    }
  }

  /** Waits no longer for the selected sources. Returns notices that their data is lost. */
  #giveUp(isLost: (source: Source) => boolean): readonly string[] {
    const lost = this.#missing.filter(isLost);
    this.#missing = this.#missing.filter((source) => !isLost(source));
    return lost.map(
      ({ phase, shard, segment }) =>
        `the data that the users of segment ${segment} of shard ${shard} of phase number ${phase} shared is lost, because that load generator was lost`,
    );
  }
}

/** The message about a drive whose function reaches its time limit before the phase starts. */
export const outOfTime =
  'the load generator reached the time limit of its function before its phase could start';
