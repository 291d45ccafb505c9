import { Aws } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { environment } from '../../names/environment.ts';

/**
 * Where events of the repository go, for whoever puts rules on it. A bus of its own: a rule on that of the account would have to
 * tell deployments apart.
 */
export class EventBus extends Construct {
  readonly #bus: events.EventBus;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // A bus needs a name; that of the stack is unique in its account and region.
    this.#bus = new events.EventBus(this, 'Bus', {
      eventBusName: Aws.STACK_NAME,
      description: 'Events of the results repository: new and failed runs, changes, data that is missing',
    });
  }

  get busName(): string {
    return this.#bus.eventBusName;
  }

  grantPut(fn: lambda.Function): void {
    this.#bus.grantPutEventsTo(fn);
    this.introduce(fn);
  }

  /** Tells a function of the bus. Where there is one, each event is work. */
  introduce(fn: lambda.Function): void {
    fn.addEnvironment(environment.eventBus, this.#bus.eventBusName);
  }
}
