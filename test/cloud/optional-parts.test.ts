import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { shardsMaxIn, warmDollars } from '../../lib/cloud/warm-throughput.ts';
import { functions } from '../../lib/functions.ts';
import { environment } from '../../lib/names/environment.ts';
import { createApp, createStack, synthesise, unjudged } from './synthesise.ts';
import { functionNamed, resources, rolesOf } from './template.ts';

describe('optional parts of a deployment', () => {
  it('pages of other origins that may call it: every page may read, unless some are named or none is', () => {
    const corsOf = (given: object) => {
      const [[, api] = []] = resources(synthesise(given)).filter(
        ([, { Type }]) => Type === 'AWS::ApiGatewayV2::Api',
      );
      return api?.Properties.CorsConfiguration;
    };
    const { AllowOrigins, AllowMethods, AllowHeaders, AllowCredentials } = corsOf({ service: 'Rain' });
    assert.deepEqual([AllowOrigins, AllowMethods, AllowCredentials], [['*'], ['GET', 'HEAD'], undefined]);
    assert.ok(AllowHeaders.includes('x-rain-api-key'));
    assert.ok(AllowHeaders.includes('authorization'), 'a page could not send a token');
    const named = corsOf({ corsOrigins: 'https://a.example.com,https://b.example.com' });
    assert.deepEqual(named.AllowOrigins, ['https://a.example.com', 'https://b.example.com']);
    assert.ok(named.AllowMethods.includes('POST'));
    assert.equal(corsOf({ corsOrigins: 'none' }), undefined);
  });

  it('pages that follow the signed address of a large reply, and send parts of an upload to such addresses', () => {
    for (const corsOrigins of ['*', 'none', 'https://a.example.com']) {
      const [bucket] = Object.values(synthesise({ corsOrigins }).findResources('AWS::S3::Bucket'));
      const [rule, ...others] = bucket?.Properties.CorsConfiguration.CorsRules ?? [];
      assert.deepEqual(others, []);
      // A browser that follows a redirect to another origin sends `Origin: null` and the headers of the first
      // request.
      assert.deepEqual([rule.AllowedOrigins, rule.AllowedHeaders], [['*'], ['*']]);
      assert.deepEqual([rule.AllowedMethods, rule.ExposedHeaders], [['GET', 'HEAD', 'PUT'], ['ETag']]);
    }
  });

  it('facts about itself, and callers without a key get only the version', () => {
    const given = synthesise({ privacyStatement: 'ask Ada' });
    const told = functions.flatMap(({ name }) => {
      const { Variables } = functionNamed(given, name)[1].Properties.Environment;
      return Variables[environment.privacyStatement] === 'ask Ada' ? [name] : [];
    });
    assert.deepEqual(told, ['api/config']);
  });

  it('a table of bursts that serves thousands of shards from its first burst on, where so many are allowed', () => {
    const warm = (ceilings?: string) =>
      resources(synthesise(ceilings === undefined ? {} : { ceilings }))
        .filter(([, { Type }]) => Type === 'AWS::DynamoDB::Table')
        .flatMap(([id, { Properties }]) =>
          Properties.WarmThroughput === undefined ? [] : [[id.includes('Bursts'), Properties.WarmThroughput]],
        );
    assert.deepEqual(warm(), []);
    assert.deepEqual(warm('shardsMax=1000'), []);
    assert.deepEqual(warm('dollarsMax=500,shardsMax=5000'), [[true, { WriteUnitsPerSecond: 40_000 }]]);
    assert.deepEqual(warm('shardsMax=1001'), [[true, { WriteUnitsPerSecond: 9_000 }]]);
    // The capacity up to which a table grows without a new request to AWS.
    assert.deepEqual(warm('shardsMax=10000'), [[true, { WriteUnitsPerSecond: 40_000 }]]);
    // DynamoDB rejects a warm capacity that is lower than a table has had before.
    const before = (ceilings: string, warmWritesBefore: number) => {
      const { Resources, Outputs } = synthesise({ ceilings, warmWritesBefore }).toJSON();
      const tables: { Properties: { WarmThroughput?: { WriteUnitsPerSecond: number } } }[] =
        Object.values(Resources);
      const declared = tables.flatMap(
        ({ Properties }) => Properties.WarmThroughput?.WriteUnitsPerSecond ?? [],
      );
      return [...declared, Outputs.WarmWrites.Value];
    };
    assert.deepEqual(before('shardsMax=1000', 40_000), [40_000, '40000']);
    assert.deepEqual(before('shardsMax=2000', 40_000), [40_000, '40000']);
    assert.deepEqual(before('shardsMax=5000', 9_000), [40_000, '40000']);
    assert.equal(warmDollars(40_000).toFixed(2), '23.40');
    assert.equal(shardsMaxIn('shardsMax=500, dollarsMax=5, shardsMax = 5000'), 5_000);
  });

  it('a network only for drives and plans, whose permissions the code does not get', () => {
    const given = synthesise({
      vpc: 'vpc-0a1b2c3d',
      subnets: 'subnet-0a1b2c3d,subnet-0a1b2c3e',
      securityGroups: 'sg-0a1b2c3d',
    });
    const says = (of: typeof given) => functionNamed(of, 'driver/plan')[1].Properties.Environment.Variables;
    assert.equal(says(given)[environment.privateTargets], 'true');
    assert.equal(says(synthesise({ vpc: 'create' }))[environment.privateTargets], undefined);
    for (const { name } of functions) {
      const place = { SubnetIds: ['subnet-0a1b2c3d', 'subnet-0a1b2c3e'], SecurityGroupIds: ['sg-0a1b2c3d'] };
      const inside = ['driver/drive', 'driver/plan'].includes(name);
      const [id, { Properties, DependsOn = [] }] = functionNamed(given, name);
      assert.deepEqual(Properties.VpcConfig, inside ? place : undefined, name);
      const of = (effect: string) =>
        resources(given).filter(
          ([, { Type, Properties: policy }]) =>
            Type === 'AWS::IAM::Policy' &&
            rolesOf(given, name).includes(policy.Roles[0].Ref) &&
            policy.PolicyDocument.Statement.some(
              ({ Action, Effect }: { Action: string; Effect: string }) =>
                Effect === effect && Action.includes('ec2:CreateNetworkInterface'),
            ),
        );
      const [allowed, denied] = [of('Allow'), of('Deny')];
      assert.deepEqual([allowed.length, denied.length], inside ? [1, 1] : [0, 0], name);
      if (!inside) continue;
      assert.ok(DependsOn.includes(allowed[0]?.[0]), 'Lambda makes the interfaces before the role may');
      assert.deepEqual(denied[0]?.[1].Properties.PolicyDocument.Statement[0].Condition, {
        ArnEquals: { 'lambda:SourceFunctionArn': { 'Fn::GetAtt': [id, 'Arn'] } },
      });
    }
    given.resourceCountIs('AWS::EC2::VPC', 0);
  });

  it('a network of its own, with one address that all load comes from', () => {
    const given = synthesise({ vpc: 'create' });
    given.resourceCountIs('AWS::EC2::NatGateway', 1);
    given.resourceCountIs('AWS::EC2::VPCEndpoint', 2);
    const { LoadAddress } = given.toJSON().Outputs;
    const [[eip] = []] = resources(given).filter(([, { Type }]) => Type === 'AWS::EC2::EIP');
    assert.deepEqual(LoadAddress.Value, { Ref: eip });
    assert.equal(functionNamed(given, 'driver/drive')[1].Properties.VpcConfig.SubnetIds.length, 2);
    assert.equal(synthesise().toJSON().Outputs.LoadAddress, undefined);
  });

  it('more addresses for the gateway, and functions know how many', () => {
    const given = synthesise({ vpc: 'create', natAddresses: 3 });
    const eips = resources(given).filter(([, { Type }]) => Type === 'AWS::EC2::EIP');
    const [, gateway] = resources(given).find(([, { Type }]) => Type === 'AWS::EC2::NatGateway') ?? [];
    assert.equal(eips.length, 3);
    assert.equal(gateway?.Properties.SecondaryAllocationIds.length, 2);
    const addresses = eips.map(([id]) => ({ Ref: id }));
    assert.deepEqual(given.toJSON().Outputs.LoadAddress.Value, {
      'Fn::Join': ['', addresses.flatMap((each, index) => (index === 0 ? [each] : [',', each]))],
    });
    const { Variables } = functionNamed(given, 'driver/plan')[1].Properties.Environment;
    assert.equal(Variables[environment.loadAddresses], '3');
  });

  it('a name: proven and pointed in the zone that is given', () => {
    const given = synthesise({ domain: 'load.example.com', hostedZone: 'example.com', hostedZoneId: 'Z0A1' });
    given.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'load.example.com',
      ValidationMethod: 'DNS',
    });
    given.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'load.example.com.',
      HostedZoneId: 'Z0A1',
    });
    given.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', { Stage: Match.anyValue() });
    const { ApiUrl, DomainTarget } = given.toJSON().Outputs;
    assert.deepEqual([ApiUrl.Value, DomainTarget], ['https://load.example.com/', undefined]);
  });

  it('a name whose owner points it here', () => {
    const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b';
    const given = synthesise({ domain: 'load.example.com', certificateArn });
    given.resourceCountIs('AWS::Route53::RecordSet', 0);
    given.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainNameConfigurations: [Match.objectLike({ CertificateArn: certificateArn })],
    });
    assert.match(JSON.stringify(given.toJSON().Outputs.DomainTarget.Value), /RegionalDomainName/);
  });

  it('a bootstrap stack of its own, and a boundary of another account by its ARN', () => {
    const given = synthesise({ qualifier: 'loadtests', permissionsBoundary: 'arn:aws:iam::123:policy/b' });
    const { Parameters } = given.toJSON();
    assert.equal(Parameters.BootstrapVersion.Default, '/cdk-bootstrap/loadtests/version');
    for (const [id, { Type, Properties }] of resources(given))
      if (Type === 'AWS::IAM::Role')
        assert.equal(Properties.PermissionsBoundary, 'arn:aws:iam::123:policy/b', id);
  });

  it('a second stage that shares nothing with the first', () => {
    const app = createApp(unjudged);
    createStack(app, { stage: 'team-a' }, 'downpour-team-a');
    createStack(app, { stage: 'team-b', vpc: 'create' }, 'downpour-team-b');
    const { stacks } = app.synth();
    assert.deepEqual(
      stacks.map(({ stackName, dependencies }) => [
        stackName,
        dependencies.filter(({ manifest }) => manifest.type === 'aws:cloudformation:stack'),
      ]),
      [
        ['downpour-team-a', []],
        ['downpour-team-b', []],
      ],
    );
    for (const { template } of stacks) {
      const text = JSON.stringify(template);
      assert.doesNotMatch(text, /ImportValue|"Export"/);
    }
  });
});
