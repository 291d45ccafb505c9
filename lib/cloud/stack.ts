import { dirname, join } from 'node:path';
import { CfnOutput, DefaultStackSynthesizer, PermissionsBoundary, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { metricNamespace } from '../metrics.ts';
import { environment } from '../store/names.ts';
import { BurstMachine } from './burst-machine.ts';
import { Functions } from './functions.ts';
import { openNetwork } from './network.ts';
import { Alarms } from './operations/alarms.ts';
import { Budget } from './operations/budget.ts';
import { Dashboard } from './operations/dashboard.ts';
import { Measured } from './operations/measured.ts';
import { type Settled, settle } from './options/read.ts';
import type { Options } from './options/table.ts';
import { grantNeeds } from './permissions.ts';
import { Reaper } from './reaper.ts';
import { ResultsApi } from './results-api.ts';
import { RunStorage } from './run-storage.ts';
import { stageOf } from './stage.ts';
import { StopMachine } from './stop-machine.ts';

/** The options of the deployment, and what the checkout decides. */
export type DownpourProps = Options & {
  /** Folder that holds one bundle per function: `<name>/index.mjs`. */
  readonly bundles: string;
  /** The state machine's definition in the Amazon States Language. */
  readonly definition: string;
  /** What `GET /api/config/version` answers. */
  readonly version: string;
};

/** Downpour in one account and region: read first, then follow the constructs in the order they are made. */
export class DownpourStack extends Stack {
  constructor(scope: Construct, id: string, props: DownpourProps) {
    const { qualifier, permissionsBoundary, ...options } = settle(props);
    super(scope, id, {
      description: 'Downpour: a serverless load driver and results repository',
      permissionsBoundary: boundary(permissionsBoundary),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
    });
    const stage = stageOf(options.stage, options.data);
    const { bundles, definition } = props;
    const storage = new RunStorage(this, 'RunStorage', { stage });
    const network = openNetwork(this, options);
    const functions = new Functions(this, 'Functions', {
      ...{ stage, bundles, network, environment: settings(props, options, this.stackName) },
      driveConcurrency: options.driveConcurrency,
    });
    const machine = new BurstMachine(this, 'BurstMachine', { stage, definition, functions });
    grantNeeds({ functions, storage, machine });
    const api = new ResultsApi(this, 'ResultsApi', { ...options, stage, functions });
    new Reaper(this, 'Reaper', { machine: machine.machine, functions });
    const stopping = new StopMachine(this, 'StopMachine', {
      ...{ stage, machine: machine.machine, api: api.api, bursts: storage.bursts },
      definition: join(dirname(definition), 'stop.asl.json'),
    });
    this.#watch(new Measured({ api, functions, machine, stopping, storage, stack: this.stackName }), options);
    const { service, owner } = options;
    this.#label({ service, stack: this.stackName, stage: stage.name, owner });
    this.#publish({
      ApiUrl: api.url,
      FirstKeyFunction: functions.get('api/first-key').functionName,
      StateMachineArn: machine.machine.stateMachineArn,
      RunsBucket: storage.bucket.bucketName,
      CatalogueTable: storage.catalogue.tableName,
      ...(api.domainTarget === undefined ? {} : { DomainTarget: api.domainTarget }),
      ...(network?.address === undefined ? {} : { LoadAddress: network.address }),
    });
  }

  #watch(measured: Measured, options: Settled): void {
    const { driveDollarsPerHour, alarmEmail: email, budgetDollarsPerMonth: dollars } = options;
    const alarms = new Alarms(this, 'Alarms', { measured, driveDollarsPerHour, email });
    if (options.dashboard !== false) new Dashboard(this, 'Dashboard', { measured, alarms: alarms.all });
    if (dollars !== undefined) new Budget(this, 'Budget', { dollars, email, stack: this.stackName });
  }

  #label(tags: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(tags)) if (value !== undefined) Tags.of(this).add(name, value);
  }

  /** What the command line and a pipeline need to know about a deployment. */
  #publish(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

function boundary(policy: string | undefined): PermissionsBoundary | undefined {
  if (policy === undefined) return undefined;
  return policy.startsWith('arn:')
    ? PermissionsBoundary.fromArn(policy)
    : PermissionsBoundary.fromName(policy);
}

const isOwn = (vpc: string | undefined): boolean => vpc !== undefined && vpc !== 'create';

/** Variables of every function. One that is not given is left to the code's own default. */
function settings({ version }: DownpourProps, options: Settled, stack: string): Record<string, string> {
  const optional = {
    // Who brings a network of their own means what is in it.
    [environment.privateTargets]: options.privateTargets ?? (isOwn(options.vpc) ? true : undefined),
    [environment.contact]: options.contact,
    [environment.ownership]: options.ownership,
    [environment.ceilings]: options.ceilings,
    [environment.commonDialect]: options.commonDialect,
    [environment.maxErrors]: options.maxErrors,
    [environment.leadMs]: options.leadMs,
    [environment.segmentMsMax]: options.segmentMsMax,
    [environment.timeServer]: options.timeServer,
    [environment.logLevel]: options.logLevel,
  };
  return {
    [environment.service]: options.service,
    [environment.version]: version,
    [environment.targets]: options.targets ?? '',
    [environment.metricNamespace]: metricNamespace(stack),
    ...Object.fromEntries(
      Object.entries(optional).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
  };
}
