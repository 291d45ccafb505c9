import { dirname, join } from 'node:path';
import { Stack, Token } from 'aws-cdk-lib';
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sns from 'aws-cdk-lib/aws-sns';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { environment } from '../../names/environment.ts';
import type { KeyAlias } from '../../names/key-function-aliases.ts';
import { ResultsApi } from '../api/http-api.ts';
import { PrivateApi } from '../api/private-api.ts';
import { Functions } from '../function-constructs.ts';
import { BurstMachine } from '../machines/burst-machine.ts';
import { DriveTasks } from '../machines/drive-tasks.ts';
import { StopMachine } from '../machines/stop-machine.ts';
import { isNested } from '../nesting/is-nested.ts';
import { OpenNestedStack } from '../nesting/nested-stack.ts';
import { openNetwork } from '../network.ts';
import { createTopic } from '../operations/alarm-topic.ts';
import { Alarms, allThresholds } from '../operations/alarms.ts';
import { Budget } from '../operations/budget.ts';
import { Dashboard } from '../operations/dashboard.ts';
import { Measured } from '../operations/metrics.ts';
import { firewallRules } from '../options/front-rules.ts';
import { brokenOf, isOption, readPlain, type Settled } from '../options/read.ts';
import { reservedFor } from '../options/reserved-concurrency.ts';
import { grantNeeds } from '../permissions.ts';
import { Reaper } from '../reaper.ts';
import { Regions } from '../regions/region-permissions.ts';
import { regionsOf } from '../regions/stack-names.ts';
import { RunStorage } from '../run-storage.ts';
import { Schedules } from '../schedules.ts';
import { settings } from '../settings.ts';
import { keyActions, stageOf } from '../stage.ts';
import { label } from '../tags.ts';
import { risingWrites, shardsMaxIn } from '../warm-throughput.ts';
import { EventBus } from '../work/event-bus.ts';
import { WorkQueues } from '../work/work-queues.ts';
import type { Code } from './code.ts';
import { isPlain } from './plain-options.ts';
import type { DownpourProps } from './props.ts';

/**
 * A whole deployment of Downpour in one account and region. To understand the infrastructure, read this
 * first, then the constructs in the order of their creation. A stack holds only one deployment, because logs
 * and metrics have the name of the stack.
 */
export class Deployment extends Construct {
  /** Address of the API, with a slash at its end. */
  readonly apiUrl: string;
  /**
   * The name that the DNS record of `domain` must point to. Undefined: the record is created in `hostedZone`,
   * or there is no domain.
   */
  readonly domainTarget: string | undefined;
  readonly bucket: s3.IBucket;
  readonly repositoryTable: dynamodb.ITable;
  readonly identityTable: dynamodb.ITable;
  /**
   * The table with the state of running bursts. It is useless after a burst, so the table need not be kept.
   */
  readonly burstsTable: dynamodb.ITable;
  /** The state machine of bursts. Each of its executions is one burst. */
  readonly stateMachine: sfn.IStateMachine;
  /** Gets the events of the repository: new runs, changes, missing data. */
  readonly eventBus: events.IEventBus;
  /** Makes the first administrator key, once: invoke it after the first deployment. */
  readonly firstKeyFunction: lambda.IFunction;
  /**
   * The queues for tasks of background work that failed after all retries. There is one for each priority.
   */
  readonly deadLetterQueues: { readonly now: sqs.IQueue; readonly later: sqs.IQueue };
  readonly alarms: readonly cloudwatch.Alarm[];
  /** Sends the alarms to `alarmEmail`. Undefined without an address. */
  readonly alarmTopic: sns.ITopic | undefined;
  /** The IP addresses from which all load comes, joined by commas. Undefined without `vpc: 'create'`. */
  readonly loadAddresses: string | undefined;
  /**
   * The write units per second for which the table of bursts is prepared. Undefined: those of a new table.
   */
  readonly warmWrites: number | undefined;
  /** The number of concurrent executions that all functions of the deployment reserve together. */
  readonly reserved: number;
  readonly #aliases = new Map<KeyAlias, lambda.Alias>();

