import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { burstStates } from '../../functions/state-functions.ts';
import { withoutTasks } from '../../state-machine-definitions.ts';
import type { Functions } from '../function-constructs.ts';
import type { Stage } from '../stage.ts';
import { assemblyFolder } from './assembly-folder.ts';
import type { DriveTasks } from './drive-tasks.ts';
import { MapMachine } from './map-machine.ts';

export type BurstMachineProps = {
  readonly stage: Stage;
  readonly functions: Functions;
  /** The Amazon States Language file. The local state machine reads the same file. */
  readonly definition: string;
  /**
   * The tasks that drive in place of functions.
   * @default - the definition has no state that runs tasks
   */
  readonly tasks?: DriveTasks | undefined;
};

/** The state machine of a burst, from its plan to its run. */
export class BurstMachine extends MapMachine {
  /** A policy that permits answering the task tokens of this machine. */
  readonly respond: iam.Policy;
  /** A policy that permits a function to end executions of this state machine. */
  readonly stop: iam.Policy;

  constructor(scope: Construct, id: string, props: BurstMachineProps) {
    const { stage, functions, definition, tasks } = props;
    super(scope, id, {
      stage,
      states: functions.behind(burstStates),
      definitionBody: sfn.DefinitionBody.fromFile(
        tasks === undefined ? fileWithoutTasks(definition, assemblyFolder(scope, id)) : definition,
      ),
      places: tasks?.place,
      comment: 'One execution is one burst',
    });
    this.respond = this.#createRespondPolicy();
    this.stop = this.#createStopPolicy();
    tasks?.allow(this.machine);
  }

  /**
   * Creates one policy for all functions that answer task tokens. It is separate from their default policies,
   * because of a circle. The machine depends on the functions, a function on its default policy, and this
   * policy on the machine.
   */
  #createRespondPolicy(): iam.Policy {
    const { stateMachineArn } = this.machine;
    const policy = new iam.Policy(this, 'Respond', { statements: respondStatements(stateMachineArn) });
    const machineId = Stack.of(this).getLogicalId(this.machine.node.defaultChild as sfn.CfnStateMachine);
    Validations.of(policy).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${machineId}>/*]`,
      reason: 'Step Functions makes the names of the map runs; all of them belong to this state machine.',
    });
    return policy;
  }

  /**
   * Creates a separate policy, because the default policies of the functions must not depend on the machine.
   * That would be circular.
   */
  #createStopPolicy(): iam.Policy {
    const statement = new iam.PolicyStatement({
      actions: ['states:StopExecution'],
      resources: [this.executions()],
    });
    const policy = new iam.Policy(this, 'Stop', { statements: [statement] });
    this.acknowledgeExecutions(policy);
    return policy;
  }
}

/** Writes the definition without tasks to a file, because the text is too long for a template. */
function fileWithoutTasks(definition: string, folder: string): string {
  const file = join(folder, 'burst.asl.json');
  writeFileSync(file, withoutTasks(readFileSync(definition, 'utf8')));
  return file;
}

/** The permissions to answer task tokens and to end bursts, also from another region. */
export const respondStatements = (stateMachineArn: string): iam.PolicyStatement[] => [
  new iam.PolicyStatement({
    actions: ['states:SendTaskSuccess'],
    // Every task token is issued inside a child execution of a distributed map. The ARN of the child is
    // `<machine>/<label of the map>`.
    resources: [stateMachineArn, `${stateMachineArn}/*`],
  }),
  // A function that decides about a stopped burst starts the execution that ends it.
  new iam.PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }),
];
