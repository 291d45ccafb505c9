import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { environment } from '../names/environment.ts';
import type { Functions } from './function-constructs.ts';
import { printedReference } from './nesting/nag-reference.ts';
import { keyActions, type Stage } from './stage.ts';
import { queueEncryption } from './work/work-queues.ts';

export type SchedulesProps = { readonly stage: Stage; readonly functions: Functions };

/**
 * The schedules of a deployment: a group, which is deleted with the stack together with its schedules, a role
 * that may invoke only the functions of schedules, and a queue for failed deliveries.
 */
export class Schedules extends Construct {
  /** The group has no fixed name, because a group that is being deleted would block the next one. */
  readonly group: scheduler.CfnScheduleGroup;
  readonly role: iam.Role;
  readonly queue: sqs.Queue;
  readonly #reap: lambda.Function;
  readonly #run: lambda.Function;

  constructor(scope: Construct, id: string, { stage, functions }: SchedulesProps) {
    super(scope, id);
    this.group = new scheduler.CfnScheduleGroup(this, 'Group');
    this.queue = this.#createQueue(stage);
    this.#reap = functions.get('driver/reap');
    this.#run = functions.get('driver/start-scheduled');
    this.role = this.#createRole([this.#reap, this.#run]);
    this.queue.grant(this.role, 'sqs:SendMessage');
    stage.key?.grant(this.role, ...keyActions);
  }

  /** Permits a function to create schedules with the prefix `reap`, which end overdue bursts. */
  grantReap(fn: lambda.Function): void {
    this.#grant(fn, 'reap', ['scheduler:CreateSchedule']);
    fn.addEnvironment(environment.reapFunction, this.#reap.functionArn);
  }

  grantRun(fn: lambda.Function): void {
    this.#grant(fn, 'run', ['scheduler:CreateSchedule']);
    fn.addEnvironment(environment.scheduledFunction, this.#run.functionArn);
  }

  grantDelete(fn: lambda.Function): void {
    this.#grant(fn, 'run', ['scheduler:DeleteSchedule']);
  }

  /** Permits a function to create and delete a test schedule, which shows whether its permissions suffice. */
  grantProbe(fn: lambda.Function): void {
    this.#grant(fn, 'probe', ['scheduler:CreateSchedule', 'scheduler:DeleteSchedule']);
    fn.addEnvironment(environment.reapFunction, this.#reap.functionArn);
  }

  #grant(fn: lambda.Function, beginning: string, actions: readonly string[]): void {
    fn.addEnvironment(environment.scheduleGroup, this.group.ref);
    fn.addToRolePolicy(
      new iam.PolicyStatement({ actions: [...actions], resources: [this.#schedules(beginning)] }),
    );
    const group = printedReference(fn, this.group);
    Validations.of(fn.role ?? fn).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>:schedule/${group}/${beginning}.*]`,
      reason:
        'Schedules get their names at run time. All of them are in this group and begin with the name of one kind.',
    });
    if (!actions.includes('scheduler:CreateSchedule')) return;
    fn.addEnvironment(environment.scheduleRole, this.role.roleArn);
    fn.addEnvironment(environment.scheduleQueue, this.queue.queueArn);
    // The function that creates a schedule must pass a role to EventBridge Scheduler. It may pass no other
    // role.
    fn.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.role.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      }),
    );
  }

  #schedules(beginning: string): string {
    return Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule',
      resourceName: `${this.group.ref}/${beginning}.*`,
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }

  #createQueue(stage: Stage): sqs.Queue {
    const queue = new sqs.Queue(this, 'Undelivered', {
      retentionPeriod: Duration.days(14),
      ...queueEncryption(stage),
      enforceSSL: true,
    });
    const reason = 'This is the queue of dead letters.';
    Validations.of(queue).acknowledge(
      { id: 'AwsSolutions::AwsSolutions-SQS3', reason },
      { id: 'Serverless::Serverless-SQSRedrivePolicy', reason },
    );
    return queue;
  }

  /**
   * The ARN of the group, made from its name. Emulators of CloudFormation that do not support schedule groups
   * cannot return the ARN, but can join texts.
   */
  #groupArn(): string {
    return Stack.of(this).formatArn({
      service: 'scheduler',
      resource: 'schedule-group',
      resourceName: this.group.ref,
    });
  }

  /**
   * The service may use the role only for schedules of this group, so that no other schedule gets its
   * permissions.
   */
  #createRole(targets: readonly lambda.Function[]): iam.Role {
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.#groupArn(),
          },
        },
      }),
    });
    const resources = targets.map((fn) => fn.functionArn);
    role.addToPolicy(new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
    return role;
  }
}
