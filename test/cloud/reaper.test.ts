import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { synthesise } from './synthesise.ts';
import { functionNamed } from './template.ts';

/**
 * AWS reports every execution of a burst that is aborted, fails or times out, and the function `reap` then
 * ends the burst.
 */

describe('the reaper', () => {
  const template = synthesise();
  const [reap] = functionNamed(template, 'driver/reap');

  it('gets an event for every abort, failure and time-out of a burst, with the facts that it needs', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [{ Ref: Match.stringLikeRegexp('^BurstMachine') }],
          status: ['ABORTED', 'FAILED', 'TIMED_OUT'],
        },
      },
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [reap, 'Arn'] },
          InputTransformer: {
            InputPathsMap: {
              'detail-name': '$.detail.name',
              'detail-input': '$.detail.input',
              'detail-status': '$.detail.status',
            },
            InputTemplate: '{"execution":<detail-name>,"input":<detail-input>,"status":<detail-status>}',
          },
        },
      ],
    });
  });

  it('is tried again for hours when it fails', () => {
    const all = Object.values(template.findResources('AWS::Lambda::EventInvokeConfig'));
    const own = all.find(({ Properties }) => Properties.FunctionName.Ref === reap);
    assert.ok(own);
    assert.deepEqual(
      [own.Properties.MaximumRetryAttempts, own.Properties.MaximumEventAgeInSeconds],
      [2, 6 * 3600],
    );
  });
});