  /**
   * @throws DownpourError `DEPLOYMENT_OPTION` (400) with all problems of the props.
   */
  constructor(scope: Construct, id: string, props: DownpourProps, code: Code) {
    super(scope, id);
    this.#refuseSecond();
    // With this flag of the CDK each permission would be a resource, and a stack may have only 500 resources.
    this.node.setContext('@aws-cdk/aws-lambda:createNewPoliciesWithAddToRolePolicy', false);
    const { vpc, vpcSubnets, securityGroups, privateApi, warmWritesBefore, ...stores } = props;
    const { key, bucket, repositoryTable, identityTable, accessLogBucket, ...others } = stores;
    const { hostedZone, certificate, regions: further, ...plain } = others;
    const read = readPlain(plain, [...unfit(props, knownRegion(this)), ...foreign(plain)]);
    const options = { ...read, regions: further };
    const { stackName } = Stack.of(this);
    if (key !== undefined) allowLogs(key);
    const stage = stageOf(options, key);
    this.warmWrites = risingWrites(shardsMaxIn(options.ceilings), warmWritesBefore);
    const storage = new RunStorage(this, 'RunStorage', {
      stage,
      warmWrites: this.warmWrites,
      adopted: { bucket, repositoryTable, identityTable },
      accessLogBucket,
    });
    const network = openNetwork(this, {
      vpc,
      vpcSubnets,
      securityGroups,
      natAddresses: options.natAddresses,
    });
    const reserved = reservedFor(options);
    const variables = settings(code, options, stackName, reserved, vpc);
    const functions = new Functions(this, 'Functions', {
      stage,
      bundles: code.bundles,
      network,
      nested: isNested,
      environment: variables,
      reserved: reserved.byFunction,
    });
    const release = functions.mark('driver/plan', 'driver/drive');
    const tasks =
      network === undefined || options.fargate === undefined
        ? undefined
        : new DriveTasks(this, 'DriveTasks', {
            stage,
            network,
            bundles: code.bundles,
            cores: options.fargateCores,
            environment: { ...variables, [environment.release]: release },
          });
    describe(functions, { commit: code.commit, privacyStatement: options.privacyStatement });
    const { definition } = code;
    const machine = new BurstMachine(this, 'BurstMachine', { stage, definition, functions, tasks });
    const schedules = new Schedules(this, 'Schedules', { stage, functions });
    const work = new WorkQueues(this, 'Work', { stage, functions });
    const events = new EventBus(this, 'Events');
    const regions = new Regions(this, 'Regions', {
      regions: regionsOf(further),
      machine: machine.machine,
    });
    grantNeeds({ functions, tasks, storage, machine, schedules, work, events, regions });
    grantKeysOf(props, functions);
    new Reaper(this, 'Reaper', { machine: machine.machine, functions });
    const stopping = new StopMachine(this, 'StopMachine', {
      stage,
      machine: machine.machine,
      bursts: storage.bursts,
      definition: join(dirname(definition), 'stop.asl.json'),
    });
    const own = { ...options, hostedZone, certificate, stage, functions, stopping };
    // Both kinds of API have the same construct id, so the DNS record of the domain keeps its logical id when
    // the kind changes. Otherwise CloudFormation would create a second record with the same name, which a
    // zone refuses.
    const api =
      privateApi === undefined
        ? new ResultsApi(this, 'ResultsApi', own)
        : new PrivateApi(this, 'ResultsApi', { ...own, endpoints: privateApi, place: network?.place });
    // The functions learn their own address from this variable. Callers send passwords to this address, so it
    // must not come from a header of a request.
    functions.get('api/config').addEnvironment(environment.publicUrl, api.functionsUrl);
    // A private API or a firewall changes the host name of the API. Otherwise functions take the host name
    // from the header `host`.
    if (privateApi !== undefined || options.firewall !== undefined)
      functions.get('api/doctor-burst').addEnvironment(environment.publicUrl, api.functionsUrl);
    const isStorageLimited = options.teamStorageGB !== undefined;
    const parts = { api, functions, machine, stopping, schedules, work, storage };
    const watched = { ...parts, stack: stackName, isStorageLimited };
    [this.alarms, this.alarmTopic] = this.#watch(new Measured(watched), options, key);
    label(this, { ...options, stack: stackName });
    this.apiUrl = api.url;
    this.domainTarget = api.domainTarget;
    this.bucket = storage.bucket;
    this.repositoryTable = storage.repository;
    this.identityTable = storage.identity;
    this.burstsTable = storage.bursts;
    this.stateMachine = machine.machine;
    this.eventBus = events.bus;
    this.firstKeyFunction = functions.get('api/first-key');
    this.deadLetterQueues = { now: work.now.dead, later: work.later.dead };
    this.loadAddresses = network?.addresses;
    this.reserved = reserved.sum;
  }

