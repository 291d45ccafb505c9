import { Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Functions } from './function-constructs.ts';

export type ReaperProps = { readonly machine: sfn.StateMachine; readonly functions: Functions };

/**
 * A rule that invokes the function `driver/reap` when an execution did not end by itself. The definition
 * handles most errors with a Catch. After an abort in the console, a time limit, or an error without a Catch,
 * drives would continue without this rule.
 */
export class Reaper extends Construct {
  constructor(scope: Construct, id: string, { machine, functions }: ReaperProps) {
    super(scope, id);
    const field = (name: string): string => events.EventField.fromPath(`$.detail.${name}`);
    const event = { execution: field('name'), input: field('input'), status: field('status') };
    const rule = new events.Rule(this, 'Ended', {
      description: 'Cleans up after executions of bursts that were aborted, failed or timed out',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        // Only executions of this machine match. Child executions of its maps belong to state machines with
        // other ARNs.
        detail: { stateMachineArn: [machine.stateMachineArn], status: ['ABORTED', 'FAILED', 'TIMED_OUT'] },
      },
      targets: [
        new targets.LambdaFunction(functions.get('driver/reap'), {
          event: events.RuleTargetInput.fromObject(event),
        }),
      ],
    });
    Validations.of(rule).acknowledge({
      id: 'Serverless::Serverless-EventBusDLQ',
      reason:
        'EventBridge tries to deliver the event for a day. After that day the burst has no load that a dead letter could still stop.',
    });
  }
}
