import type { FunctionSpec } from '../../functions/spec.ts';
import { type FunctionName, functions } from '../../functions.ts';
import { lambdaQuotas } from '../../quotas.ts';

/** The concurrency that a deployment reserves. The reservation of a function is also its limit. */
export type Reserved = {
  readonly byFunction: ReadonlyMap<FunctionName, number>;
  readonly drives: number;
  /** The reservation of the functions that start, stop and merge bursts, so that drives cannot delay them. */
  readonly control: number;
  readonly sum: number;
};

/** The options that determine the reservations. */
export type ReservedOptions = {
  /** The unreserved concurrency of the account. Absent: unknown. */
  readonly concurrency?: number | undefined;
  readonly driveConcurrency?: number | 'none' | undefined;
};

const drive: FunctionName = 'driver/drive';

/**
 * Reserves half of the known concurrency for drives, unless the deployment has a number. The rest remains for
 * the functions that conduct them and for other users of the account. If that suffices, the functions that
 * start, stop and end bursts get their own reservation. In a small account nothing is reserved, and the API
 * compares each burst with the available concurrency.
 */
export function reservedFor({ concurrency = 0, driveConcurrency }: ReservedOptions): Reserved {
  const most = reservable(concurrency);
  const usual = concurrency >= 2 * lambdaQuotas.unreservedMin ? Math.floor(concurrency / 2) : 0;
  const drives = driveConcurrency === 'none' ? 0 : (driveConcurrency ?? usual);
  const byFunction = new Map<FunctionName, number>(drives > 0 ? [[drive, drives]] : []);
  const kept = keptOf(concurrency);
  const control = sumOf(kept);
  const isEnough = control > 0 && drives + control <= most;
  if (isEnough) for (const [name, count] of kept) byFunction.set(name, count);
  return { byFunction, drives, control: isEnough ? control : 0, sum: sumOf(byFunction) };
}

/** The concurrency that may be reserved. AWS requires that the rest stays unreserved. */
export const reservable = (concurrency: number): number =>
  Math.max(0, concurrency - lambdaQuotas.unreservedMin);

/**
 * The concurrency that other functions need: the most that they used, and a fifth more. At least the part
 * that AWS keeps unreserved in each account.
 */
export const roomFor = (used: number): number =>
  Math.max(lambdaQuotas.unreservedMin, Math.ceil(used * roomShare));

const roomShare = 1.2;

/**
 * The options that reserve the most for drives within `most` executions. In an account with little
 * concurrency left, only control functions (those that start, stop and end bursts) get a reservation, or no
 * function does.
 */
export function reservedWithin(
  most: number,
  asked: ReservedOptions & { readonly concurrency: number },
): ReservedOptions {
  const { control } = reservedFor({ ...asked, driveConcurrency: 'none' });
  const drives = Math.min(reservedFor(asked).drives, most - control);
  if (drives > 0) return { ...asked, driveConcurrency: drives };
  const concurrency = control <= most ? asked.concurrency : lambdaQuotas.unreservedMin;
  return { concurrency, driveConcurrency: 'none' };
}

/**
 * The reservations of functions that start, stop and end bursts. A larger account runs more bursts at once,
 * so it reserves more. There is a minimum for small accounts.
 */
function keptOf(concurrency: number): ReadonlyMap<FunctionName, number> {
  const times = Math.max(1, Math.floor(concurrency / lambdaQuotas.concurrency));
  const specs: readonly (FunctionSpec & { readonly name: FunctionName })[] = functions;
  return new Map(specs.flatMap(({ name, kept }) => (kept === undefined ? [] : [[name, kept * times]])));
}

const sumOf = (counts: ReadonlyMap<FunctionName, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
