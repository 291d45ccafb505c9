import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as ec2 from 'aws-cdk-lib/aws-ec2';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { Deployment } from '../../../lib/cloud/construct/deployment.ts';
import type { DownpourProps } from '../../../lib/cloud/construct/props.ts';
import { completeBundles } from '../../../lib/cloud/lambda/bundles.ts';
import { wholeTemplate } from '../../../lib/cloud/nesting/joined-template.ts';
import { createApp, definitionFile, emptyBundles, readerOf, unjudged } from '../synthesise.ts';
import { functionNamed, print, resources, rolesOf, statementsOf } from '../template.ts';

/** A Downpour construct in the stack of another app, with resources of that app. */

const code = {
  bundles: completeBundles(emptyBundles()),
  definition: definitionFile,
  version: '0.0.0-test',
} as const;

function within<Props extends DownpourProps>(
  make: (stack: Stack) => Props,
  use: (downpour: Deployment, stack: Stack, props: Props) => void = () => {},
  app: App = createApp(unjudged),
): Template {
  const stack = new Stack(app, 'Own');
  const props = make(stack);
  use(new Deployment(stack, 'Load', props, code), stack, props);
  app.synth();
  // `wholeTemplate` also fails for resources that depend on each other in a circle.
  return Template.fromJSON(wholeTemplate('Own', readerOf(app.outdir)));
}

const keys = {
  partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
  sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
};

function own(stack: Stack) {
  const tablesKey = new kms.Key(stack, 'TablesKey');
  const table = (id: string) => new dynamodb.Table(stack, id, { ...keys, encryptionKey: tablesKey });
  return {
    stage: 'prod',
    targets: ['a.example.com', 'b.example.com'],
    alarmEmail: 'night@example.com',
    driveConcurrency: 200,
    vpc: new ec2.Vpc(stack, 'OwnVpc', { maxAzs: 2 }),
    key: new kms.Key(stack, 'OwnKey'),
    bucket: new s3.Bucket(stack, 'OwnRuns'),
    repositoryTable: table('OwnRepository'),
    identityTable: table('OwnIdentity'),
  };
}

describe('a deployment in a stack of another app', () => {
  const template = within(own, (downpour, stack) => {
    const account = new iam.AccountPrincipal('123456789012');
    downpour.grantDrive(new iam.Role(stack, 'Driver', { assumedBy: account }));
    downpour.grantRead(new iam.Role(stack, 'Reader', { assumedBy: account }));
  });
  const idOf = (type: string, start: string): string =>
    resources(template).find(([id, { Type }]) => Type === type && id.startsWith(start))?.[0] ?? assert.fail();

  it('runs its drives in the VPC of the app, with a group of its own', () => {
    const { VpcConfig } = functionNamed(template, 'driver/drive')[1].Properties;
    const subnets = resources(template).filter(([id]) => /^OwnVpcPrivateSubnet\dSubnet/.test(id));
    assert.deepEqual(
      VpcConfig.SubnetIds,
      subnets.map(([id]) => ({ Ref: id })),
    );
    const [group] = VpcConfig.SecurityGroupIds;
    assert.match(group['Fn::GetAtt'][0], /^LoadNetworkLoadGroup/);
    const { Variables } = functionNamed(template, 'driver/drive')[1].Properties.Environment;
    assert.equal(Variables.DOWNPOUR_PRIVATE_TARGETS, 'true');
    assert.equal(Variables.DOWNPOUR_TARGETS, 'a.example.com,b.example.com');
  });

  it('makes only the table of bursts', () => {
    const made = resources(template).filter(
      ([id, { Type }]) => id.startsWith('Load') && /S3|Dynamo/.test(Type),
    );
    assert.deepEqual(
      made.map(([, { Type }]) => Type),
      ['AWS::DynamoDB::Table'],
    );
  });

  it('gives its functions the keys of the app and of its stores, and the services that need it the key', () => {
    const keyArns = statementsOf(template, 'api/run-upload')
      .filter(({ Action }) => [Action].flat().includes('kms:Decrypt'))
      .flatMap(({ Resource }) => [Resource].flat().map((each) => print(each)));
    assert.deepEqual(keyArns.sort(), [idOf('AWS::KMS::Key', 'OwnKey'), idOf('AWS::KMS::Key', 'TablesKey')]);
    const { KeyPolicy } = template.toJSON().Resources[idOf('AWS::KMS::Key', 'OwnKey')].Properties;
    const services = KeyPolicy.Statement.flatMap(
      ({ Principal }: { Principal: { Service?: string } }) => Principal.Service ?? [],
    );
    assert.deepEqual(new Set(services), new Set(['logs.amazonaws.com', 'cloudwatch.amazonaws.com']));
  });

  it('grants the right to one alias of the function of keys, and nothing else', () => {
    const aliases = resources(template).filter(([, { Type }]) => Type === 'AWS::Lambda::Alias');
    assert.deepEqual(
      aliases.map(([, { Properties }]) => [Properties.Name, Properties.FunctionVersion]),
      [
        ['drive', '$LATEST'],
        ['read', '$LATEST'],
      ],
    );
    for (const [role, alias] of [
      ['Driver', 'LoadDriveKeys'],
      ['Reader', 'LoadReadKeys'],
    ] as const) {
      const policies = resources(template).filter(
        ([id, { Type }]) => Type === 'AWS::IAM::Policy' && id.startsWith(role),
      );
      assert.deepEqual(
        policies.flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement),
        [
          {
            Action: 'lambda:InvokeFunction',
            Effect: 'Allow',
            Resource: { Ref: idOf('AWS::Lambda::Alias', alias) },
          },
        ],
      );
    }
    assert.equal(rolesOf(template, 'api/first-key').length, 1);
  });
});

