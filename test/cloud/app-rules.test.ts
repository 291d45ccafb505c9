import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { createApp, createRegion, createStack } from './synthesise.ts';

/**
 * Stacks with every option pass the rules. The engine of CloudFormation's rules takes seconds to start for
 * the types of an app, so one app has all stacks of a kind. It has the name of each stack in its report.
 */

const variants = {
  prod: { stage: 'prod', alarmEmail: 'night@example.com' },
  sandbox: {},
  'with drives in further regions, and existing stores': {
    regions: 'eu-west-1,ap-south-1',
    bucket: 'old-runs',
    repositoryTable: 'old-repository',
    identityTable: 'old-identity',
  },
  'in a network of its own, under a name, with a key of the customer': {
    vpc: 'create',
    natAddresses: 2,
    fargate: 20,
    alarmEmail: 'night@example.com',
    kmsKeyArn: 'arn:aws:kms:eu-central-1:123456789012:key/0a1b2c3d-4e5f-6789-abcd-ef0123456789',
    accessLogBucket: 'company-logs',
    logDays: 30,
    tags: 'cost-centre=4711',
    onlyDomain: true,
    domain: 'load.example.com',
    hostedZone: 'example.com',
    hostedZoneId: 'Z0A1',
  },
  'with the other options, in a network that is there': {
    stage: 'team-a',
    owner: 'team',
    alarmEmail: 'night@example.com',
    contact: 'me@example.com',
    service: 'Rain',
    targets: 'shop.example.com',
    privateTargets: true,
    ownership: 'load.example',
    ceilings: 'dollarsMax=500,shardsMax=5000',
    anonymous: true,
    auditDays: 30,
    teamStorageGB: 5,
    oidcIssuer: 'https://login.example/realms/dev',
    oidcAudience: 'rain',
    oidcClientId: 'cli',
    privacyStatement: 'ask Ada',
    corsOrigins: 'https://a.example.com,https://b.example.com',
    maxErrors: 0.5,
    leadMs: 9000,
    timeServer: 'time.example.com',
    commonDialect: 'sql',
    concurrency: 1_000,
    driveConcurrency: 200,
    driveDollarsPerHour: 3,
    budgetDollarsPerMonth: 50,
    logLevel: 'warn',
    requestsPerSec: 5,
    requestsBurst: 7,
    permissionsBoundary: 'arn:aws:iam::123456789012:policy/b',
    qualifier: 'loadtests',
    vpc: 'vpc-0a1b2c3d',
    fargate: 5,
    fargateCores: 4,
    subnets: 'subnet-0a1b2c3d,subnet-0a1b2c3e',
    securityGroups: 'sg-0a1b2c3d',
    domain: 'load.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  },
  'without what can be left out': { dashboard: false, corsOrigins: 'none', maxErrors: 0 },
} as const;

describe('the rules of CloudFormation, of AWS Solutions and of Serverless are kept, or an exception has a reason', () => {
  const app = createApp();
  const stacks = Object.entries(variants).map(
    ([variant, options], n) => [variant, createStack(app, options, `Variant${n}`)] as const,
  );
  const all = [...stacks, ['a further region', createRegion(app)] as const];
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  // Errors stop the synthesis and warnings do not; the report has both.
  const thrown = failureOf(() => app.synth());
  const { pluginReports }: Report = JSON.parse(
    readFileSync(join(app.outdir, 'validation-report.json'), 'utf8'),
  );
  const violations = pluginReports.flatMap((pack) =>
    pack.violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(
        ({ constructPath = '' }) => `${pack.pluginName}: ${ruleName} by ${constructPath}`,
      ),
    ),
  );

  for (const [variant, { stackName }] of all)
    it(variant, () =>
      assert.deepEqual(
        violations.filter((each) => each.includes(` by ${stackName}/`)),
        [],
      ),
    );

  it('in all stacks of the app', () => {
    assert.deepEqual(violations, []);
    assert.deepEqual(
      pluginReports.map(({ pluginName }) => pluginName),
      ['AwsSolutions', 'Serverless'],
    );
    assert.equal(thrown, undefined);
  });
});

type Report = {
  readonly pluginReports: readonly {
    readonly pluginName: string;
    readonly violations: readonly {
      readonly ruleName: string;
      readonly violatingConstructs: readonly { readonly constructPath?: string }[];
    }[];
  }[];
};

function failureOf(act: () => unknown): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}
