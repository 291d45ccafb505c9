import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { synthesise } from './synthesise.ts';
import { functionNamed, resources, statementsOf } from './template.ts';

/**
 * Functions create schedules in a separate group. A schedule in this group may only invoke the functions for
 * schedules.
 */

function arnOf(...[first, ...rest]: readonly unknown[]) {
  const parts = [
    { Ref: 'AWS::Partition' },
    ':scheduler:',
    { Ref: 'AWS::Region' },
    ':',
    { Ref: 'AWS::AccountId' },
  ];
  return { 'Fn::Join': ['', ['arn:', ...parts, `:${first}`, ...rest]] };
}

describe('the schedules of a deployment', () => {
  const template = synthesise();
  const only = (type: string) => {
    const found = resources(template).filter(([, { Type }]) => Type === type);
    assert.equal(found.length, 1, type);
    return found[0] ?? assert.fail();
  };
  const [group, groupResource] = only('AWS::Scheduler::ScheduleGroup');
  const [queue] =
    resources(template).find(([id, { Type }]) => Type === 'AWS::SQS::Queue' && id.startsWith('Schedules')) ??
    assert.fail();
  const [role] = resources(template).find(([id]) => /^SchedulesRole[0-9A-F]{8}$/.test(id)) ?? assert.fail();

  it('are in a group with a unique name that is deleted with the stack', () => {
    assert.equal(groupResource.Properties?.Name, undefined);
    assert.ok(['Delete', undefined].includes(groupResource.DeletionPolicy));
  });

  it('act with a role that the service takes for this group alone', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Action: 'sts:AssumeRole',
            Effect: 'Allow',
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: {
              StringEquals: {
                'aws:SourceAccount': { Ref: 'AWS::AccountId' },
                'aws:SourceArn': arnOf('schedule-group/', { Ref: group }),
              },
            },
          },
        ],
      },
    });
  });

  it('invoke what they are for, leave what they could not deliver, and nothing else', () => {
    const policies = resources(template).filter(
      ([, { Type, Properties }]) =>
        Type === 'AWS::IAM::Policy' && JSON.stringify(Properties.Roles).includes(role),
    );
    const statements = policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    const invoked = invokable.map((name) => ({ 'Fn::GetAtt': [functionNamed(template, name)[0], 'Arn'] }));
    assert.deepEqual(
      statements.map(({ Action, Resource }) => [[Action].flat().toSorted(), [Resource].flat()]),
      [
        [['lambda:InvokeFunction'], invoked],
        [['sqs:SendMessage'], [{ 'Fn::GetAtt': [queue, 'Arn'] }]],
      ],
    );
  });

  it('are handed their role by who makes them, and to the service alone', () => {
    for (const name of makers) {
      const passed = statementsOf(template, name).filter(({ Action }) =>
        [Action].flat().includes('iam:PassRole'),
      );
      assert.deepEqual(
        passed.map(({ Resource, Condition }) => ({ Resource, Condition })),
        [
          {
            Resource: { 'Fn::GetAtt': [role, 'Arn'] },
            Condition: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
          },
        ],
        name,
      );
    }
  });

  it('keep what could not be delivered for two weeks, encrypted', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
    });
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });
});

const invokable = ['driver/reap', 'driver/start-scheduled'] as const;
const makers = ['api/burst-start', 'api/doctor-burst', 'api/schedule-create', 'api/doctor'] as const;
