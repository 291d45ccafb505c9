import { CfnOutput, PermissionsBoundary, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { defaultService, environment } from '../store/names.ts';
import { Alarms } from './alarms.ts';
import { BurstMachine } from './burst-machine.ts';
import { Functions } from './functions.ts';
import { grantNeeds } from './permissions.ts';
import { ResultsApi } from './results-api.ts';
import { RunStorage } from './run-storage.ts';
import { type StageName, stages } from './stage.ts';

export type DownpourProps = {
  /** Folder that holds one bundle per function: `<name>/index.mjs`. */
  readonly bundles: string;
  /** The state machine's definition in the Amazon States Language. */
  readonly definition: string;
  /** What `GET /api/config/version` answers. */
  readonly version: string;
  /** @default 'sandbox' */
  readonly stage?: StageName;
  /**
   * `<service>` of the header `X-<service>-API-Key`.
   * @default 'Downpour'
   */
  readonly service?: string;
  /**
   * Hosts that bursts may load: comma-separated `host`, `*.suffix` or `*`.
   * @default - none: every burst is refused until the deployment names its targets
   */
  readonly targets?: string;
  /**
   * What no caller can exceed: `name=value` pairs separated by commas, for example `usersPerSecMax=500,dollarsMax=5`.
   * Names, units and defaults are those of `defaultCeilings` in lib/driver/limits.ts.
   */
  readonly ceilings?: string;
  /**
   * Part of the requests, 0 to 1, that may fail before a run does; a caller's `--max-errors` wins.
   * @default 0.01
   */
  readonly maxErrors?: number;
  /** Dialect of filter queries that both dialects accept: `jsonpath` or `sql`. Default: `jsonpath`. */
  readonly commonDialect?: string;
  /** Drives wake so many milliseconds before a start that is known ahead: a cold start, the plan, the connections. Default: 5000. */
  readonly leadMs?: number;
  /**
   * Drives at once, set aside for this deployment.
   * @default - not reserved
   */
  readonly driveConcurrency?: number;
  /**
   * Lambda dollars of all drives within an hour, above which an alarm is raised.
   * @default 10
   */
  readonly driveDollarsPerHour?: number;
  /** @default 100 */
  readonly requestsPerSec?: number;
  /** @default 200 */
  readonly requestsBurst?: number;
  /**
   * Address that the alarms notify.
   * @default - none: the alarms are only seen in the console
   */
  readonly alarmEmail?: string;
  /**
   * Name of the managed policy that bounds every role of this deployment.
   * @default - roles are not bounded
   */
  readonly permissionsBoundary?: string;
  /** @default - no `owner` tag */
  readonly owner?: string;
};

/** Downpour in one account and region: read first, then follow the constructs in the order they are made. */
export class DownpourStack extends Stack {
  constructor(scope: Construct, id: string, props: DownpourProps) {
    super(scope, id, {
      description: 'Downpour: a serverless load driver and results repository',
      permissionsBoundary: boundary(props.permissionsBoundary),
    });
    const stage = stages[props.stage ?? 'sandbox'];
    const storage = new RunStorage(this, 'RunStorage', { stage });
    const functions = new Functions(this, 'Functions', { ...props, stage, environment: settings(props) });
    const machine = new BurstMachine(this, 'BurstMachine', { ...props, stage, functions });
    grantNeeds({ functions, storage, machine });
    const api = new ResultsApi(this, 'ResultsApi', {
      stage,
      functions,
      requestsPerSec: props.requestsPerSec ?? 100,
      requestsBurst: props.requestsBurst ?? 200,
    });
    new Alarms(this, 'Alarms', {
      api,
      functions,
      machine,
      driveDollarsPerHour: props.driveDollarsPerHour ?? 10,
      email: props.alarmEmail,
    });
    this.#label({ service: props.service ?? defaultService, stage: stage.name, owner: props.owner });
    this.#publish({
      ApiUrl: api.url,
      FirstKeyFunction: functions.get('api/first-key').functionName,
      StateMachineArn: machine.machine.stateMachineArn,
    });
  }

  #label(tags: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(tags)) if (value !== undefined) Tags.of(this).add(name, value);
  }

  /** What the command line and a pipeline need to know about a deployment. */
  #publish(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

function boundary(name: string | undefined): PermissionsBoundary | undefined {
  return name === undefined ? undefined : PermissionsBoundary.fromName(name);
}

function settings(props: DownpourProps): Record<string, string> {
  return {
    [environment.service]: props.service ?? defaultService,
    [environment.version]: props.version,
    [environment.targets]: props.targets ?? '',
    ...(props.ceilings === undefined ? {} : { [environment.ceilings]: props.ceilings }),
    ...(props.commonDialect === undefined ? {} : { [environment.commonDialect]: props.commonDialect }),
    ...(props.maxErrors === undefined ? {} : { [environment.maxErrors]: String(props.maxErrors) }),
    ...(props.leadMs === undefined ? {} : { [environment.leadMs]: String(props.leadMs) }),
  };
}
