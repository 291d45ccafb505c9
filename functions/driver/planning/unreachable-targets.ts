import { resolveTxt } from 'node:dns/promises';
import { reachableServers } from '../../../lib/driver/hotrod/preflight-servers.ts';
import { addressGuard } from '../../../lib/driver/http/guard/lookup.ts';
import { Proofs } from '../../../lib/driver/http/preflight/ownership.ts';
import { preflight, reachableTargets } from '../../../lib/driver/http/preflight/preflight.ts';
import { tlsContexts } from '../../../lib/driver/http/tls/context.ts';
import { storeFiles } from '../../../lib/driver/http/tls/material.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { readFiles } from '../../burst-files.ts';
import { log } from '../../log.ts';
import { realClock } from '../clock/real-clock.ts';

/** Cached proofs of ownership that this environment has read from targets. */
const proofs = new Proofs();

/**
 * Connects to every target as the drives will, and checks its proof of ownership. Returns the reasons why
 * targets cannot receive load.
 */
export async function unreachableTargets(
  { benchmark, burst, guards, files = [] }: Plan,
  { files: sent, ownHost }: Pick<BurstRecord, 'files' | 'ownHost'>,
  ownership: string | undefined,
): Promise<readonly string[]> {
  const { targets, hotRod } = benchmark;
  const paths = new Set(targets.flatMap(storeFiles));
  const list = files.filter(({ path }) => paths.has(path));
  const { contents } = await readFiles(sent && { ...sent, list });
  const { contexts, faults } = await tlsContexts(targets, contents, realClock);
  if (faults.length > 0) return faults.map(({ problem }) => problem.message);
  const guard = addressGuard(guards?.addresses);
  const reachable = [...reachableTargets(targets, contexts, guard), ...reachableServers(hotRod, guard)];
  const unreachable = await preflight(reachable, realClock, (message) => log.info(message, { burst }));
  if (ownership === undefined || unreachable.length > 0) return unreachable;
  // A deployment that sends load to itself needs no proof that it owns the target.
  const others = reachable.filter(({ host }) => host !== ownHost);
  return proofs.unproven(ownership, others, { clock: realClock, resolveTxt }, Date.now());
}
