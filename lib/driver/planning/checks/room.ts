import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { planning } from '../limits.ts';
import { overlapOf } from '../overlap.ts';
import { regionsOf, shardsIn } from '../sharding/places.ts';

/**
 * How many drives may run at once where a burst is to be driven, and what decides it. `afar`: the same of
 * other regions, where an account has a limit of its own; what a deployment sets aside, it sets aside in each
 * of its regions.
 */
export type Room = RoomThere & { readonly afar?: Readonly<Record<string, RoomThere>> };

type RoomThere =
  /** The deployment has set so many aside for its drives, and they get no more. */
  | { readonly of: 'deployment'; readonly drives: number }
  /** All functions of the account share `executions` at once; `drives` is what that leaves to drives. */
  | { readonly of: 'account'; readonly drives: number; readonly executions: number }
  /** Nobody could tell. */
  | { readonly of: 'unknown' };

/** @param region absent: at home. */
export function roomIn(room: Room, region: string | undefined): RoomThere {
  if (region === undefined || room.of === 'deployment') return room;
  return room.afar?.[region] ?? { of: 'unknown' };
}

/** Drives at once, at most. */
export type DrivesAtOnce = {
  /** Of phases that are at work at once. A segment wakes before the one before it ends. */
  readonly working: number;
  /** Also while the drives of a phase wake before those of the phase before it have ended. */
  readonly waking: number;
};

/** @param region absent: at home. */
export function drivesAtOnce({ benchmark, phases: cut }: Plan, region?: string): DrivesAtOnce {
  const drives = new Map(
    cut.map((phase) => [phase.name, shardsIn(phase, region) * Math.min(2, phase.segments.length)]),
  );
  const heaviest = (phases: readonly Phase[]): number =>
    overlapOf(phases).heaviest(({ name }) => drives.get(name) ?? 0);
  return {
    working: heaviest(benchmark.phases.map(awake)),
    waking: heaviest(benchmark.phases.map((phase) => behindEnded(awake(phase), benchmark.phases))),
  };
}

/** A phase that starts with another wakes with it, however much later its users come. */
const awake = (phase: Phase): Phase =>
  phase.startWith === undefined ? phase : { ...phase, startWith: { ...phase.startWith, delayMs: 0 } };

/**
 * Of the phases right before, whose last users may still be at work, only those before them are sure to be
 * over.
 */
function behindEnded(phase: Phase, all: readonly Phase[]): Phase {
  const far = all
    .filter(({ name }) => phase.startAfter.includes(name))
    .flatMap(({ startAfter, startAfterStrict }) => [...startAfter, ...startAfterStrict]);
  return { ...phase, startAfter: [], startAfterStrict: [...phase.startAfterStrict, ...far] };
}

/**
 * Refuses a plan whose drives Lambda would not run all at once, region by region: their part of the load
 * would be missing.
 */
export function checkRoom(plan: Plan, room: Room, at: Path, findings: Findings): void {
  for (const region of regionsOf(plan.phases)) checkRegion(plan, roomIn(room, region), at, findings, region);
}

function checkRegion(plan: Plan, room: RoomThere, at: Path, findings: Findings, region?: string): void {
  const { working, waking } = drivesAtOnce(plan, region);
  if (working === 0) return;
  const drivesOf = (count: number): string =>
    `the burst needs ${count === 1 ? '1 drive' : `${count} drives`}${region === undefined ? '' : ` in ${region}`}`;
  if (room.of === 'unknown') {
    findings.warning(
      at,
      `${drivesOf(working)} at once, and nobody knows how many functions the account lets run: Lambda did not say`,
      'look into the log of api/burst-start, and into Service Quotas (Lambda, Concurrent executions)',
    );
  } else if (working > room.drives)
    findings.error(
      at,
      `${drivesOf(working)} at once, ${reasonOf(room)}`,
      wayOut(plan, working, room, region),
    );
  else if (waking > room.drives)
    findings.warning(
      at,
      `${drivesOf(waking)} at once while phases take over from each other, ${reasonOf(room)}: phases may start late`,
      `${wayOut(plan, waking, room, region)}, or let phases wait for the last users of others (startAfterStrict)`,
    );
  else if (working > room.drives * planning.roomShareMax)
    findings.warning(
      at,
      `${drivesOf(working)} at once, ${reasonOf(room)}: another burst at the same time may find no room`,
      wayOut(plan, working, room, region),
    );
}

type RoomKnown = Exclude<RoomThere, { of: 'unknown' }>;

function reasonOf(room: RoomKnown): string {
  if (room.of === 'deployment') return `and the deployment lets ${room.drives} run`;
  return room.drives === 0
    ? `and the account lets ${room.executions} functions run, which what conducts a burst needs`
    : `and the account lets ${room.executions} functions run, of which drives can have ${room.drives}`;
}

function wayOut({ shards }: Plan, drives: number, room: RoomKnown, region: string | undefined): string {
  const most = Math.floor((shards * room.drives) / drives);
  const fewer =
    most >= 1 && most < shards ? [`use ${most === 1 ? '1 shard' : `at most ${most} shards`}`] : [];
  const more =
    room.of === 'deployment'
      ? 'deploy with a higher driveConcurrency'
      : 'ask for more in Service Quotas (Lambda, Concurrent executions)';
  const elsewhere = region === undefined ? [] : ['drive more of it in other regions'];
  return [...fewer, ...elsewhere, more].join(', or ');
}
