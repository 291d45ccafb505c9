import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { workDelivery } from '../../../lib/facts/work-delivery.ts';
import { workQueues } from '../../../lib/functions/spec.ts';
import { functions } from '../../../lib/functions.ts';
import { synthesise } from '../synthesise.ts';
import { functionNamed, grantsOf, resources } from '../template.ts';

/** Background work waits in two queues. Messages in one queue do not delay those in the other. */

const template = synthesise();
const [perform, performing] = functionNamed(template, 'work/perform');
const queueNamed = (name: string) =>
  resources(template).find(
    ([id, { Type }]) => Type === 'AWS::SQS::Queue' && new RegExp(`^Work${name}[0-9A-F]{8}$`, 'i').test(id),
  ) ?? assert.fail(`there is no queue ${name}`);

describe('the queues of work', () => {
  for (const name of workQueues) {
    const [queue, { Properties }] = queueNamed(name);

    it(`${name}: hands its messages to one function, which names which of them failed`, () => {
      template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
        EventSourceArn: { 'Fn::GetAtt': [queue, 'Arn'] },
        FunctionName: { Ref: perform },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BatchSize: workDelivery.batch[name],
        ScalingConfig:
          name === 'later' ? { MaximumConcurrency: workDelivery.concurrency.later } : Match.absent(),
      });
    });

    it(`${name}: hides a message for six times the function's time limit, and keeps failed messages for two weeks`, () => {
      const { Timeout } = performing.Properties;
      assert.ok(Properties.VisibilityTimeout >= 6 * Timeout, 'the documentation asks for it');
      const [dead, { Properties: ofDead }] = queueNamed(`${name}Dead`);
      assert.deepEqual(Properties.RedrivePolicy, {
        deadLetterTargetArn: { 'Fn::GetAtt': [dead, 'Arn'] },
        maxReceiveCount: workDelivery.attemptsMax,
      });
      assert.equal(ofDead.MessageRetentionPeriod, 14 * 24 * 3600);
    });

    it(`${name}: is encrypted, and spoken to over TLS only`, () => {
      for (const [id, each] of [queueNamed(name), queueNamed(`${name}Dead`)]) {
        assert.equal(each.Properties.SqsManagedSseEnabled, true);
        template.hasResourceProperties('AWS::SQS::QueuePolicy', {
          Queues: [{ Ref: id }],
          PolicyDocument: {
            Statement: Match.arrayWith([
              Match.objectLike({
                Effect: 'Deny',
                Condition: { Bool: { 'aws:SecureTransport': 'false' } },
              }),
            ]),
          },
        });
      }
    });
  }

  it('are read by the function that they are for, and by no other', () => {
    const readers = functions.filter(({ name }) =>
      grantsOf(template, name).some(({ action }) => action === 'sqs:ReceiveMessage'),
    );
    assert.deepEqual(
      readers.map(({ name }) => name),
      ['work/perform'],
    );
  });

  it('may carry the steps of a long job, which their function sends to itself', () => {
    const allowed = resources(template).filter(([, { Properties }]) => Properties?.RecursiveLoop === 'Allow');
    assert.deepEqual(
      allowed.map(([id]) => id),
      [perform],
    );
  });

  it('have a sweep each minute for what they lost', () => {
    const [sweep] = functionNamed(template, 'work/sweep');
    template.hasResourceProperties('AWS::Events::Rule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: { 'Fn::GetAtt': [sweep, 'Arn'] }, Id: 'Target0' }],
    });
  });
});
