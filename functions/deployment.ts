import { availableParallelism } from 'node:os';
import { type Ceilings, judging, planning } from '../lib/driver/limits.ts';
import { parseCeilings } from '../lib/driver/planning/parse-ceilings.ts';
import type { Regions } from '../lib/driver/planning/sharding/places.ts';
import { parseAllowList, type TargetAllowList } from '../lib/driver/planning/targets/allow-list.ts';
import { type Courtesy, inTheCloud, onOneMachine } from '../lib/driver/planning/targets/guards.ts';
import { defaultService, environment } from '../lib/names/environment.ts';
import type { Dialect } from '../lib/results/query/dialect.ts';

/** Settings of the load that a deployment may bring on. Times in milliseconds. */
export type Deployment = {
  /** Undefined: it follows from the number of drives. */
  readonly leadMs: number | undefined;
  readonly segmentMsMax: number;
  /** Processors of a drive. */
  readonly coresShard: number;
  /** No caller can raise these. */
  readonly limits: Ceilings;
  /** Part of the requests, 0 to 1, that may fail where neither the document nor the caller says otherwise. */
  readonly maxErrors: number;
  readonly allowList: TargetAllowList;
  readonly courtesy: Courtesy;
  /** Undefined: one machine. */
  readonly regions: Regions | undefined;
  /** Under this name targets show that they may be loaded. Absent: they need not. */
  readonly ownership: string | undefined;
};

/** Where drives ask for the time. */
export type TimeServer = { readonly host: string; readonly port: number };

/**
 * Undefined: clocks are not compared. On Lambda it is the server that Amazon gives to everybody; on one machine there is
 * none unless somebody names it.
 * @throws Error when the environment names something else.
 */
export function timeServer(): TimeServer | undefined {
  const text = process.env[environment.timeServer] || (onLambda() ? 'time.aws.com' : 'none');
  if (text === 'none') return undefined;
  const [, host = '', port = '123'] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(
      `the environment variable ${environment.timeServer} must be host, host:port or none, not ${text}`,
    );
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) };
}

/**
 * @param ownHost a host that may be loaded beside the listed ones: this deployment's own, for its self-test.
 * @throws Error when the environment holds something else than lib/names/ says.
 */
export const deployment = (ownHost?: string): Deployment => ({
  leadMs: numberOr(environment.leadMs, undefined),
  segmentMsMax: numberOr(environment.segmentMsMax, planning.segmentMsMax),
  coresShard: onLambda() ? planning.coresShard : availableParallelism(),
  limits: parseCeilings(process.env[environment.ceilings] ?? ''),
  maxErrors: shareOr(environment.maxErrors, judging.failedRatioMax),
  allowList: parseAllowList(
    [process.env[environment.targets], ownHost].filter(Boolean).join(','),
    onLambda(),
    privateTargets(),
  ),
  ownership: process.env[environment.ownership] || undefined,
  courtesy: courtesy(process.env[environment.contact]),
  regions: regions(),
});

/** Drives at once that are set aside for this deployment, and the most that it gets; undefined when none are. */
export const driveConcurrency = (): number | undefined => numberOr(environment.driveConcurrency, undefined);

/** Those with drives. One machine has none, unless it is to play some. */
export function regions(): Regions | undefined {
  const others = (process.env[environment.regions] ?? '').split(',').filter(Boolean);
  return others.length === 0 && !onLambda() ? undefined : { home: process.env.AWS_REGION ?? '', others };
}

/** The dialect that runs queries both dialects accept; a deployment whose users come from PostgreSQL says `sql`. */
export const commonDialect = (): Dialect =>
  process.env[environment.commonDialect] === 'sql' ? 'sql' : 'jsonpath';

/** `<service>` of the header with the API key, and of the names of keys that are reserved. */
export const serviceName = (): string => process.env[environment.service] || defaultService;

/** On AWS the runtime's own address is given to every function; the local host speaks to its functions otherwise. */
export const onLambda = (): boolean => process.env.AWS_LAMBDA_RUNTIME_API !== undefined;

/** On one machine everything may be loaded that is near it. */
export const privateTargets = (): boolean =>
  !onLambda() || process.env[environment.privateTargets] === 'true';

/** Who names a contact wants it to be shown, wherever the load comes from. */
function courtesy(contact: string | undefined): Courtesy {
  const usual = onLambda() ? inTheCloud : onOneMachine;
  if (contact === undefined || contact === '') return usual;
  if (!/^[\x20-\x7e]{1,200}$/.test(contact))
    throw new Error(
      `the environment variable ${environment.contact} must have 1 to 200 printable ASCII characters: it goes into a header`,
    );
  return { ...usual, loadTest: true, contact };
}

function shareOr(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!(value >= 0 && value <= 1))
    throw new Error(`the environment variable ${name} must be a number from 0 to 1, not ${text}`);
  return value;
}

function numberOr<Fallback>(name: string, fallback: Fallback): number | Fallback {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!(value > 0)) throw new Error(`the environment variable ${name} must be a number above 0, not ${text}`);
  return value;
}
