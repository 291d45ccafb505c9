import type { Findings } from '../../document/problem.ts';
import type { Agent } from '../../model/benchmark.ts';
import type { Afar, PhasePlan } from '../../model/plan.ts';

/** The regions of a deployment: its own region, and the others in which it has drives. */
export type Regions = { readonly home: string; readonly others: readonly string[] };

/**
 * The weight of one region. Each region gets shards of every phase in proportion to its weight. `region` is
 * undefined for the home region.
 */
export type Share = { readonly region: string | undefined; readonly weight: number };

/** The inputs that decide the region of each shard. */
export type RegionInputs = {
  /**
   * The weight of each region, as the person who starts the burst requests it. It replaces the weights of the
   * agents.
   */
  readonly requested?: Readonly<Record<string, number>> | undefined;
  readonly agents: readonly Agent[];
  /**
   * The regions of the deployment. Absent: one machine, which counts as every region. `any`: a deployment
   * whose regions are not known here.
   */
  readonly regions?: Regions | 'any' | undefined;
};

/**
 * The weight of each region, with the home region first. Empty when all shards are in the home region. A
 * region in which the deployment has no drives is an error. On one machine, all drives run there, and a
 * warning reports it. So you can try a document before you deploy it.
 */
export function sharesOf({ requested, agents, regions }: RegionInputs, findings: Findings): readonly Share[] {
  const requests = requestsOf(requested, agents);
  if (regions === undefined) {
    for (const { path } of requests.slice(0, 1))
      findings.warning(path, 'all load generators run on this machine, so regions have no effect', onlyThere);
    return [];
  }
  const home = regions === 'any' ? undefined : regions.home;
  for (const { region, path } of requests) {
    if (regions === 'any' || region === home || region === undefined || regions.others.includes(region))
      continue;
    findings.error(path, `this deployment has no load generators in '${region}'`, whereThen(regions));
  }
  const weights = new Map<string | undefined, number>([[undefined, 0]]);
  for (const { region, weight } of requests) {
    const place = region === home ? undefined : region;
    weights.set(place, (weights.get(place) ?? 0) + weight);
  }
  const shares = [...weights].map(([region, weight]) => ({ region, weight }));
  return shares.length === 1 ? [] : shares.filter(({ weight }) => weight > 0);
}

const onlyThere = 'remove the region, or start the run in a deployment that has load generators there';

const whereThen = ({ home, others }: Regions): string =>
  others.length === 0
    ? `deploy the stage with --regions, or leave the region out: all load then comes from ${home}`
    : `use one of the regions ${[home, ...others].join(', ')}`;

/**
 * The weight of each region, as the caller requests it, or 1 for each agent. Empty when neither names a
 * region.
 */
function requestsOf(requested: RegionInputs['requested'], agents: readonly Agent[]) {
  if (requested !== undefined)
    return Object.entries(requested).map(([region, weight]) => ({ region, weight, path: [] }));
  if (agents.every(({ region }) => region === undefined)) return [];
  return agents.map(({ name, region }) => ({ region, weight: 1, path: ['agents', name, 'region'] }));
}

/**
 * The shards of a phase outside the home region, by region. A region has the shards from ⌈b·n/w⌉ to below
 * ⌈e·n/w⌉, where n is the number of shards and w the sum of all weights. b is the sum of the weights before
 * this region, and e is b plus its own weight. The parts add up to n, and earlier regions get the remainder.
 */
export function afarOf(shares: readonly Share[], shards: number): readonly Afar[] {
  const all = shares.reduce((sum, { weight }) => sum + weight, 0);
  let weightBefore = 0;
  let first = 0;
  return shares.flatMap(({ region, weight }) => {
    const from = first;
    weightBefore += weight;
    first = Math.ceil((weightBefore * shards) / all);
    return region === undefined || first === from ? [] : [{ region, first: from, shards: first - from }];
  });
}

/** The agents in the order of their shards: grouped by region, with the home region first. */
export function agentsByRegion(agents: readonly Agent[], shares: readonly Share[]): readonly Agent[] {
  const turn = ({ region }: Agent): number =>
    Math.max(
      0,
      shares.findIndex((share) => share.region !== undefined && share.region === region),
    );
  return shares.length === 0 ? agents : [...agents].sort((one, other) => turn(one) - turn(other));
}

/** The number of a phase's shards in the home region. */
export const shardsAtHome = ({
  shards,
  afar = [],
}: {
  readonly shards: number;
  readonly afar?: readonly Afar[];
}) => shards - afar.reduce((sum, each) => sum + each.shards, 0);

/**
 * The number of a phase's shards in one region.
 * @param region absent: the home region.
 */
export const shardsIn = (phase: Parameters<typeof shardsAtHome>[0], region: string | undefined): number =>
  region === undefined
    ? shardsAtHome(phase)
    : (phase.afar?.find((each) => each.region === region)?.shards ?? 0);

/** The regions of the drives. The first one is the home region, which is undefined. */
export const regionsOf = (phases: readonly Pick<PhasePlan, 'afar'>[]): readonly (string | undefined)[] => [
  undefined,
  ...new Set(phases.flatMap(({ afar = [] }) => afar.map(({ region }) => region))),
];

/**
 * The number of a phase's shards by region, for people. The home region is the first, with the name `home`.
 */
export function shardsByRegion(phase: Parameters<typeof shardsAtHome>[0]): Readonly<Record<string, number>> {
  const atHome = shardsAtHome(phase);
  const afar = (phase.afar ?? []).map(({ region, shards }) => [region, shards] as const);
  return Object.fromEntries(atHome === 0 ? afar : [['home', atHome], ...afar]);
}

/** The region of a shard of a phase. Undefined for the home region. */
export const regionOf = ({ afar = [] }: Pick<PhasePlan, 'afar'>, shard: number): string | undefined =>
  afar.find(({ first, shards }) => shard >= first && shard < first + shards)?.region;
