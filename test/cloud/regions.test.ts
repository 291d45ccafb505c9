import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Template } from 'aws-cdk-lib/assertions';
import { regionParameters } from '../../lib/cloud/regions/stack-names.ts';
import { functions } from '../../lib/functions.ts';
import { loadDefinition } from '../../lib/local/state-machine/interpreter/load.ts';
import { environment } from '../../lib/names/environment.ts';
import { releaseTag } from '../../lib/names/region-machines.ts';
import { regionDefinition } from '../../lib/state-machine-definitions.ts';
import {
  createApp,
  createRegion,
  createStack,
  definitionFile,
  synthesise,
  unjudged,
  withRegions,
} from './synthesise.ts';
import { functionNamed, grantsOf, resources, silentAlarms } from './template.ts';

/**
 * Drives of a further region may access only the bursts of the deployment. The deployment finds the state
 * machine of the region by its name.
 */

const home = synthesise(withRegions);
const region = Template.fromStack(createRegion(createApp(unjudged)));
const drivers = ['driver/drive', 'driver/drive-lost'];

describe('a further region', () => {
  it('has drives and the report of a lost drive, and no stored data', () => {
    const kinds = Object.groupBy(resources(region), ([, { Type }]) => Type);
    const names = (kinds['AWS::Lambda::Function'] ?? []).map(([, { Properties }]) => Properties.Description);
    assert.deepEqual(names.sort(), drivers.map((name) => `Downpour ${name}`).sort());
    assert.equal(kinds['AWS::StepFunctions::StateMachine']?.length, 1);
    for (const type of ['AWS::S3::Bucket', 'AWS::DynamoDB::Table', 'AWS::ApiGatewayV2::Api'])
      assert.equal(kinds[type], undefined, type);
  });

  it('has the alarms of what its drives are refused and cost, which tell whom the others tell', () => {
    const alarms = resources(region).filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
    assert.deepEqual(alarms.map(([id]) => id.replace(/^Alarms(.*)[0-9A-F]{8}$/, '$1')).sort(), [
      'ConcurrencyHigh',
      'DriveSpending',
      'DriveThrottled',
    ]);
    for (const [id, { Properties }] of alarms) assert.equal(Properties.AlarmActions?.length, 1, id);
    assert.deepEqual(silentAlarms(region), []);
  });

  it('reads the values that the deployment publishes, and needs nothing else', () => {
    const parameters = Object.keys(region.toJSON().Parameters ?? {}).filter(
      (name) => name !== 'BootstrapVersion',
    );
    assert.deepEqual(parameters.sort(), [...regionParameters].sort());
    const outputs = Object.keys(home.toJSON().Outputs ?? {});
    assert.deepEqual(
      regionParameters.filter((name) => !outputs.includes(name)),
      [],
    );
    assert.doesNotMatch(JSON.stringify(region.toJSON()), /Fn::ImportValue|GetStackOutput/);
  });

  it('has the release of its drives as a tag of its state machine, which a plan reads', () => {
    const [, { Properties }] = resources(region).find(([, { Type }]) => Type.endsWith('::StateMachine'))!;
    const tags = Properties.Tags as readonly { readonly Key: string; readonly Value: string }[];
    const { [environment.release]: release } = functionNamed(region, 'driver/drive')[1].Properties.Environment
      .Variables as Readonly<Record<string, string>>;
    assert.match(release ?? '', /^[0-9a-f]{32,}$/);
    assert.deepEqual(
      tags.filter(({ Key }) => Key === releaseTag),
      [{ Key: releaseTag, Value: release }],
    );
  });

  it('has a state machine of the name of that of bursts, with the map of drives alone', () => {
    const [, { Properties }] = resources(region).find(([, { Type }]) => Type.endsWith('::StateMachine'))!;
    assert.deepEqual(Properties.StateMachineName, {
      'Fn::Select': [6, { 'Fn::Split': [':', { Ref: 'StateMachineArn' }] }],
    });
    assert.deepEqual(Object.keys(Properties.DefinitionSubstitutions).sort(), [
      'drive',
      'driveLost',
      'partition',
    ]);
    const text = regionDefinition(readFileSync(definitionFile, 'utf8'));
    const { StartAt, States } = loadDefinition(text, { drive: 'drive', driveLost: 'lost' });
    assert.deepEqual([StartAt, Object.keys(States)], ['Shards', ['Shards']]);
    assert.equal(JSON.parse(Properties.DefinitionString ?? text).StartAt, 'Shards');
  });

  it('works on the bursts and the objects of the region of the deployment', () => {
    for (const name of drivers) {
      const { Variables } = functionNamed(region, name)[1].Properties.Environment;
      assert.deepEqual(Variables[environment.homeRegion], {
        'Fn::Select': [3, { 'Fn::Split': [':', { Ref: 'StateMachineArn' }] }],
      });
      assert.ok(environment.burstsTable in Variables && environment.runsBucket in Variables, name);
    }
  });

  it('marks its drives with the code that a plan at home asks for, and with no other', () => {
    const releaseOf = (template: Template, name: string) =>
      functionNamed(template, name)[1].Properties.Environment.Variables[environment.release];
    assert.match(releaseOf(home, 'driver/plan'), /^[0-9a-f]{64}$/);
    for (const template of [home, region])
      assert.equal(releaseOf(template, 'driver/drive'), releaseOf(home, 'driver/plan'));
    assert.equal(releaseOf(home, 'driver/settle'), undefined, 'its code may change without that of drives');
  });

  it('gives its functions the rights that they have at home, on the same things', () => {
    const actions = (template: Template, name: string): string[] =>
      [...new Set(grantsOf(template, name).map(({ action }) => action))].sort();
    for (const name of drivers) assert.deepEqual(actions(region, name), actions(home, name), name);
    const things = grantsOf(region, 'driver/drive').map(({ action, resource }) => `${action} ${resource}`);
    assert.ok(things.includes('states:SendTaskSuccess StateMachineArn/*'), things.join('\n'));
    const table =
      /^dynamodb:GetItem arn:aws:dynamodb:StateMachineArn\[3\]:AWS::AccountId:table\/BurstsTable$/;
    assert.ok(
      things.some((each) => table.test(each)),
      things.join('\n'),
    );
  });

  it('can be in one app with the deployment and other regions', () => {
    const app = createApp(unjudged);
    createStack(app, withRegions, 'downpour-prod');
    createRegion(app);
    createRegion(app, 'ap-south-1');
    const stacks = app
      .synth()
      .stacks.map(({ stackName, environment: { region: place } }) => [stackName, place]);
    assert.deepEqual(stacks.sort(), [
      ['downpour-prod', 'unknown-region'],
      ['downpour-prod-ap-south-1', 'ap-south-1'],
      ['downpour-prod-eu-west-1', 'eu-west-1'],
    ]);
  });
});

