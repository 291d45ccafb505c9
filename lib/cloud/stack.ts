import { dirname, join } from 'node:path';
import { CfnOutput, DefaultStackSynthesizer, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { dataFormat } from '../facts/data-format.ts';
import { environment } from '../names/environment.ts';
import { Functions } from './functions.ts';
import { BurstMachine } from './machines/burst-machine.ts';
import { DriveTasks } from './machines/drive-tasks.ts';
import { StopMachine } from './machines/stop-machine.ts';
import { isNested } from './nesting/nested-functions.ts';
import { OpenNestedStack } from './nesting/nested-stack.ts';
import { openNetwork } from './network.ts';
import { createTopic } from './operations/alarm-topic.ts';
import { Alarms, allThresholds } from './operations/alarms.ts';
import { Budget } from './operations/budget.ts';
import { Dashboard } from './operations/dashboard.ts';
import { Measured } from './operations/measured.ts';
import { type Settled, settle } from './options/read.ts';
import { reservedFor } from './options/reserved.ts';
import type { Options } from './options/table.ts';
import { grantNeeds } from './permissions.ts';
import { Reaper } from './reaper.ts';
import { regionsOf } from './regions/names.ts';
import { Regions } from './regions/regions.ts';
import { ResultsApi } from './results-api.ts';
import { RunStorage } from './run-storage.ts';
import { Schedules } from './schedules.ts';
import { boundary, settings } from './settings.ts';
import { type Stage, stageOf } from './stage.ts';
import { label } from './tags.ts';
import { risingWrites, shardsMaxIn } from './warm-table.ts';
import { EventBus } from './work/event-bus.ts';
import { WorkQueues } from './work/work-queues.ts';

/** The options of the deployment, and values of the checkout. */
export type DownpourProps = Options & {
  /** Folder that holds one bundle per function: `<name>/index.mjs`. */
  readonly bundles: string;
  /** The state machine's definition in the Amazon States Language. */
  readonly definition: string;
  /** The version that `GET /api/config/version` returns. */
  readonly version: string;
  /** The commit that it returns too. Absent: unknown. */
  readonly commit?: string | undefined;
  /** The output `WarmWrites` of the last deployment, in write units a second. Absent: it had none. */
  readonly warmWritesBefore?: number | undefined;
};

/**
 * The stack of Downpour in one account and region. Read this first, and then the constructs in the order of
 * their creation.
 */
export class DownpourStack extends Stack {
  constructor(scope: Construct, id: string, props: DownpourProps) {
    const { qualifier, permissionsBoundary, ...options } = settle(props);
    super(scope, id, {
      description: 'Downpour: a serverless load driver and results repository',
      permissionsBoundary: boundary(permissionsBoundary),
      synthesizer: new DefaultStackSynthesizer({ qualifier }),
    });
    const stage = stageOf(this, options);
    const { bundles, definition } = props;
    const warmWrites = risingWrites(shardsMaxIn(options.ceilings), props.warmWritesBefore);
    const storage = new RunStorage(this, 'RunStorage', {
      stage,
      warmWrites,
      adopted: options,
      accessLogBucket: options.accessLogBucket,
    });
    const network = openNetwork(this, options);
    const reserved = reservedFor(options);
    const functions = new Functions(this, 'Functions', {
      stage,
      bundles,
      network,
      nested: isNested,
      environment: settings(props, options, this.stackName, reserved),
      reserved: reserved.byFunction,
    });
    functions.mark('driver/plan', 'driver/drive');
    const tasks =
      network === undefined || options.fargate === undefined
        ? undefined
        : new DriveTasks(this, 'DriveTasks', {
            stage,
            network,
            bundles,
            cores: options.fargateCores,
            environment: {
              ...settings(props, options, this.stackName, reserved),
              [environment.release]: functions.release,
            },
          });
    this.#describe(functions, { commit: props.commit, privacyStatement: options.privacyStatement });
    const machine = new BurstMachine(this, 'BurstMachine', { stage, definition, functions, tasks });
    const schedules = new Schedules(this, 'Schedules', { stage, functions });
    const work = new WorkQueues(this, 'Work', { stage, functions });
    const events = new EventBus(this, 'Events');
    const others = regionsOf(options.regions);
    const regions = new Regions(this, 'Regions', { regions: others, machine: machine.machine });
    grantNeeds({ functions, tasks, storage, machine, schedules, work, events, regions });
    const api = new ResultsApi(this, 'ResultsApi', { ...options, stage, functions });
    // Callers send passwords to this address, so it must not come from a header.
    functions.get('api/config').addEnvironment(environment.publicUrl, api.url);
    new Reaper(this, 'Reaper', { machine: machine.machine, functions });
    const stopping = new StopMachine(this, 'StopMachine', {
      stage,
      machine: machine.machine,
      api: api.api,
      bursts: storage.bursts,
      definition: join(dirname(definition), 'stop.asl.json'),
    });
    this.#watch(
      new Measured({ api, functions, machine, stopping, schedules, work, storage, stack: this.stackName }),
      options,
      stage,
    );
    label(this, options);
    this.#publish({
      ApiUrl: api.url,
      // `npm run deploy` checks the format before it deploys the stage again.
      DataFormat: String(dataFormat),
      FirstKeyFunction: functions.get('api/first-key').functionName,
      StateMachineArn: machine.machine.stateMachineArn,
      RunsBucket: storage.bucket.bucketName,
      RepositoryTable: storage.repository.tableName,
      IdentityTable: storage.identity.tableName,
      EventBus: events.busName,
      // docs/operations.md has the command that sends them again.
      ...work.deadLetterArns,
      // The drives of other regions get these names as parameters.
      ...(others.length === 0 ? {} : { BurstsTable: storage.bursts.tableName }),
      ...(api.domainTarget === undefined ? {} : { DomainTarget: api.domainTarget }),
      ...(network?.addresses === undefined ? {} : { LoadAddress: network.addresses }),
      // The next deployment declares no less.
      ...(warmWrites === undefined ? {} : { WarmWrites: String(warmWrites) }),
      ...(reserved.sum === 0 ? {} : { Reserved: String(reserved.sum) }),
    });
  }

  /** Only one function gets the commit, so that a new commit changes no other function. */
  #describe(functions: Functions, facts: Pick<DownpourProps, 'commit' | 'privacyStatement'>): void {
    const fn = functions.get('api/config');
    for (const name of ['commit', 'privacyStatement'] as const) {
      const value = facts[name];
      if (value !== undefined) fn.addEnvironment(environment[name], value);
    }
  }

  #watch(measured: Measured, options: Settled, { key }: Stage): void {
    const { driveDollarsPerHour, alarmEmail: email, budgetDollarsPerMonth: dollars } = options;
    const thresholds = allThresholds(measured, driveDollarsPerHour);
    const apart = new OpenNestedStack(this, 'Operations', { description: 'Downpour: alarms and dashboard' });
    const alarms = new Alarms(apart, 'Alarms', { thresholds });
    // The topic stays in this stack under its old name, because a new topic needs a new confirmation.
    if (email !== undefined) alarms.notify(createTopic(new Construct(this, 'Alarms'), email, key));
    if (options.dashboard !== false) new Dashboard(apart, 'Dashboard', { measured, alarms: alarms.all });
    if (dollars !== undefined) new Budget(this, 'Budget', { dollars, email, stack: options.stack });
  }

  /** Outputs for the command line and for pipelines. */
  #publish(outputs: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
