import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOptions } from '../../lib/cloud/options/read.ts';
import { keyActions } from '../../lib/cloud/stage.ts';
import { functions } from '../../lib/functions.ts';
import { lambdaQuotas } from '../../lib/quotas.ts';
import { synthesise } from './synthesise.ts';
import { type Resource, resources, statementsOf } from './template.ts';
import { variants } from './variants.ts';

/**
 * The options with which a deployment follows the rules of an organisation, such as its keys, tags and
 * boundaries.
 */

const key = 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-4e5f-6789-abcd-ef0123456789';
const given = synthesise({
  stage: 'team-a',
  targets: 'shop.example.com',
  owner: 'team',
  tags: 'cost-centre=4711,env=a=b',
  alarmEmail: 'night@example.com',
  kmsKeyArn: key,
  logDays: 30,
  accessLogBucket: 'company-logs',
  domain: 'load.example.com',
  certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
  onlyDomain: true,
});
const of = (type: string): [string, Resource['Properties']][] =>
  resources(given).flatMap(([id, { Type, Properties }]) => (Type === type ? [[id, Properties]] : []));

describe('a key of the customer', () => {
  it('encrypts logs, variables, tables, queues, the topic and the bucket', () => {
    const keyOf: Readonly<Record<string, (properties: Resource['Properties']) => unknown>> = {
      'AWS::Logs::LogGroup': ({ KmsKeyId }) => KmsKeyId,
      'AWS::Lambda::Function': ({ KmsKeyArn }) => KmsKeyArn,
      'AWS::DynamoDB::Table': ({ SSESpecification }) => SSESpecification.KMSMasterKeyId,
      'AWS::SQS::Queue': ({ KmsMasterKeyId }) => KmsMasterKeyId,
      'AWS::SNS::Topic': ({ KmsMasterKeyId }) => KmsMasterKeyId,
      'AWS::S3::Bucket': ({ BucketEncryption }) =>
        BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault.KMSMasterKeyID,
    };
    for (const [type, read] of Object.entries(keyOf)) {
      const found = of(type);
      assert.ok(found.length > 0, type);
      for (const [id, properties] of found) assert.match(String(read(properties)), /key\/0a1b2c3d-/, id);
    }
  });

  it('may be used by every function, and by the machine that writes the flag of a stopped burst', () => {
    for (const { name } of functions) {
      const actions = statementsOf(given, name).flatMap(({ Action, Resource: arn }) =>
        arn === key ? [Action].flat() : [],
      );
      for (const action of keyActions) assert.ok(actions.includes(action), `${name} ${action}`);
    }
    const stop = of('AWS::IAM::Policy').filter(([id]) => id.startsWith('StopMachine'));
    assert.ok(JSON.stringify(stop).includes('kms:GenerateDataKey'));
  });

  it('lies in one region, and without it nothing names a key', () => {
    assert.throws(() => readOptions({ kmsKeyArn: key, region: 'eu-west-1' }), {
      message: /a key in eu-central-1, and the deployment is in eu-west-1/,
    });
    assert.throws(() => readOptions({ kmsKeyArn: key, regions: 'eu-west-1' }), { message: /one region/ });
    const grants = functions.flatMap(({ name }) => statementsOf(synthesise(), name));
    assert.doesNotMatch(JSON.stringify(grants), /kms:/);
  });
});

it('tags of the team are on everything that has tags, next to the four of the deployment', () => {
  for (const type of ['AWS::Lambda::Function', 'AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::IAM::Role'])
    for (const [id, { Tags: tags }] of of(type)) {
      const values = Object.fromEntries(
        tags.map((tag: { Key: string; Value: string }) => [tag.Key, tag.Value]),
      );
      assert.equal(values['cost-centre'], '4711', id);
      assert.deepEqual([values.env, values.owner, values.stage], ['a=b', 'team', 'team-a'], id);
    }
  for (const taken of ['stack=x', 'aws:x=y', 'no-value', 'Team=a,team=b'])
    assert.throws(() => readOptions({ tags: taken }), { code: 'DEPLOYMENT_OPTION' }, taken);
  const budget = { tags: 'Stack=shop', budgetDollarsPerMonth: 5 };
  assert.throws(() => readOptions(budget), { message: /counts what has the tag stack/ });
  assert.equal(readOptions({ owner: 'Müller / Käufer' }).owner, 'Müller / Käufer');
  assert.throws(() => readOptions({ owner: 'R&D' }), { message: /owner=R&D: expected up to 256 letters/ });
});

it('a tag of the team in other capitals replaces that of the deployment, because IAM refuses both', () => {
  const roles = resources(synthesise({ tags: 'Service=shop,Owner=team,Stage=live', owner: 'a' })).flatMap(
    ([, { Type, Properties }]) => (Type === 'AWS::IAM::Role' ? [Properties.Tags] : []),
  );
  assert.ok(roles.length > 50);
  for (const tags of roles)
    assert.deepEqual(tags.map(({ Key }: { Key: string }) => Key).sort(), [
      'Owner',
      'Service',
      'Stage',
      'stack',
    ]);
});

it('variables of functions leave room for the options of any length', () => {
  for (const options of Object.values(variants).slice(3, 5))
    for (const [id, { Type, Properties }] of resources(synthesise(options))) {
      if (Type !== 'AWS::Lambda::Function') continue;
      // A reference becomes an ARN or the name of a resource.
      const variables = Object.entries<unknown>(Properties.Environment?.Variables ?? {});
      const bytes = variables.reduce(
        (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 130),
        0,
      );
      assert.ok(bytes <= lambdaQuotas.variableBytes / 2, `${id} has ${bytes} bytes`);
    }
});

it('logs are kept for the days of the option', () => {
  for (const [id, { RetentionInDays }] of of('AWS::Logs::LogGroup')) assert.equal(RetentionInDays, 30, id);
  assert.throws(() => readOptions({ logDays: 31 }), { message: /expected one of 1, 3, 5/ });
});

it('the bucket has an access log, and the API answers under its domain only', () => {
  const [[, bucket] = []] = of('AWS::S3::Bucket');
  assert.equal(bucket?.LoggingConfiguration.DestinationBucketName, 'company-logs');
  const [[, api] = []] = of('AWS::ApiGatewayV2::Api');
  assert.equal(api?.DisableExecuteApiEndpoint, true);
  assert.throws(() => readOptions({ onlyDomain: true }), { message: /onlyDomain needs domain/ });
});
