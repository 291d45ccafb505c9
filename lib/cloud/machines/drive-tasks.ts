import { writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ArnFormat, Aws, Lazy, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { DockerImageAsset, Platform } from 'aws-cdk-lib/aws-ecr-assets';
import * as ecs from 'aws-cdk-lib/aws-ecs';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { taskMemoryMbCore } from '../../facts/fargate.ts';
import type { TaskPlace } from '../../functions/state-functions.ts';
import type { Bundles } from '../lambda/bundles.ts';
import type { Network } from '../network.ts';
import { keyActions, type Stage } from '../stage.ts';
import { assemblyFolder } from './assembly-folder.ts';
import { shown } from './map-machine.ts';

export type DriveTasksProps = {
  readonly stage: Stage;
  readonly network: Network;
  readonly bundles: Bundles;
  /** The number of processors of a task. */
  readonly cores: number;
  /** Variables of a task, in addition to those of the grants. */
  readonly environment: Readonly<Record<string, string>>;
};

/**
 * Tasks of ECS Fargate that send load. They run the same bundle as the function `driver/drive`, with the same
 * permissions.
 */
export class DriveTasks extends Construct {
  /** The role of the code in the container. */
  readonly role: iam.Role;
  /** The values of the placeholders for tasks in the definition of the state machine, such as the cluster. */
  readonly place: Readonly<Record<TaskPlace, string>>;
  readonly #environment: Record<string, string>;
  readonly #starter: iam.Role;
  readonly #family: string;
  readonly #cluster: ecs.CfnCluster;

  constructor(scope: Construct, id: string, props: DriveTasksProps) {
    super(scope, id);
    const { network, stage } = props;
    this.#environment = { ...props.environment };
    this.#family = `${Stack.of(this).stackName}-drive`;
    const assumedBy = new iam.ServicePrincipal('ecs-tasks.amazonaws.com');
    this.role = new iam.Role(this, 'Role', {
      // ECS takes the role only for tasks of this account:
      // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-iam-roles.html
      assumedBy: assumedBy.withConditions({
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:ecs:${Aws.REGION}:${Aws.ACCOUNT_ID}:*` },
      }),
    });
    this.#starter = new iam.Role(this, 'Starter', { assumedBy });
    if (stage.key !== undefined) stage.key.grant(this.role, ...keyActions);
    this.#cluster = new ecs.CfnCluster(this, 'Cluster', {
      clusterSettings: [{ name: 'containerInsights', value: 'disabled' }],
    });
    const definition = this.#define(props, this.#createLog(stage));
    this.place = {
      taskCluster: this.#cluster.attrArn,
      taskDefinition: definition.ref,
      taskSubnets: network.subnets.join(','),
      taskSecurityGroups: network.securityGroups.join(','),
    };
    Validations.of(this.#cluster).acknowledge({
      id: 'AwsSolutions::AwsSolutions-ECS4',
      reason:
        'Each load generator measures itself, and stores the numbers in the run. The container metrics of AWS cost extra.',
    });
  }

  addEnvironment(name: string, value: string): void {
    this.#environment[name] = value;
  }

  addToRolePolicy(statement: iam.PolicyStatement): void {
    this.role.addToPolicy(statement);
  }

  /**
   * Permits the machine to run tasks, and the tasks to report to the machine. These are separate policies: in
   * the default policies of the roles they would make a circular dependency.
   */
  allow(machine: sfn.StateMachine): void {
    const stack = Stack.of(this);
    // A running burst uses the revision of the task definition that was current at its start. So every
    // revision is allowed.
    const revisions = this.#arn('task-definition', `${this.#family}:*`);
    const tasks = this.#arn('task', `${this.#cluster.ref}/*`);
    const run = new iam.Policy(this, 'Run', {
      roles: [machine.role],
      statements: [
        new iam.PolicyStatement({
          actions: ['ecs:RunTask'],
          resources: [revisions],
          conditions: { ArnEquals: { 'ecs:cluster': this.#cluster.attrArn } },
        }),
        // Permits tags on new tasks. A task has the tags of the deployment, so that the budget counts its
        // cost.
        new iam.PolicyStatement({
          actions: ['ecs:TagResource'],
          resources: [tasks],
          conditions: { StringEquals: { 'ecs:CreateAction': 'RunTask' } },
        }),
        new iam.PolicyStatement({
          actions: ['iam:PassRole'],
          resources: [this.role.roleArn, this.#starter.roleArn],
          conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
        }),
      ],
    });
    const place = `arn:${shown(stack.partition, 'AWS::Partition')}:ecs:${shown(stack.region, 'AWS::Region')}:<AWS::AccountId>`;
    Validations.of(run).acknowledge(
      {
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::${place}:task-definition/${this.#family}:*]`,
        reason:
          'These are the revisions of one task definition: a running burst uses the revision that was current when the burst started.',
      },
      {
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::${place}:task/<${stack.getLogicalId(this.#cluster)}>/*]`,
        reason:
          'ECS names the tasks at run time. All tasks are in this cluster, and tags can be set only while a task is created.',
      },
    );
    const report = new iam.Policy(this, 'Report', {
      roles: [this.role],
      statements: [
        new iam.PolicyStatement({
          actions: ['states:SendTaskHeartbeat', 'states:SendTaskFailure'],
          resources: [machine.stateMachineArn, `${machine.stateMachineArn}/*`],
        }),
      ],
    });
    Validations.of(report).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${stack.getLogicalId(machine.node.defaultChild as sfn.CfnStateMachine)}>/*]`,
      reason: 'Step Functions makes the names of the map runs; all of them belong to this state machine.',
    });
  }

  #arn(resource: string, resourceName: string): string {
    const arnFormat = ArnFormat.SLASH_RESOURCE_NAME;
    return Stack.of(this).formatArn({ service: 'ecs', resource, resourceName, arnFormat });
  }

  #createLog({ logRetention, key, removalPolicy }: Stage): logs.LogGroup {
    const log = new logs.LogGroup(this, 'Log', {
      retention: logRetention,
      encryptionKey: key,
      removalPolicy,
    });
    log.grantWrite(this.#starter);
    return log;
  }

  #define({ bundles, cores }: DriveTasksProps, log: logs.LogGroup): ecs.CfnTaskDefinition {
    const image = new DockerImageAsset(this, 'Image', {
      directory: imageFolder(bundles, assemblyFolder(this, 'Image')),
      platform: Platform.LINUX_ARM64,
    });
    image.repository.grantPull(this.#starter);
    Validations.of(this.#starter).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason:
        'AWS accepts only * for the token of a registry. With the token, only one repository can be read.',
    });
    const definition = new ecs.CfnTaskDefinition(this, 'Task', {
      family: this.#family,
      requiresCompatibilities: ['FARGATE'],
      networkMode: 'awsvpc',
      cpu: String(cores * 1024),
      memory: String(cores * taskMemoryMbCore),
      runtimePlatform: { cpuArchitecture: 'ARM64', operatingSystemFamily: 'LINUX' },
      taskRoleArn: this.role.roleArn,
      executionRoleArn: this.#starter.roleArn,
      containerDefinitions: [
        {
          name: 'drive',
          image: image.imageUri,
          essential: true,
          readonlyRootFilesystem: true,
          environment: Lazy.any({ produce: () => this.#variables() }),
          logConfiguration: {
            logDriver: 'awslogs',
            options: {
              'awslogs-group': log.logGroupName,
              'awslogs-region': Aws.REGION,
              'awslogs-stream-prefix': 'task',
            },
          },
        },
      ],
    });
    // A running burst uses the revision of the task definition that was current at its start, also after a
    // later deployment. So old revisions are kept.
    definition.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(definition).acknowledge({
      id: 'AwsSolutions::AwsSolutions-ECS2',
      reason: 'The environment variables contain names of tables and objects, and settings, but no secret.',
    });
    return definition;
  }

  #variables() {
    const all = Object.entries({ ...this.#environment, AWS_REGION: Aws.REGION });
    return all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => ({ name, value }));
  }
}

/**
 * Makes a folder from which a container image is built: the bundle of a drive and a Dockerfile. The same
 * bundle gives the same image.
 */
function imageFolder(bundles: Bundles, folder: string): string {
  const place = bundles.copy('driver/drive', folder);
  writeFileSync(join(folder, 'Dockerfile'), dockerfile(posix.join(place, 'task.mjs')));
  return folder;
}

const dockerfile = (entry: string): string => `FROM public.ecr.aws/docker/library/node:24-slim
WORKDIR /downpour
COPY . .
USER node
CMD ["node", "--min-semi-space-size=16", "${entry}"]
`;
