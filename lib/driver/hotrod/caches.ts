import type { Clock } from '../clock.ts';
import type { HotRodCluster } from '../model/benchmark.ts';
import { Deadlines } from '../request/deadlines.ts';
import { CacheLink } from './link.ts';
import type { ConnectHotRod } from './transport.ts';

/**
 * A Hot Rod cache, as one shard uses it. It has a connection to each server of its cluster, and uses one
 * after the other.
 */
export class HotRodCache {
  readonly name: string;
  readonly deadlines: Deadlines;
  readonly links: readonly CacheLink[];
  #turn = 0;

  constructor(name: string, deadlines: Deadlines, links: readonly CacheLink[]) {
    this.name = name;
    this.deadlines = deadlines;
    this.links = links;
  }

  next(): CacheLink {
    const link = this.links[this.#turn];
    if (link === undefined)
      throw new Error(
        `no Hot Rod server has the cache '${this.name}'; create it, or correct its name in the hotrod entry`,
      );
    this.#turn = (this.#turn + 1) % this.links.length;
    return link;
  }
}

/** The Hot Rod caches of one shard, by name, with their connections. */
export class HotRodCaches {
  readonly #caches = new Map<string, HotRodCache>();

  constructor(clusters: readonly HotRodCluster[], clock: Clock, connect: ConnectHotRod) {
    for (const { servers, caches, requestTimeoutMs, ...how } of clusters) {
      for (const name of caches) {
        const links = servers.map((server) => new CacheLink({ ...how, ...server }, name, clock, connect));
        this.#caches.set(name, new HotRodCache(name, new Deadlines(requestTimeoutMs, clock), links));
      }
    }
  }

  /**
   * Returns the cache with this name.
   * @throws Error for a name that no `hotrod` entry lists.
   */
  named(name: string): HotRodCache {
    const cache = this.#caches.get(name);
    if (cache === undefined) throw new Error(`no hotrod entry lists the cache '${name}'`);
    return cache;
  }

  /** Opens every connection. Rejects with the error of the first connection that cannot be opened. */
  async open(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#links.map((link) => link.open(signal)));
  }

  /** The number of requests that were sent and have not ended. */
  get inFlight(): number {
    return this.#links.reduce((sum, link) => sum + link.inFlight, 0);
  }

  close(): void {
    for (const { deadlines } of this.#caches.values()) deadlines.close();
    for (const link of this.#links) link.close();
  }

  get #links(): readonly CacheLink[] {
    return [...this.#caches.values()].flatMap(({ links }) => links);
  }
}
