import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Template } from 'aws-cdk-lib/assertions';
import { createApp, createStack, unjudged } from './synthesise.ts';
import { functionNamed, type Resource, resources } from './template.ts';

/** The members of a state of the Amazon States Language that these tests use. */
type State = {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: readonly { readonly ErrorEquals: readonly string[]; readonly MaxAttempts?: number }[];
  readonly Arguments?: unknown;
  readonly ItemProcessor?: Machine;
  readonly Branches?: readonly Machine[];
};
type Machine = { readonly States: Readonly<Record<string, State>> };

describe('the deployed state machine', () => {
  let template: Template;
  let machine: Resource;
  let definition: string;
  let outdir: string;

  before(() => {
    const app = createApp(unjudged);
    outdir = app.outdir;
    template = Template.fromStack(createStack(app, { stage: 'prod' }));
    machine = resources(template).find(
      ([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine',
    )?.[1] as Resource;
    definition = readFileSync(
      join(app.outdir, `asset.${machine.Properties.DefinitionS3Location.Key}`),
      'utf8',
    );
  });

  it('is the definition that also runs on one machine, with a function for each of its names', () => {
    const names = new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1]));
    assert.deepEqual([...names].sort(), Object.keys(machine.Properties.DefinitionSubstitutions).sort());
  });

  it('is written into the cloud assembly, so that a synthesis leaves no file elsewhere', () => {
    const made = readdirSync(outdir).filter((name) => name.startsWith('files.'));
    assert.deepEqual(
      made.map((name) => readdirSync(join(outdir, name))),
      [['burst.asl.json']],
    );
  });

  it('names AWS by the partition that it is deployed in', () => {
    for (const [, { Type, Properties }] of resources(template))
      if (Type === 'AWS::StepFunctions::StateMachine') {
        assert.deepEqual(Properties.DefinitionSubstitutions.partition, { Ref: 'AWS::Partition' });
        const text = readFileSync(join(outdir, `asset.${Properties.DefinitionS3Location.Key}`), 'utf8');
        assert.doesNotMatch(text, /arn:aws/);
        assert.match(text, /"Resource": "arn:\$\{partition\}:states:::/);
      }
  });

  it('repeats a drive only when Lambda did not run it, and no map around one: load is never sent twice', () => {
    const drives = paths(JSON.parse(definition)).filter((path) =>
      JSON.stringify(path.at(-1)?.[1].Arguments ?? '').includes('${drive}'),
    );
    assert.ok(drives.length > 0, 'no state invokes ${drive}');
    for (const path of drives) {
      const [drive, ...around] = path.reverse();
      assert.deepEqual(
        drive?.[1].Retry?.flatMap(({ ErrorEquals }) => ErrorEquals),
        ['Lambda.TooManyRequestsException', 'Lambda.EC2ThrottledException'],
      );
      for (const [name, state] of around) assert.equal(state.Retry, undefined, `${name} has a Retry`);
    }
  });

  it('waits for a throttled function that conducts a burst for minutes, whatever else it gives up sooner', () => {
    const tasks = paths(JSON.parse(definition)).flatMap((path) => path.slice(-1));
    const patience = tasks
      .filter(([, { Resource: resource = '' }]) => resource.includes('lambda:invoke'))
      .filter(([name]) => name !== 'Drive')
      .map(([name, { Retry = [] }]) => {
        const [first] = Retry;
        const isForThrottles = first?.ErrorEquals.join() === 'Lambda.TooManyRequestsException';
        return [name, isForThrottles ? (first?.MaxAttempts ?? 3) : 0];
      });
    assert.ok(patience.length >= 9);
    assert.deepEqual(
      patience.filter(([, attempts]) => Number(attempts) < 100),
      [],
    );
  });

  it('names versions, which stay when a later deployment makes others: a burst at work keeps its code', () => {
    const { partition: _, ...states } = machine.Properties.DefinitionSubstitutions;
    const versions = new Map(resources(template).filter(([, { Type }]) => Type === 'AWS::Lambda::Version'));
    assert.equal(versions.size, Object.keys(states).length);
    for (const [state, { Ref: id }] of Object.entries(states as Record<string, { Ref: string }>)) {
      const version = versions.get(id);
      assert.equal(version?.DeletionPolicy, 'Retain', state);
      assert.equal(version.UpdateReplacePolicy, 'Retain', state);
    }
  });

  it('may invoke its functions, in every version, and no other', () => {
    const allowed = policies(template, machine).flatMap(({ Action, Resource: resource }) =>
      [Action].flat().includes('lambda:InvokeFunction') ? [resource].flat() : [],
    );
    const names = ['await-silence', 'plan', 'await-start', 'drive', 'drive-lost', 'phase-lost'];
    names.push('call-regions', 'await-regions', 'merge-group', 'settle', 'merge', 'clean');
    const expected = names.flatMap((name) => {
      const arn = { 'Fn::GetAtt': [functionNamed(template, `driver/${name}`)[0], 'Arn'] };
      return [arn, { 'Fn::Join': ['', [arn, ':*']] }];
    });
    const text = (arns: readonly unknown[]): string[] => arns.map((arn) => JSON.stringify(arn)).sort();
    assert.deepEqual(text(allowed), text(expected));
  });

  it('may start, watch and stop executions of itself, which a distributed map does', () => {
    const actions = policies(template, machine).flatMap(({ Action }) => [Action].flat());
    for (const action of ['StartExecution', 'DescribeExecution', 'StopExecution']) {
      assert.ok(actions.includes(`states:${action}`), action);
    }
  });

  it('is traced and logged, without the data that travels in it', () => {
    const { LoggingConfiguration, TracingConfiguration, StateMachineType } = machine.Properties;
    assert.equal(StateMachineType, 'STANDARD');
    assert.equal(LoggingConfiguration.IncludeExecutionData, false);
    assert.equal(LoggingConfiguration.Level, 'ALL');
    assert.equal(TracingConfiguration.Enabled, true);
  });
});

/** For every state: the Map and Parallel states around it, from the outermost on, and the state itself. */
function paths(machine: Machine, above: [string, State][] = []): [string, State][][] {
  return Object.entries(machine.States).flatMap(([name, state]) => {
    const path: [string, State][] = [...above, [name, state]];
    const inner = [state.ItemProcessor, ...(state.Branches ?? [])].filter((part) => part !== undefined);
    return [path, ...inner.flatMap((part) => paths(part, path))];
  });
}

function policies(template: Template, machine: Resource): { Action: string | string[]; Resource: unknown }[] {
  const role = machine.Properties.RoleArn['Fn::GetAtt'][0];
  return resources(template)
    .filter(([, { Type, Properties }]) => Type === 'AWS::IAM::Policy' && Properties.Roles[0].Ref === role)
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
}