  /**
   * Lets a principal start, watch and stop bursts, and read and upload runs: it may invoke `driveKeys`, which
   * gives it a key of the API for some hours.
   */
  grantDrive(grantee: iam.IGrantable): iam.Grant {
    return this.driveKeys.grantInvoke(grantee);
  }

  /** Lets a principal read runs: it may invoke `readKeys`, which gives it a key of the API for some hours. */
  grantRead(grantee: iam.IGrantable): iam.Grant {
    return this.readKeys.grantInvoke(grantee);
  }

  /** Gives keys that may start, watch and stop bursts. Its answer is `{ apiKey, expiresAt }`. */
  get driveKeys(): lambda.IFunction {
    return this.#keys('drive', 'DriveKeys');
  }

  /** Gives keys that may only read. Its answer is `{ apiKey, expiresAt }`. */
  get readKeys(): lambda.IFunction {
    return this.#keys('read', 'ReadKeys');
  }

  /**
   * Creates an alias of the function that makes API keys. Each alias makes keys with other rights. Permission
   * to invoke one alias does not permit another.
   */
  #keys(aliasName: KeyAlias, id: string): lambda.Alias {
    const version = (this.firstKeyFunction as lambda.Function).latestVersion;
    const alias = this.#aliases.get(aliasName) ?? new lambda.Alias(this, id, { aliasName, version });
    this.#aliases.set(aliasName, alias);
    return alias;
  }

  #watch(
    measured: Measured,
    options: Settled,
    key: kms.IKey | undefined,
  ): readonly [readonly cloudwatch.Alarm[], sns.ITopic | undefined] {
    const { driveDollarsPerHour, alarmEmail: email, budgetDollarsPerMonth: dollars } = options;
    const thresholds = allThresholds(measured, driveDollarsPerHour);
    const apart = new OpenNestedStack(this, 'Operations', { description: 'Downpour: alarms and dashboard' });
    const alarms = new Alarms(apart, 'Alarms', { thresholds });
    // The topic stays in this stack under its earlier name, because the owner of an email address must
    // confirm each new topic.
    const topic = email === undefined ? undefined : createTopic(new Construct(this, 'Alarms'), email, key);
    if (topic !== undefined) alarms.notify(topic);
    if (options.dashboard !== false) new Dashboard(apart, 'Dashboard', { measured, alarms: alarms.all });
    if (dollars !== undefined)
      new Budget(this, 'Budget', { dollars, email, stack: Stack.of(this).stackName });
    return [alarms.all, topic];
  }

  #refuseSecond(): void {
    const stack = Stack.of(this);
    const other = stack.node.findAll().find((each) => each instanceof Deployment && each !== this);
    if (other !== undefined)
      throw new Error(
        `${other.node.path} is in the same stack: give each deployment of Downpour a stack of its own`,
      );
  }
}

/** The region of a stack, if its app names it. */
function knownRegion(scope: Construct): string | undefined {
  const { region } = Stack.of(scope);
  return Token.isUnresolved(region) ? undefined : region;
}

