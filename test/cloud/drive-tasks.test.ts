import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readOptions } from '../../lib/cloud/options/read.ts';
import { loadDefinition } from '../../lib/local/state-machine/interpreter/load.ts';
import { environment } from '../../lib/names/environment.ts';
import { withoutTasks } from '../../lib/state-machine-definitions.ts';
import { definitionFile, synthesise } from './synthesise.ts';
import { functionNamed, type Grant, grantsOf, grantsOfRole, resources } from './template.ts';

describe('tasks of Fargate', () => {
  const own = { vpc: 'vpc-0a1b2c3d', subnets: 'subnet-0a1b2c3d', securityGroups: 'sg-0a1b2c3d' };
  const template = synthesise({ ...own, fargate: 20, fargateCores: 4 });
  const tasks = resources(template).filter(([id]) => id.startsWith('DriveTasks'));
  const ofType = (type: string) => tasks.find(([, { Type }]) => Type === type)?.[1].Properties;

  it('are nowhere in a deployment without the option, and neither is their state', () => {
    const plain = synthesise(own);
    assert.deepEqual(
      resources(plain).filter(([, { Type }]) => Type.startsWith('AWS::ECS')),
      [],
    );
    const { Variables } = functionNamed(plain, 'driver/plan')[1].Properties.Environment;
    assert.equal(Variables[environment.fargateTasks], undefined, 'an order is refused');
    const text = readFileSync(definitionFile, 'utf8');
    const definition = withoutTasks(text);
    assert.ok(text.includes('ecs:runTask') && !/ecs:|Tasks|task[A-Z]/.test(definition));
    const names = [...definition.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, name]);
    loadDefinition(definition, { ...Object.fromEntries(names), partition: 'aws' });
  });

  it('have the processors and memory of the option, the architecture of the functions, and their variables', () => {
    const { Cpu, Memory, RuntimePlatform, ContainerDefinitions } = ofType('AWS::ECS::TaskDefinition') ?? {};
    assert.deepEqual([Cpu, Memory, RuntimePlatform.CpuArchitecture], ['4096', '8192', 'ARM64']);
    const variables = Object.fromEntries(
      ContainerDefinitions[0].Environment.map(({ Name, Value }: { Name: string; Value: unknown }) => [
        Name,
        Value,
      ]),
    );
    const { Variables } = functionNamed(template, 'driver/drive')[1].Properties.Environment;
    const { AWS_REGION: region, ...rest } = variables;
    assert.deepEqual(rest, Variables);
    assert.deepEqual(region, { Ref: 'AWS::Region' });
  });

  it('have a role that ECS takes only for tasks of the account', () => {
    const [, { Properties }] = tasks.find(([id]) => /^DriveTasksRole[0-9A-F]{8}$/.test(id)) ?? assert.fail();
    const [{ Condition: condition }] = Properties.AssumeRolePolicyDocument.Statement;
    assert.deepEqual(condition.StringEquals, { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
    assert.match(JSON.stringify(condition.ArnLike['aws:SourceArn']), /:ecs:.*AWS::AccountId.*:\*/);
  });

  it('may do what the function that drives may do, and report to their state', () => {
    const [role = ''] = tasks.find(([id]) => /^DriveTasksRole[0-9A-F]{8}$/.test(id)) ?? [];
    const texts = (grants: readonly Grant[]) => new Set(grants.map((grant) => JSON.stringify(grant)));
    // Actions of the Lambda service. For a function, Lambda writes the log and creates the network interfaces
    // with the function's role; a task needs no such permissions.
    const platform = /^(logs|ec2):/;
    const drive = texts(grantsOf(template, 'driver/drive').filter(({ action }) => !platform.test(action)));
    const task = grantsOfRole(template, role);
    const reports = ['states:SendTaskFailure', 'states:SendTaskHeartbeat'];
    assert.deepEqual(texts(task.filter(({ action }) => !reports.includes(action))), drive);
    assert.deepEqual(
      [...new Set(task.map(({ action }) => action))].filter((action) => reports.includes(action)).sort(),
      reports,
    );
  });

  it('leave their revisions to bursts at work', () => {
    const [, definition] = tasks.find(([, { Type }]) => Type === 'AWS::ECS::TaskDefinition') ?? [];
    assert.equal(definition?.UpdateReplacePolicy, 'Retain');
  });

  it('get every value that the deployment gives to the state machine', () => {
    const machines = resources(template).filter(
      ([, { Type }]) => Type === 'AWS::StepFunctions::StateMachine',
    );
    const given = machines.map(([, { Properties }]) => Object.keys(Properties.DefinitionSubstitutions ?? {}));
    const used = new Set(
      readFileSync(definitionFile, 'utf8')
        .matchAll(/\$\{(\w+)\}/g)
        .map(([, name]) => name),
    );
    assert.deepEqual(new Set(given.find((names) => names.includes('taskCluster'))), used);
  });

  it('need a network', () => {
    assert.throws(() => readOptions({ fargate: '5' }), /fargate needs vpc/);
  });
});
