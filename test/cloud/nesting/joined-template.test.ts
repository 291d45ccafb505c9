import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Template, wholeTemplate } from '../../../lib/cloud/nesting/joined-template.ts';

/** Summaries, prices and tests of permissions read a deployment with nested stacks as a single template. */

const hash = (digit: string): string => digit.repeat(64);
const stackOf = (digit: string, parameters: object) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: {
    TemplateURL: { 'Fn::Join': ['', ['https://s3.', { Ref: 'AWS::Region' }, `/b/${hash(digit)}.json`]] },
    Parameters: parameters,
  },
});
const of = (type: string, properties: object = {}) => ({ Type: type, Properties: properties });

/** A stack with two nested stacks. The second one uses a function of the first one. */
function folder(changes: Readonly<Record<string, Template>> = {}): (file: string) => unknown {
  const files: Readonly<Record<string, unknown>> = {
    'S.template.json': {
      Resources: {
        Bucket: of('AWS::S3::Bucket'),
        First: stackOf('a', { bucketArn: { 'Fn::GetAtt': ['Bucket', 'Arn'] } }),
        Second: stackOf('b', { fn: { 'Fn::GetAtt': ['First', 'Outputs.FnRef'] } }),
        Integration: of('Integration', { uri: { 'Fn::GetAtt': ['First', 'Outputs.FnArn'] } }),
      },
      Outputs: { Key: { Value: { 'Fn::GetAtt': ['First', 'Outputs.FnRef'] } } },
    },
    'S.assets.json': {
      files: { [hash('a')]: { source: { path: 'a.json' } }, [hash('b')]: { source: { path: 'b.json' } } },
    },
    'a.json': {
      Parameters: { bucketArn: { Type: 'String' } },
      Resources: { Fn: of('Function', { reads: [{ 'Fn::Join': ['', [{ Ref: 'bucketArn' }, '/*']] }] }) },
      Outputs: { FnRef: { Value: { Ref: 'Fn' } }, FnArn: { Value: { 'Fn::GetAtt': ['Fn', 'Arn'] } } },
    },
    'b.json': {
      Parameters: { fn: { Type: 'String' } },
      Resources: { Alarm: of('Alarm', { of: { Ref: 'fn' }, at: { Ref: 'AWS::Region' } }) },
    },
    ...changes,
  };
  return (file) => files[file] ?? assert.fail(`no file ${file}`);
}

describe('the whole of a stack', () => {
  it('has the resources of its nested stacks, which refer to each other and not to parameters', () => {
    assert.deepEqual(wholeTemplate('S', folder()), {
      Resources: {
        Bucket: of('AWS::S3::Bucket'),
        Integration: of('Integration', { uri: { 'Fn::GetAtt': ['Fn', 'Arn'] } }),
        Fn: of('Function', { reads: [{ 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/*']] }] }),
        Alarm: of('Alarm', { of: { Ref: 'Fn' }, at: { Ref: 'AWS::Region' } }),
      },
      Outputs: { Key: { Value: { Ref: 'Fn' } } },
    });
  });

  it('is the stack itself where nothing is nested', () => {
    const alone = { Resources: { Bucket: of('AWS::S3::Bucket') } };
    assert.deepEqual(wholeTemplate('S', folder({ 'S.template.json': alone })), alone);
  });

  const refused: readonly [why: string, changes: Record<string, Template>, message: RegExp][] = [
    [
      'two resources of one id',
      { 'b.json': { Resources: { Bucket: of('Alarm') } } },
      /two stacks of the deployment have a resource with the logical id 'Bucket'/,
    ],
    [
      'the name of a nested stack, which is not that of the deployment',
      { 'b.json': { Resources: { Alarm: of('Alarm', { name: { Ref: 'AWS::StackName' } }) } } },
      /reads AWS::StackName/,
    ],
    [
      'a template that no file is',
      { 'S.template.json': { Resources: { First: stackOf('c', {}) } } },
      /no file of the CDK/,
    ],
  ];
  for (const [why, changes, message] of refused)
    it(`refuses ${why}`, () => assert.throws(() => wholeTemplate('S', folder(changes)), message));
});