/** The problems of settings that need or exclude each other. */
const unfit = ({ vpc, ...props }: DownpourProps, region: string | undefined): readonly string[] =>
  brokenOf([
    [
      vpc === 'create' && props.vpcSubnets !== undefined,
      'vpcSubnets needs the VPC that contains the subnets: set vpc to this VPC, not to create',
    ],
    [
      vpc === 'create' && props.securityGroups !== undefined,
      'securityGroups needs the VPC of the groups: set vpc to this VPC, not to create',
    ],
    [
      vpc === undefined && props.vpcSubnets !== undefined,
      'vpcSubnets needs vpc: the VPC that contains the subnets',
    ],
    [
      vpc === undefined && props.securityGroups !== undefined,
      'securityGroups needs vpc: the VPC to which the groups belong',
    ],
    [vpc === undefined && props.fargate !== undefined, 'fargate needs vpc: the VPC in which the tasks run'],
    [vpc !== 'create' && props.natAddresses !== undefined, "natAddresses needs vpc: 'create'"],
    [
      props.bucket !== undefined && props.repositoryTable === undefined,
      'bucket needs repositoryTable: the table with the list of the runs in the bucket',
    ],
    [
      props.domain !== undefined && props.hostedZone === undefined && props.certificate === undefined,
      'domain needs hostedZone or certificate',
    ],
    [props.domain === undefined && props.hostedZone !== undefined, 'hostedZone needs domain'],
    [props.domain === undefined && props.certificate !== undefined, 'certificate needs domain'],
    [props.privateApi === 'create' && vpc === undefined, "privateApi: 'create' needs vpc"],
    [props.privateApi?.length === 0, "privateApi must be 'create' or name at least one endpoint"],
    [
      props.privateApi !== undefined && props.domain !== undefined && props.certificate === undefined,
      'a domain together with privateApi needs certificate',
    ],
    [
      props.privateApi !== undefined && props.privateApi !== 'create' && props.hostedZone !== undefined,
      "a hostedZone together with privateApi needs privateApi: 'create'",
    ],
    ...firewallRules(props, props.privateApi !== undefined, region),
  ]);

/**
 * Names of options that only Downpour's own stack accepts. The types exclude these options, but a JavaScript
 * program has no types.
 */
const foreign = (plain: object): readonly string[] =>
  Object.keys(plain)
    .filter((name) => isOption(name) && !isPlain(name))
    .map((name) => `${name} is not a property of the construct Downpour: set it in your own stack`);

/**
 * Gives the function `api/config` the commit and the privacy statement as variables. Other functions do not
 * get them, so a new commit does not change these functions.
 */
function describe(
  functions: Functions,
  facts: { readonly commit: string | undefined; readonly privacyStatement: string | undefined },
): void {
  const fn = functions.get('api/config');
  for (const name of ['commit', 'privacyStatement'] as const) {
    const value = facts[name];
    if (value !== undefined) fn.addEnvironment(environment[name], value);
  }
}

/**
 * Permits CloudWatch Logs to use a key, in the key's policy, because that service has no role. The policy of
 * an imported key is not changed.
 */
function allowLogs(key: kms.IKey): void {
  const { account, region, partition } = Stack.of(key);
  key.addToResourcePolicy(
    new iam.PolicyStatement({
      principals: [new iam.ServicePrincipal('logs.amazonaws.com')],
      actions: ['kms:Decrypt*', 'kms:Describe*', 'kms:Encrypt*', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:*` },
      },
    }),
  );
}

/**
 * Grants functions the use of the encryption keys of existing buckets and tables, which may differ from the
 * deployment's key.
 */
function grantKeysOf(
  { key, bucket, repositoryTable, identityTable }: DownpourProps,
  functions: Functions,
): void {
  const keys = [bucket, repositoryTable, identityTable].map((store) => store?.encryptionKey);
  for (const each of new Set(keys))
    if (each !== undefined && each !== key)
      for (const { name } of functions.specs) each.grant(functions.get(name), ...keyActions);
}
