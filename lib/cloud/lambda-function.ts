import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { FunctionSpec } from '../functions.ts';
import type { Stage } from './stage.ts';

export type LambdaFunctionProps = {
  readonly spec: FunctionSpec;
  readonly stage: Stage;
  /** Folder that holds `<name>/index.mjs`. */
  readonly bundles: string;
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Invocations at once that are set aside for this function and that it cannot exceed.
   * @default - it shares the account's unreserved concurrency
   */
  readonly concurrency?: number;
};

/** One function with its own role and its own log: it starts with no permission except to write that log. */
export class LambdaFunction extends Construct {
  readonly fn: lambda.Function;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    const logGroup = new logs.LogGroup(this, 'Log', {
      retention: props.stage.logRetention,
      removalPolicy: props.stage.removalPolicy,
    });
    // A role of our own, because the one that the CDK makes may write to every log of the account.
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    this.fn = new lambda.Function(this, 'Function', {
      description: describe(props.spec),
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(join(props.bundles, props.spec.name)),
      handler: 'index.handler',
      memorySize: props.spec.memoryMb,
      timeout: Duration.seconds(props.spec.timeoutS),
      environment: { ...props.environment },
      logGroup,
      role,
      reservedConcurrentExecutions: props.concurrency,
      // Nothing here is invoked asynchronously. Should somebody do it, Lambda must not repeat load by itself.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
    });
  }
}

function describe(spec: FunctionSpec): string {
  return spec.route === undefined ? `Downpour ${spec.name}` : `Downpour ${spec.route}`;
}
