import { type AddressGuard, onOwnMachine } from '../http/guard/lookup.ts';
import type { Reachable } from '../http/preflight/preflight.ts';
import type { HotRodCluster } from '../model/benchmark.ts';

/** The servers of all Hot Rod clusters. Downpour connects to each of them once before it sends any load. */
export const reachableServers = (
  clusters: readonly HotRodCluster[] = [],
  guard: AddressGuard = onOwnMachine,
): readonly Reachable[] =>
  clusters.flatMap(({ protocol, servers }) =>
    servers.map((server) => ({ protocol, ...server, addresses: [], guard })),
  );
