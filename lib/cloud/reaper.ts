import { Validations } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import type * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Functions } from './functions.ts';

export type ReaperProps = { readonly machine: sfn.StateMachine; readonly functions: Functions };

/**
 * Hears of executions that end without coming to their own end. What the definition itself catches does not need it; an
 * abort in the console, the time limit of the execution and errors that no Catch takes leave drives behind without it.
 */
export class Reaper extends Construct {
  constructor(scope: Construct, id: string, { machine, functions }: ReaperProps) {
    super(scope, id);
    const field = (name: string): string => events.EventField.fromPath(`$.detail.${name}`);
    const event = { execution: field('name'), input: field('input'), status: field('status') };
    const rule = new events.Rule(this, 'Ended', {
      description: 'Cleans up after executions of bursts that did not come to their own end',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        // Children of its maps belong to state machines of other ARNs.
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
        'EventBridge tries for a day to deliver; after that nothing of the burst runs that a dead letter could still stop.',
    });
  }
}
