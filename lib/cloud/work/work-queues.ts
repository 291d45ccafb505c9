import { Duration, Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { workDelivery } from '../../facts/work-delivery.ts';
import { type WorkQueue, workQueues } from '../../functions/spec.ts';
import { type FunctionName, functions as specs } from '../../functions.ts';
import { environment } from '../../names/environment.ts';
import type { Functions } from '../function-constructs.ts';
import type { Stage } from '../stage.ts';

export type WorkQueuesProps = { readonly stage: Stage; readonly functions: Functions };

/** The encryption of a queue. */
export const queueEncryption = ({ key }: Stage) =>
  key === undefined
    ? { encryption: sqs.QueueEncryption.SQS_MANAGED }
    : { encryption: sqs.QueueEncryption.KMS, encryptionMasterKey: key };

type Pair = { readonly queue: sqs.Queue; readonly dead: sqs.Queue };

/**
 * The queues for background work: one for each priority, with its dead letters, the functions that it
 * invokes, and a timer for the search of lost tasks. Each queue is polled separately, so a full queue does
 * not delay the other.
 */
export class WorkQueues extends Construct {
  readonly now: Pair;
  readonly later: Pair;

  constructor(scope: Construct, id: string, { stage, functions }: WorkQueuesProps) {
    super(scope, id);
    this.now = this.#pair('Now', stage);
    this.later = this.#pair('Later', stage);
    for (const spec of specs) {
      const fn = (): lambda.Function => functions.get(spec.name as FunctionName);
      if ('queues' in spec) for (const name of spec.queues) this.#hand(name, fn());
      if ('everyMinutes' in spec) this.#repeat(spec.name, spec.everyMinutes, fn());
    }
  }

  grantSend(fn: lambda.Function): void {
    for (const name of workQueues) this[name].queue.grant(fn, 'sqs:SendMessage');
    fn.addEnvironment(environment.queueNow, this.now.queue.queueUrl);
    fn.addEnvironment(environment.queueLater, this.later.queue.queueUrl);
  }

  /**
   * Lets a queue invoke a function with batches of messages. The function returns the messages that failed,
   * and Lambda deletes all others.
   */
  #hand(name: WorkQueue, fn: lambda.Function): void {
    const { batch, concurrency } = workDelivery;
    const { queue } = this[name];
    queue.grantConsumeMessages(fn);
    const mapping = fn.addEventSourceMapping(name === 'now' ? 'Now' : 'Later', {
      eventSourceArn: queue.queueArn,
      batchSize: batch[name],
      reportBatchItemFailures: true,
      ...(name === 'later' ? { maxConcurrency: concurrency.later } : {}),
    });
    Validations.of(mapping).acknowledge({
      id: 'Serverless::Serverless-LambdaEventSourceMappingDestination',
      reason:
        'The queue itself moves failed messages to its dead-letter queue. A failure destination works only for streams.',
    });
  }

  #repeat(name: string, minutes: number, fn: lambda.Function): void {
    const rule = new events.Rule(this, `Every${minutes}${name.replace(/\W/g, '')}`, {
      description: `Invokes ${name}`,
      schedule: events.Schedule.rate(Duration.minutes(minutes)),
      targets: [new targets.LambdaFunction(fn)],
    });
    Validations.of(rule).acknowledge({
      id: 'Serverless::Serverless-EventBusDLQ',
      reason: 'If one scheduled invocation is lost, the next invocation does the work of both.',
    });
  }

  #pair(name: string, stage: Stage): Pair {
    const common = { ...queueEncryption(stage), enforceSSL: true } as const;
    const retentionPeriod = Duration.days(workDelivery.retentionDays);
    const dead = new sqs.Queue(this, `${name}Dead`, { ...common, retentionPeriod });
    const reason = 'This is the queue of dead letters.';
    Validations.of(dead).acknowledge(
      { id: 'AwsSolutions::AwsSolutions-SQS3', reason },
      { id: 'Serverless::Serverless-SQSRedrivePolicy', reason },
    );
    const queue = new sqs.Queue(this, name, {
      ...common,
      retentionPeriod,
      visibilityTimeout: Duration.seconds(workDelivery.visibilityS),
      deadLetterQueue: { queue: dead, maxReceiveCount: workDelivery.attemptsMax },
    });
    return { queue, dead };
  }
}
