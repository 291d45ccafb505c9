import { availableParallelism } from 'node:os';
import { judging } from '../lib/driver/judging/limits.ts';
import type { TasksOffer } from '../lib/driver/planning/executor.ts';
import { type Ceilings, planning } from '../lib/driver/planning/limits.ts';
import { parseCeilings } from '../lib/driver/planning/parse-ceilings.ts';
import type { Regions } from '../lib/driver/planning/sharding/regions.ts';
import { parseAllowList, type TargetAllowList } from '../lib/driver/planning/targets/allow-list.ts';
import { inTheCloud, onOneMachine, type TargetPolicy } from '../lib/driver/planning/targets/guards.ts';
import { usualTaskCores } from '../lib/facts/fargate.ts';
import { defaultService, environment } from '../lib/names/environment.ts';
import type { Dialect } from '../lib/results/query/dialect.ts';

/** The settings of a deployment for its load. Times are in milliseconds. */
export type Deployment = {
  /**
   * The milliseconds before a phase's start at which its drives begin to prepare. Undefined: the number of
   * drives determines it.
   */
  readonly leadMs: number | undefined;
  readonly segmentMsMax: number;
  /**
   * The offer of Fargate tasks, which may run drives instead of Lambda functions. Undefined: there are none.
   */
  readonly tasks: TasksOffer | undefined;
  /** The number of processors of a drive. */
  readonly coresShard: number;
  /** Limits of load that no caller can raise. */
  readonly limits: Ceilings;
  /** The share of requests, 0 to 1, that may fail. The document and the caller can set another share. */
  readonly maxErrors: number;
  readonly allowList: TargetAllowList;
  readonly targetPolicy: TargetPolicy;
  /** The regions of drives. Undefined on one machine. */
  readonly regions: Regions | undefined;
  /**
   * The number of IP addresses of the NAT gateway from which the deployment sends load. Undefined without a
   * NAT gateway.
   */
  readonly loadAddresses: number | undefined;
  /**
   * The name under which a target's owner must publish a proof that Downpour may load the target. Undefined:
   * no proof is needed.
   */
  readonly ownership: string | undefined;
};

/** The time server of drives. */
export type TimeServer = { readonly host: string; readonly port: number };

/**
 * The time server with which drives compare their clocks. Undefined: clocks are not compared. On Lambda the
 * default is Amazon's public server. On one machine a server is used only if the user names one.
 * @throws Error when the environment has an invalid value.
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
 * Reads the settings of the deployment from the environment.
 * @param ownHost a further permitted host: this deployment's own, for its self-test.
 * @throws Error when the environment has an invalid value.
 */
export const deployment = (ownHost?: string): Deployment => ({
  leadMs: numberOr(environment.leadMs, undefined),
  segmentMsMax: numberOr(environment.segmentMsMax, planning.segmentMsMax),
  tasks: tasks(),
  coresShard: onLambda() ? planning.coresShard : availableParallelism(),
  limits: parseCeilings(process.env[environment.ceilings] ?? ''),
  maxErrors: shareOr(environment.maxErrors, judging.failedRatioMax),
  allowList: parseAllowList(
    [process.env[environment.targets], ownHost].filter(Boolean).join(','),
    onLambda(),
    privateTargets(),
  ),
  ownership: process.env[environment.ownership] || undefined,
  targetPolicy: targetPolicy(process.env[environment.contact]),
  regions: regions(),
  loadAddresses: numberOr(environment.loadAddresses, undefined),
});

/**
 * The concurrency that is reserved for the drives of this deployment, which is also their limit. Undefined
 * without a reservation.
 */
export const driveConcurrency = (): number | undefined => numberOr(environment.driveConcurrency, undefined);

function tasks(): TasksOffer | undefined {
  const most = numberOr(environment.fargateTasks, undefined);
  if (most === undefined) return undefined;
  return { tasks: most, cores: numberOr(environment.fargateCores, usualTaskCores) };
}

/** The regions with drives. One machine has none, unless it simulates some. */
export function regions(): Regions | undefined {
  const others = (process.env[environment.regions] ?? '').split(',').filter(Boolean);
  return others.length === 0 && !onLambda() ? undefined : { home: process.env.AWS_REGION ?? '', others };
}

/**
 * The query language for queries that are valid in both languages. A deployment whose users know PostgreSQL
 * sets `sql`.
 */
export const commonDialect = (): Dialect =>
  process.env[environment.commonDialect] === 'sql' ? 'sql' : 'jsonpath';

/** The name `<service>` in the header of the API key, and in reserved names of keys. */
export const serviceName = (): string => process.env[environment.service] || defaultService;

/**
 * Whether the function runs on AWS. The runtime of Lambda has its address in the first variable, and a
 * container of ECS in the second. The local host communicates with its functions in another way.
 */
export const onLambda = (): boolean =>
  process.env.AWS_LAMBDA_RUNTIME_API !== undefined || process.env.ECS_CONTAINER_METADATA_URI_V4 !== undefined;

/** Whether targets in private networks may receive load. They may on one machine. */
export const privateTargets = (): boolean =>
  !onLambda() || process.env[environment.privateTargets] === 'true';

/**
 * The rules for targets. A configured contact is shown to targets, for load from AWS and from one machine.
 */
function targetPolicy(contact: string | undefined): TargetPolicy {
  const usual = onLambda() ? inTheCloud : onOneMachine;
  if (contact === undefined || contact === '') return usual;
  if (!/^[\x20-\x7e]{1,200}$/.test(contact))
    throw new Error(
      `the environment variable ${environment.contact} must have 1 to 200 printable ASCII characters, because Downpour sends this text in a header`,
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