it('the API can be private behind endpoints of the app, or get an endpoint in its VPC', () => {
  const endpointsOf = (template: Template): [string, unknown][] =>
    resources(template).flatMap(([id, { Type, Properties }]) =>
      Type === 'AWS::ApiGateway::RestApi' ? [[id, Properties.EndpointConfiguration.VpcEndpointIds]] : [],
    );
  const endpoint = (stack: Stack, vpc: ec2.Vpc) =>
    new ec2.InterfaceVpcEndpoint(stack, 'OwnEndpoint', {
      vpc,
      service: ec2.InterfaceVpcEndpointAwsService.APIGATEWAY,
    });
  const theirs = within((stack) => ({
    privateApi: [endpoint(stack, new ec2.Vpc(stack, 'OtherVpc', { maxAzs: 2 }))],
  }));
  assert.match(JSON.stringify(endpointsOf(theirs)), /\{"Ref":"OwnEndpoint/);
  const made = within((stack) => ({
    ...{ privateApi: 'create', firewall: 'managed' },
    vpc: new ec2.Vpc(stack, 'OwnVpc', { maxAzs: 2 }),
  }));
  assert.match(JSON.stringify(endpointsOf(made)), /\{"Ref":"LoadResultsApiEndpoint/);
});

it('a deployment needs no feature flag of the CDK', () => {
  for (const context of [{}, { '@aws-cdk/aws-lambda:createNewPoliciesWithAddToRolePolicy': true }])
    within(
      own,
      undefined,
      new App({ ...unjudged, context, analyticsReporting: false, outdir: createApp().outdir }),
    );
});

it('props that do not fit are refused, all at once', () => {
  const refused = (props: object, problems: RegExp): void =>
    assert.throws(() => within(() => props as DownpourProps), problems);
  refused({ targest: 'a', maxErrors: 2 }, /did you mean targets\?; maxErrors=2/);
  refused(
    { region: 'eu-west-1', domain: 'a.example.com', vpcSubnets: {}, natAddresses: 2 },
    /vpcSubnets needs vpc: the VPC that contains the subnets; natAddresses needs vpc: 'create'; domain needs \w+ or certificate; region is not a property of the construct/,
  );
});

it('a private API and a firewall that do not fit are refused too', () => {
  const elsewhere = new Stack(createApp(unjudged), 'Elsewhere', { env: { region: 'eu-west-1' } });
  assert.throws(() => new Deployment(elsewhere, 'Load', { firewall: 'managed' }, code), {
    message: /firewall=managed needs region=us-east-1/,
  });
  const refused = (props: object, problems: RegExp): void =>
    assert.throws(() => within(() => props as DownpourProps), problems);
  refused(
    { privateApi: 'create', domain: 'a.b' },
    /privateApi: 'create' needs vpc; a domain together with privateApi needs/,
  );
  refused(
    { privateApi: [], firewallSecret: 3 },
    /privateApi must be 'create' or name at least one endpoint; firewallSecret works only with/,
  );
});

it('a stack holds one deployment', () => {
  assert.throws(
    () =>
      within(
        () => ({}),
        (_, stack) => new Deployment(stack, 'Second', {}, code),
      ),
    /Own\/Load is in the same stack/,
  );
});
