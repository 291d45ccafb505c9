import { Aws, Fn } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export type VendedLogProps = {
  readonly stage: Stage;
  /** The owner of the log, as a part of its name. */
  readonly of: string;
};

/**
 * A log that an AWS service writes. For each such log the service adds itself to one policy of the account,
 * which is limited to 5,120 characters, unless the name begins with this prefix. The id of the stack makes
 * the name unique, so that a log that outlives its stack does not block the next one.
 */
export class VendedLog extends Construct {
  readonly group: logs.LogGroup;

  constructor(scope: Construct, id: string, { stage, of }: VendedLogProps) {
    super(scope, id);
    const unique = Fn.select(2, Fn.split('/', Aws.STACK_ID));
    this.group = new logs.LogGroup(this, 'Group', {
      logGroupName: `/aws/vendedlogs/${of}/${Aws.STACK_NAME}/${unique}`,
      retention: stage.logRetention,
      encryptionKey: stage.key,
      removalPolicy: stage.removalPolicy,
    });
  }
}
