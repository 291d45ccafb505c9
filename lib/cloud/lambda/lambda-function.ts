import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionSpec } from '../../functions/spec.ts';
import type { Network } from '../network.ts';
import { keyActions, type Stage } from '../stage.ts';
import type { Bundles } from './bundles.ts';
import { CompactRole } from './compact-role.ts';

export type LambdaFunctionProps = {
  readonly spec: FunctionSpec;
  readonly stage: Stage;
  readonly bundles: Bundles;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The reserved concurrency of this function, which is also its limit.
   * @default - it shares the account's unreserved concurrency
   */
  readonly concurrency?: number;
  /**
   * The subnets and security groups of the function.
   * @default - none: it reaches only public addresses
   */
  readonly network?: Network;
};

/** A Lambda function with its own role and its own log. At first its only permission is to write that log. */
export class LambdaFunction extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    const { key } = props.stage;
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: props.stage.logRetention,
      encryptionKey: key,
      removalPolicy: props.stage.removalPolicy,
    });
    // The role is created here, because the CDK's own role may write to every log of the account.
    const assumedBy = new iam.ServicePrincipal('lambda.amazonaws.com');
    const role = new (isRoute(props.spec) ? CompactRole : iam.Role)(this, 'Role', { assumedBy });
    logGroup.grantWrite(role);
    if (key !== undefined) key.grant(role, ...keyActions);
    this.fn = new lambda.Function(this, 'Function', {
      description: describe(props.spec),
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      ...props.bundles.code(props.spec.name),
      memorySize: props.spec.memoryMb,
      timeout: Duration.seconds(props.spec.timeoutS),
      environment: { ...props.environment },
      environmentEncryption: key,
      logGroup,
      role,
      reservedConcurrentExecutions: props.concurrency,
      ...recurrence(props.spec),
      // A running burst calls the version that was current at its start, also after a later deployment. So
      // old versions are kept.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      ...asynchronously(props.spec),
    });
    if (props.network !== undefined) this.#enter(props.network, role);
    Validations.of(this.fn).acknowledge(...exceptions);
  }

  /**
   * Lambda creates the network interfaces of a function with the function's role, so the role needs these
   * permissions. A second policy denies them to the code. Both are documented in
   * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
   */
  #enter({ subnets, securityGroups }: Network, role: iam.Role): void {
    const place = { subnetIds: [...subnets], securityGroupIds: [...securityGroups] };
    const fn = this.fn.node.defaultChild as lambda.CfnFunction;
    fn.vpcConfig = place;
    const enter = new iam.Policy(this, 'Interfaces', {
      roles: [role],
      statements: [new iam.PolicyStatement({ actions: interfaceActions, resources: ['*'] })],
    });
    fn.node.addDependency(enter.node.defaultChild as iam.CfnPolicy);
    new iam.Policy(this, 'NoInterfaces', {
      roles: [role],
      statements: [
        new iam.PolicyStatement({
          effect: iam.Effect.DENY,
          actions: interfaceActions,
          resources: ['*'],
          conditions: { ArnEquals: { 'lambda:SourceFunctionArn': this.fn.functionArn } },
        }),
      ],
    });
    Validations.of(enter).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason:
        'A network interface has no ARN before it exists. Another statement denies these actions to the code of the function.',
    });
  }
}

const exceptions = [
  {
    id: 'Serverless::Serverless-LambdaAsyncFailureDestination',
    reason:
      'API Gateway and Step Functions wait for the answer of this function and see each failure. No caller invokes it asynchronously.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason: 'A dead-letter queue is for asynchronous events, and this function receives no such event.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason:
      'X-Ray traces only the state machine. Traces of load generators would cost money for each shard. Each line of a log names its burst.',
  },
];

const interfaceActions = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

function describe(spec: FunctionSpec): string {
  return `Downpour ${spec.route ?? spec.name}`;
}

/**
 * The retries of asynchronous invocations. Only events are asynchronous. If a person invokes a function of
 * the driver asynchronously, Lambda must not repeat its load. Routes are left out, because a stack has a
 * limit of 500 resources.
 */
function asynchronously(spec: FunctionSpec): lambda.EventInvokeConfigOptions {
  if (spec.isEvent) return { retryAttempts: 2, maxEventAge: Duration.hours(6) };
  return isRoute(spec) ? {} : { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
}

/**
 * A task of a queue sends further tasks to the same queue: a job over many runs sends itself its next step.
 * Without this setting, Lambda stops a chain of messages after 16 calls and moves its next message to the
 * dead letters. Each step of a job moves its cursor, so the chain ends.
 */
const recurrence = ({ queues }: FunctionSpec): { readonly recursiveLoop?: lambda.RecursiveLoop } =>
  queues === undefined ? {} : { recursiveLoop: lambda.RecursiveLoop.ALLOW };

/**
 * A route's resources do not refer to its function, unlike the state machine, which refers to the functions
 * of the driver.
 */
const isRoute = ({ name }: FunctionSpec): boolean => name.startsWith('api/');
