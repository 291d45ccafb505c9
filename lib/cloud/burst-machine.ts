import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { burstStates } from '../functions.ts';
import type { Functions } from './functions.ts';
import type { Stage } from './stage.ts';
import { VendedLog } from './vended-log.ts';

export type BurstMachineProps = {
  readonly stage: Stage;
  readonly functions: Functions;
  /** The Amazon States Language file, the same one that runs on one machine. */
  readonly definition: string;
};

/** The state machine that carries a burst from plan to run. It may invoke its functions and nothing else. */
export class BurstMachine extends Construct {
  readonly machine: sfn.StateMachine;
  /** Permits answering the task tokens of this machine. */
  readonly respond: iam.Policy;
  /** Permits ending its executions. */
  readonly stop: iam.Policy;

  constructor(scope: Construct, id: string, props: BurstMachineProps) {
    super(scope, id);
    const states = Object.entries(burstStates).map(
      ([state, name]) => [state, props.functions.get(name)] as const,
    );
    this.machine = new sfn.StateMachine(this, 'Machine', {
      comment: 'One execution is one burst',
      definitionBody: sfn.DefinitionBody.fromFile(props.definition),
      definitionSubstitutions: Object.fromEntries(states.map(([state, fn]) => [state, fn.functionArn])),
      stateMachineType: sfn.StateMachineType.STANDARD,
      tracingEnabled: true,
      logs: {
        // Execution data holds what a benchmark sends, sometimes secrets of the target, so the log goes without it.
        destination: new VendedLog(this, 'Log', { stage: props.stage, of: 'states' }).group,
        level: sfn.LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.#allowInvoke(states.map(([, fn]) => fn));
    this.#allowDistributedMap();
    this.respond = this.#createRespondPolicy();
    this.stop = this.#createStopPolicy();
  }

  /** Not `grantInvoke`, which would open every version and alias as well. */
  #allowInvoke(fns: readonly lambda.Function[]): void {
    const resources = fns.map((fn) => fn.functionArn);
    this.machine.addToRolePolicy(new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
    Validations.of(this.machine).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and the delivery of logs know no resources: AWS accepts only * for these actions.',
    });
  }

  /**
   * A distributed map starts each of its children as an execution of this same machine. A policy of its own,
   * because the machine waits for its role's default policy, which therefore cannot name the machine.
   */
  #allowDistributedMap(): void {
    const { stateMachineArn } = this.machine;
    const children = this.#executions();
    const policy = new iam.Policy(this, 'DistributedMap', {
      roles: [this.machine.role],
      statements: [
        new iam.PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }),
        new iam.PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution'],
          resources: [children],
        }),
      ],
    });
    this.#acknowledgeExecutions(policy);
  }

  /** All executions of this machine, and the children of its maps. */
  #executions(): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  #acknowledgeExecutions(policy: iam.Policy): void {
    const machineId = Stack.of(this).getLogicalId(this.machine.node.defaultChild as sfn.CfnStateMachine);
    Validations.of(policy).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machineId}.Name>:*]`,
      reason: 'Executions get their names at run time; all are of this machine.',
    });
  }

  /**
   * One policy for all who answer tokens, apart from their default policies: the machine waits for the
   * functions, a function waits for its default policy, and that would have waited for the machine.
   */
  #createRespondPolicy(): iam.Policy {
    const { stateMachineArn } = this.machine;
    const policy = new iam.Policy(this, 'Respond', {
      statements: [
        new iam.PolicyStatement({
          actions: ['states:SendTaskSuccess'],
          // Every token is issued inside a child of a distributed map, whose ARN is `<machine>/<label of the map>`.
          resources: [stateMachineArn, `${stateMachineArn}/*`],
        }),
        // Whoever decides about a stopped burst starts the execution that carries it to its end.
        new iam.PolicyStatement({
          actions: ['states:StartExecution'],
          resources: [this.machine.stateMachineArn],
        }),
      ],
    });
    const machineId = Stack.of(this).getLogicalId(this.machine.node.defaultChild as sfn.CfnStateMachine);
    Validations.of(policy).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${machineId}>/*]`,
      reason: 'The labels of its maps are made by the service; all are parts of this machine.',
    });
    return policy;
  }

  /** Apart from the default policies for the same reason. */
  #createStopPolicy(): iam.Policy {
    const statement = new iam.PolicyStatement({
      actions: ['states:StopExecution'],
      resources: [this.#executions()],
    });
    const policy = new iam.Policy(this, 'Stop', { statements: [statement] });
    this.#acknowledgeExecutions(policy);
    return policy;
  }
}
