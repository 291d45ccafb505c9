import { ArnFormat, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';

export type RegionsProps = {
  /** Further regions with drives. Empty: none. */
  readonly regions: readonly string[];
  /** The state machine of bursts. The state machines of the drives in further regions have the same name. */
  readonly machine: sfn.StateMachine;
};

/**
 * The permissions of a deployment in other regions: to read the release of the drives, to start those of a
 * burst, to read whether they have ended, and to stop them. These are separate policies, like those of the
 * state machine. In the default policies of the functions they would make a circle: the machine depends on
 * the functions, and the functions depend on their default policies.
 */
export class Regions extends Construct {
  /**
   * The permission to read the release of the drives in further regions. Undefined without further regions.
   */
  readonly release: iam.Policy | undefined;
  readonly start: iam.Policy | undefined;
  readonly watch: iam.Policy | undefined;
  readonly stop: iam.Policy | undefined;
  readonly #props: RegionsProps;

  constructor(scope: Construct, id: string, props: RegionsProps) {
    super(scope, id);
    this.#props = props;
    if (props.regions.length === 0) return;
    this.release = this.#createPolicy('Release', 'states:ListTagsForResource', 'stateMachine');
    this.start = this.#createPolicy('Start', 'states:StartExecution', 'stateMachine');
    this.watch = this.#createPolicy('Watch', 'states:DescribeExecution', 'execution');
    this.stop = this.#createPolicy('Stop', 'states:StopExecution', 'execution');
  }

  #createPolicy(id: string, action: string, resource: 'stateMachine' | 'execution'): iam.Policy {
    const { regions, machine } = this.#props;
    const any = resource === 'execution' ? ':*' : '';
    const resources = regions.map((region) =>
      Stack.of(this).formatArn({
        service: 'states',
        region,
        resource,
        resourceName: `${machine.stateMachineName}${any}`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    const statements = [new iam.PolicyStatement({ actions: [action], resources })];
    const policy = new iam.Policy(this, id, { statements });
    if (any !== '') this.#acknowledge(policy);
    return policy;
  }

  #acknowledge(policy: iam.Policy): void {
    const { regions, machine } = this.#props;
    const machineId = Stack.of(this).getLogicalId(machine.node.defaultChild as sfn.CfnStateMachine);
    for (const region of regions)
      Validations.of(policy).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:${region}:<AWS::AccountId>:execution:<${machineId}.Name>:*]`,
        reason:
          'Executions get their names at run time. All of them belong to the state machines that run the load generators (drives) of this deployment.',
      });
  }
}
