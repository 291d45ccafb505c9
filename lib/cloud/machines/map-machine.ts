import { ArnFormat, Stack, Token, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { printedReference } from '../nesting/nag-reference.ts';
import type { Stage } from '../stage.ts';
import { VendedLog } from '../vended-log.ts';

export type MapMachineProps = {
  readonly stage: Stage;
  /**
   * The functions by their placeholders `${name}` in the definition. Each placeholder is replaced by the
   * function's version of this release.
   */
  readonly states: Readonly<Record<string, lambda.Function>>;
  readonly definitionBody: sfn.DefinitionBody;
  /** The values of placeholders in the definition that are not names of functions. */
  readonly places?: Readonly<Record<string, string>> | undefined;
  readonly comment: string;
  /**
   * Name of the state machine.
   * @default - a generated name
   */
  readonly name?: string;
};

/**
 * A state machine with distributed maps, which run their items as child executions. It may invoke its
 * functions and start such children, and nothing else.
 */
export class MapMachine extends Construct {
  readonly machine: sfn.StateMachine;

  constructor(scope: Construct, id: string, props: MapMachineProps) {
    super(scope, id);
    const { states, places, definitionBody, comment, name } = props;
    this.machine = new sfn.StateMachine(this, 'Machine', {
      comment,
      definitionBody,
      stateMachineName: name,
      definitionSubstitutions: {
        ...Object.fromEntries(
          Object.entries(states).map(([state, fn]) => [state, fn.currentVersion.functionArn]),
        ),
        ...places,
        partition: Stack.of(this).partition,
      },
      stateMachineType: sfn.StateMachineType.STANDARD,
      tracingEnabled: true,
      logs: {
        // The log leaves out the data of executions, because it contains the content of a benchmark, possibly
        // with secrets of the target.
        destination: new VendedLog(this, 'Log', { stage: props.stage, of: 'states' }).group,
        level: sfn.LogLevel.ALL,
        includeExecutionData: false,
      },
    });
    this.#allowInvoke(Object.values(states));
    this.#allowDistributedMap();
  }

  /**
   * Permits all versions of the functions, because an execution that began before a deployment still calls
   * the versions of its start. Executions of releases without versions call the functions themselves.
   */
  #allowInvoke(fns: readonly lambda.Function[]): void {
    const resources = fns.flatMap((fn) => [fn.functionArn, `${fn.functionArn}:*`]);
    this.machine.addToRolePolicy(new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
    for (const fn of fns)
      Validations.of(this.machine).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::${printedReference(this.machine, fn.node.defaultChild as lambda.CfnFunction, 'Arn')}:*]`,
        reason:
          'These are the versions of one function: a running burst calls the version that was current when the burst started.',
      });
    Validations.of(this.machine).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'AWS accepts only * as the resource of the actions for X-Ray and log delivery.',
    });
  }

  /**
   * A distributed map starts each of its children as an execution of the same machine. This is a separate
   * policy: the machine depends on its role's default policy, which therefore cannot name the machine.
   */
  #allowDistributedMap(): void {
    const { stateMachineArn } = this.machine;
    const children = this.executions();
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
    this.acknowledgeExecutions(policy);
  }

  /** The ARN pattern of all executions of this machine, and of the children of its maps. */
  executions(): string {
    return Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${this.machine.stateMachineName}:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  acknowledgeExecutions(policy: iam.Policy): void {
    const stack = Stack.of(this);
    const place = `arn:${shown(stack.partition, 'AWS::Partition')}:states:${shown(stack.region, 'AWS::Region')}`;
    const machineId = stack.getLogicalId(this.machine.node.defaultChild as sfn.CfnStateMachine);
    Validations.of(policy).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${place}:<AWS::AccountId>:execution:<${machineId}.Name>:*]`,
      reason: 'Executions get their names at run time. All of them belong to this state machine.',
    });
  }
}

/**
 * A value as the ids of suppressed cdk-nag findings show it. A value that is known only at deployment is
 * replaced by its name.
 */
export const shown = (value: string, name: string): string =>
  Token.isUnresolved(value) ? `<${name}>` : value;
