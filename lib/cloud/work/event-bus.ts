import { Aws } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { environment } from '../../names/environment.ts';

/**
 * The bus of the repository's events, for rules of the user. It is a separate bus, because rules on the
 * account's bus would have to distinguish deployments.
 */
export class EventBus extends Construct {
  readonly bus: events.EventBus;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // A bus needs a name. The name of the stack is unique in its account and region, so the bus has this
    // name.
    this.bus = new events.EventBus(this, 'Bus', {
      eventBusName: Aws.STACK_NAME,
      description: 'Events of the results repository: new runs, failed runs, changes, and missing data',
    });
  }

  grantPut(fn: lambda.Function): void {
    this.bus.grantPutEventsTo(fn);
    this.introduce(fn);
  }

  /** Gives a function the name of the bus. The function then stores a task for each event. */
  introduce(fn: lambda.Function): void {
    fn.addEnvironment(environment.eventBus, this.bus.eventBusName);
  }
}
