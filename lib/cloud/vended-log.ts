import { Aws, Fn } from 'aws-cdk-lib';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

export type VendedLogProps = {
  readonly stage: Stage;
  /** The name of the service or state machine that owns the log. It is a part of the log's name. */
  readonly of: string;
};

/**
 * A log that an AWS service writes. For each such log, the service would add an entry to one policy of the
 * account, which may have only 5,120 characters. Names with this prefix need no entry. The id of the stack
 * makes the name unique, so that a log that outlives its stack does not block the next one.
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
