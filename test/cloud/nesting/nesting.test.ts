import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DownpourStackProps } from '../../../lib/cloud/stack.ts';
import { functions } from '../../../lib/functions.ts';
import { synthesise, templatesOf } from '../synthesise.ts';
import { functionNamed } from '../template.ts';

/**
 * A template may have 500 resources, so a deployment has nested stacks. When an update moves a resource to
 * another stack, CloudFormation creates the resource there before it deletes the old one. So only resources
 * that can exist twice may move.
 */

/**
 * The sets of options with the most resources. A network and further regions exclude each other, so there are
 * two sets.
 */
const largest = {
  stage: 'team-a',
  data: 'discard',
  owner: 'team',
  targets: 'shop.example.com',
  alarmEmail: 'night@example.com',
  budgetDollarsPerMonth: 50,
  concurrency: 1_000,
  ceilings: 'shardsMax=5000',
  domain: 'load.example.com',
  hostedZone: 'example.com',
  hostedZoneId: 'Z0A1',
} as const;
const variants: Readonly<Record<string, Partial<DownpourStackProps>>> = {
  'no option': {},
  'all options with a network': { ...largest, vpc: 'create', fargate: 20 },
  'all options with further regions': { ...largest, regions: 'eu-west-1,ap-south-1' },
  'all options with a firewall': { ...largest, vpc: 'create', fargate: 20, firewall: 'managed' },
  'all options with a private API': {
    ...largest,
    vpc: 'create',
    fargate: 20,
    firewall: 'managed',
    privateApi: 'create',
    certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1',
  },
};

/**
 * The most resources in one template. CloudFormation allows 500; with this lower limit, a new route never
 * makes a deployment impossible.
 */
const resourcesMax = 350;
/** The most resources in all templates together. An account has further limits, such as 1,000 roles. */
const allResourcesMax = 600;
/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const quotas = { templateBytes: 1_000_000, parameters: 200, outputs: 200 } as const;

for (const [variant, props] of Object.entries(variants)) {
  const templates = [...templatesOf(props)];

  describe(`the templates of a deployment with ${variant}`, () => {
    it('are a main stack, the functions of the API, and the alarms', () => {
      assert.deepEqual(templates.map(([file]) => file.replace(/[0-9A-F]{8}\.nested/, '')).sort(), [
        'Downpour.template.json',
        'DownpourFunctionsApi.template.json',
        'DownpourOperations.template.json',
      ]);
    });

    it(`have at most ${resourcesMax} resources each and ${allResourcesMax} together`, () => {
      const counts = templates.map(([file, { Resources }]) => [file, Object.keys(Resources).length] as const);
      for (const [file, count] of counts) assert.ok(count <= resourcesMax, `${file} has ${count} resources`);
      const sum = counts.reduce((all, [, count]) => all + count, 0);
      assert.ok(sum <= allResourcesMax, `${sum} resources`);
    });

    it('are as long, and take and give as many values, as CloudFormation accepts', () => {
      for (const [file, template] of templates) {
        assert.ok(JSON.stringify(template).length < quotas.templateBytes, file);
        assert.ok(Object.keys(template.Parameters ?? {}).length <= quotas.parameters, file);
        assert.ok(Object.keys(template.Outputs ?? {}).length <= quotas.outputs, file);
      }
    });

    it('change functions after the distribution, if there is one: they accept its next secret', () => {
      const all = templates.flatMap(([, { Resources }]) => Object.entries(Resources));
      const distribution = all.find(([, { Type }]) => Type === 'AWS::CloudFront::Distribution')?.[0];
      const [, nested] = all.find(([id]) => id.startsWith('FunctionsApiNestedStack')) ?? assert.fail();
      const waited = (nested as { readonly DependsOn?: string | string[] }).DependsOn ?? [];
      assert.equal([waited].flat().includes(String(distribution)), distribution !== undefined);
    });

    it('have no resources that wait for each other', () => {
      for (const [file, { Resources }] of templates) {
        const open = new Map(Object.entries(Resources).map(([id, one]) => [id, waitsFor(one, Resources)]));
        for (let isDone = false; !isDone; ) {
          const free = [...open].filter(([, others]) => ![...others].some((id) => open.has(id)));
          for (const [id] of free) open.delete(id);
          isDone = free.length === 0;
        }
        assert.deepEqual([...open.keys()], [], file);
      }
    });
  });
}

describe('an update of a deployment, which creates before it deletes', () => {
  const templates = templatesOf(variants['all options with a network']);
  const main = templates.get('Downpour.template.json') ?? assert.fail();
  const nested = [...templates.values()].filter((template) => template !== main);
  const moved = nested.flatMap(({ Resources }) => Object.entries(Resources));

  it('finds routes, data, subscriptions, schedules and machines in the main stack', () => {
    assert.deepEqual([...new Set(moved.map(([, { Type }]) => Type))].sort(), [
      'AWS::CloudWatch::Alarm',
      'AWS::CloudWatch::Dashboard',
      'AWS::IAM::Role',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
    ]);
  });

  it('meets no fixed name in a nested stack', () => {
    for (const [id, { Type, Properties }] of moved)
      if (Type !== 'AWS::Lambda::Permission')
        assert.equal(
          (Properties as Record<string, unknown>)[`${Type.split('::').at(-1)}Name`],
          undefined,
          id,
        );
  });

  it('never needs the concurrency of a function twice', () => {
    for (const [id, { Properties }] of moved)
      assert.equal((Properties as Record<string, unknown>).ReservedConcurrentExecutions, undefined, id);
  });

  it('keeps the functions that executions and schedules name by their ARN', () => {
    const whole = synthesise(variants['all options with a network']);
    const names = functions.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => main.Resources[functionNamed(whole, name)[0]] === undefined),
      names.filter((name) => name.startsWith('api/') && name !== 'api/burst-stop'),
    );
  });

  it('leads a route to a function only when the API may invoke it: the permission is next to the function', () => {
    for (const [file, { Resources }] of templates)
      for (const [id, { Type, Properties }] of Object.entries(Resources)) {
        if (Type !== 'AWS::Lambda::Permission') continue;
        const { FunctionName, Principal } = Properties as Readonly<Record<string, unknown>>;
        if (Principal !== 'apigateway.amazonaws.com') continue;
        const { 'Fn::GetAtt': [named = ''] = [] } = FunctionName as { 'Fn::GetAtt'?: readonly string[] };
        assert.equal(Resources[named]?.Type, 'AWS::Lambda::Function', `${id} of ${file}`);
      }
  });
});

/** The resources that CloudFormation must create before this resource, because it refers to them. */
function waitsFor(resource: unknown, all: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const text = JSON.stringify(resource);
  const named = [...text.matchAll(/"Ref":"(\w+)"|"Fn::GetAtt":\["(\w+)"|\$\{(\w+)[.}]/g)].flatMap(
    ([, ...ids]) => ids,
  );
  const { DependsOn = [] } = resource as { readonly DependsOn?: string | readonly string[] };
  return new Set(
    [...named, ...[DependsOn].flat()].filter((id) => id !== undefined && Object.hasOwn(all, id)),
  );
}