describe('the region of the deployment', () => {
  const statesIn = (name: string) =>
    grantsOf(home, name)
      .filter(({ resource }) => /eu-west-1|ap-south-1/.test(resource))
      .map(({ action }) => action);

  it('may read the release of drives in the others, start, watch and end them, each by who does it', () => {
    const reads = ['states:ListTagsForResource', 'states:ListTagsForResource'];
    assert.deepEqual(statesIn('driver/plan'), reads);
    assert.deepEqual(statesIn('driver/call-regions'), ['states:StartExecution', 'states:StartExecution']);
    assert.deepEqual(statesIn('driver/await-regions'), [
      'states:DescribeExecution',
      'states:DescribeExecution',
    ]);
    assert.deepEqual(statesIn('driver/await-silence'), ['states:StopExecution', 'states:StopExecution']);
    const others = functions.filter(({ name }) => statesIn(name).length > 0);
    assert.equal(others.length, 4);
  });

  it('tells its functions of the others, and only where there are some', () => {
    const variable = (template: Template) =>
      functionNamed(template, 'driver/plan')[1].Properties.Environment.Variables[environment.regions];
    assert.equal(variable(home), 'eu-west-1,ap-south-1');
    assert.equal(variable(synthesise({ stage: 'prod' })), undefined);
  });
});
