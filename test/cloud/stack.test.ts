import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { costing } from '../../lib/driver/cost/limits.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { driveMemoryMb } from '../../lib/facts/memory.ts';
import { listPrices } from '../../lib/facts/prices.ts';
import { burstDays, objectExpiry } from '../../lib/facts/retention.ts';
import { apiTimeoutS, driveTimeoutS } from '../../lib/facts/timeouts.ts';
import { invocationBytesMax } from '../../lib/facts/transfer-limits.ts';
import { machineRoutes, routeKeys } from '../../lib/functions/routes.ts';
import type { FunctionSpec } from '../../lib/functions/spec.ts';
import { functions } from '../../lib/functions.ts';
import { hostLimits } from '../../lib/local/function-host/host.ts';
import { gatewayLimits } from '../../lib/local/gateway/gateway.ts';
import { environment } from '../../lib/names/environment.ts';
import { tableKey } from '../../lib/names/key-format.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { stepFunctionsQuotas } from '../../lib/quotas.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { expiryOf } from '../../lib/store/drives.ts';
import { definitionFile, synthesise } from './synthesise.ts';
import { functionNamed, grantsOf, resources, rolesOf } from './template.ts';

const prod = synthesise({ stage: 'prod', alarmEmail: 'night@example.com', driveConcurrency: 200 });
const sandbox = synthesise();

/** Types of resources that belong to a function and refer to it. */
const namesAnother = new Set(
  ['EventInvokeConfig', 'EventSourceMapping', 'Permission', 'Version'].map((name) => `AWS::Lambda::${name}`),
);

/** JSON in which a short value takes one line, so that a difference is short. */
function laidOut(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 110) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Object.entries(value).map(([name, part]) => {
    const text = laidOut(part, `${indent}  `);
    return `\n${indent}  ${Array.isArray(value) ? text : `${JSON.stringify(name)}: ${text}`}`;
  });
  return `${open}${parts.join()}\n${indent}${close}`;
}

describe('a deployment', () => {
  it('is the one in the snapshot', () => {
    const file = join(import.meta.dirname, 'stack.snapshot.json');
    const now = `${laidOut(prod.toJSON()).replaceAll(/\b[0-9a-f]{64}\b/g, '<asset>')}\n`;
    if (process.env.UPDATE_SNAPSHOTS === '1') writeFileSync(file, now);
    const kept = readFileSync(file, 'utf8');
    assert.deepEqual(
      JSON.parse(now),
      JSON.parse(kept),
      'meant? UPDATE_SNAPSHOTS=1 npx node --test test/cloud/stack.test.ts keeps the new one',
    );
  });

  it('has no physical names, so that two fit in one account', () => {
    const names = [
      'BucketName',
      'TableName',
      'FunctionName',
      'RoleName',
      'StateMachineName',
      'LogGroupName',
      'TopicName',
    ];
    for (const [id, { Type, Properties }] of resources(prod)) {
      if (namesAnother.has(Type)) continue;
      for (const name of names) {
        // AWS services write to these logs only when their names have a certain beginning. The id of the
        // stack makes each name unique.
        const own = JSON.stringify(Properties?.[name] ?? '').includes('AWS::StackId');
        if (!own) assert.equal(Properties?.[name], undefined, `${id} has a fixed ${name}`);
      }
    }
  });

  it('keeps the logical ids of all that holds data: a new id would be a new, empty store', () => {
    const stateful = resources(prod).filter(([, { Type }]) =>
      ['AWS::S3::Bucket', 'AWS::DynamoDB::Table'].includes(Type),
    );
    assert.deepEqual(stateful.map(([id]) => id).sort(), [
      'RunStorageBucket43D7E758',
      'RunStorageBurstsEA45867F',
      'RunStorageCatalogue6583CFC5',
      'RunStorageRepositoryD6615A1A',
    ]);
  });

  it('keeps its data in prod and leaves nothing in a sandbox', () => {
    const kinds = ['AWS::S3::Bucket', 'AWS::DynamoDB::Table', 'AWS::Logs::LogGroup'];
    for (const [id, { Type, Properties, DeletionPolicy, UpdateReplacePolicy }] of resources(prod)) {
      if (!kinds.includes(Type)) continue;
      // A first deployment that fails deletes its empty resources, which could prevent the next deployment.
      // CloudFormation cannot delete a protected table, so a protected table remains.
      const isProtected = Properties.DeletionProtectionEnabled === true;
      assert.equal(DeletionPolicy, isProtected ? 'Retain' : 'RetainExceptOnCreate', id);
      assert.equal(UpdateReplacePolicy, 'Retain', id);
    }
    for (const [id, { Type, DeletionPolicy }] of resources(sandbox))
      if (kinds.includes(Type)) assert.equal(DeletionPolicy, 'Delete', id);
    sandbox.resourceCountIs('Custom::S3AutoDeleteObjects', 1);
    for (const [id, { Type, Properties }] of resources(sandbox))
      if (Type === 'AWS::Lambda::Function') {
        const { Ref: log } = Properties.LoggingConfig?.LogGroup ?? {};
        const [, group] = resources(sandbox).find(([each]) => each === log) ?? [];
        assert.ok(group?.Properties.RetentionInDays > 0, `the log of ${id} would outlive the stack`);
      }
    prod.resourceCountIs('Custom::S3AutoDeleteObjects', 0);
  });

  it('lists its address and other facts as outputs', () => {
    const outputs = Object.keys(prod.toJSON().Outputs);
    assert.deepEqual(outputs.sort(), [
      'ApiUrl',
      'DataFormat',
      'DeadLettersLater',
      'DeadLettersNow',
      'EventBus',
      'FirstKeyFunction',
      'IdentityTable',
      'RepositoryTable',
      'Reserved',
      'RunsBucket',
      'StateMachineArn',
    ]);
  });

  it('does what its options say', () => {
    const given = synthesise({
      service: 'Rain',
      targets: 'shop.example.com',
      ceilings: 'dollarsMax=5',
      maxErrors: 0.5,
      commonDialect: 'sql',
      leadMs: 9000,
      driveDollarsPerHour: 3,
      requestsPerSec: 5,
      requestsBurst: 7,
      alarmEmail: 'night@example.com',
      owner: 'team',
      privateTargets: true,
      contact: 'me@example.com',
      timeServer: 'time.example.com',
      ownership: 'load.example',
      anonymous: true,
      oidcIssuer: 'https://login.example/realms/dev',
      oidcAudience: 'rain',
      oidcClientId: 'cli',
    });
    const { Variables } = functionNamed(given, 'driver/drive')[1].Properties.Environment;
    const names = [
      'service',
      'targets',
      'ceilings',
      'maxErrors',
      'commonDialect',
      'leadMs',
      'privateTargets',
      'contact',
      'timeServer',
      'ownership',
      'anonymous',
      'oidcIssuer',
      'oidcAudience',
      'oidcClientId',
    ] as const;
    assert.deepEqual(
      names.map((name) => Variables[environment[name]]),
      [
        ...['Rain', 'shop.example.com', 'dollarsMax=5', '0.5', 'sql', '9000', 'true', 'me@example.com'],
        'time.example.com',
        'load.example',
        'true',
        ...['https://login.example/realms/dev', 'rain', 'cli'],
      ],
    );
    given.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Threshold: 3,
      AlarmDescription: Match.stringLikeRegexp('The limit is 3 dollars'),
    });
    given.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      DefaultRouteSettings: { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 7 },
    });
    given.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'night@example.com',
    });
    const tags = { owner: 'team', service: 'Rain', stage: 'sandbox' };
    for (const [Key, Value] of Object.entries(tags))
      given.hasResourceProperties('AWS::S3::Bucket', { Tags: Match.arrayWith([{ Key, Value }]) });
  });

  it('puts its roles below the boundary it is given', () => {
    const bounded = synthesise({ permissionsBoundary: 'team-boundary' });
    for (const [id, role] of resources(bounded)) {
      if (role.Type !== 'AWS::IAM::Role') continue;
      assert.match(
        JSON.stringify(role.Properties.PermissionsBoundary ?? 'none'),
        /policy\/team-boundary/,
        id,
      );
    }
  });
});

describe('the facts that code and infrastructure share', () => {
  const drive = functionNamed(prod, 'driver/drive')[1].Properties;
  const alarm = (id: string) => {
    const found = resources(prod).find(([name]) => name.startsWith(`Alarms${id}`));
    assert.ok(found, id);
    return found[1].Properties;
  };

  it('give a drive its memory and its time, and its price to the alarm and to the estimate of a plan', () => {
    assert.deepEqual([drive.MemorySize, drive.Timeout], [driveMemoryMb, driveTimeoutS]);
    const metrics: { Expression?: string }[] = alarm('DriveSpending').Metrics;
    const price = metrics
      .map(({ Expression }) => Expression)
      .filter((expression) => expression !== undefined);
    const perGbSecond = listPrices.gbSecondDollars;
    assert.deepEqual(price, [`ms / 1000 * ${driveMemoryMb / 1024} * ${perGbSecond}`]);
    assert.equal(costing.driveGb, driveMemoryMb / 1024);
  });

  it('keep records of a burst as long as its objects', () => {
    const [bucket] = Object.values(prod.findResources('AWS::S3::Bucket'));
    const rules: { Prefix?: string; ExpirationInDays?: number }[] =
      bucket?.Properties.LifecycleConfiguration.Rules;
    const expiring = rules.filter((rule) => rule.ExpirationInDays !== undefined);
    assert.deepEqual(
      expiring.map((rule) => ({ prefix: rule.Prefix, days: rule.ExpirationInDays })),
      objectExpiry,
    );
    assert.equal(expiryOf(0), burstDays * 86_400);
    const prefixOf = (key: string) => `${key.split('/')[0]}/`;
    assert.deepEqual([objectKey.plan('b'), objectKey.answer('a'), objectKey.file('u', 'f')].map(prefixOf), [
      'bursts/',
      'answers/',
      'files/',
    ]);
  });

  it('let the API answer before API Gateway and the alarm give up, and let each query end before that', () => {
    for (const { name, route, timeoutS } of functions as readonly FunctionSpec[])
      if (route !== undefined) assert.equal(timeoutS, apiTimeoutS, name);
    assert.ok(apiTimeoutS * 1000 < gatewayLimits.integrationMsMax);
    assert.ok(alarm('ApiSlow').Threshold < apiTimeoutS * 1000);
    assert.ok(queryLimits.evaluationMs < apiTimeoutS * 1000);
    assert.ok(searchLimits.searchMs + queryLimits.evaluationMs < apiTimeoutS * 1000);
  });

  it('bound what travels to and from a function, and the children of a map', () => {
    const bytes = [invocationBytesMax, hostLimits.payloadBytesMax];
    assert.deepEqual(new Set(bytes), new Set([invocationBytesMax]));
    assert.equal(planning.drivesPhaseMax, stepFunctionsQuotas.mapChildren);
    assert.match(
      readFileSync(definitionFile, 'utf8'),
      new RegExp(`"MaxConcurrency": ${stepFunctionsQuotas.mapChildren},`),
    );
  });
});

describe('storage', () => {
  it('is encrypted, versioned, closed to the public and to plain HTTP, and forgets bursts', () => {
    prod.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: {
        Rules: [
          ...objectExpiry.map(({ prefix, days }) => ({
            Prefix: prefix,
            ExpirationInDays: days,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          })),
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
        ],
      },
    });
    prod.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } },
          }),
        ]),
      },
    });
  });

  it('never expires a run', () => {
    const [bucket] = Object.values(prod.findResources('AWS::S3::Bucket'));
    const rules: { Prefix?: string; ExpirationInDays?: number }[] =
      bucket?.Properties.LifecycleConfiguration.Rules;
    const expiring = rules.filter((rule) => rule.ExpirationInDays !== undefined).map((rule) => rule.Prefix);
    assert.deepEqual(expiring, ['bursts/', 'answers/', 'files/']);
  });

  it('protects the tables in prod and lets bursts expire', () => {
    const keys = [
      { AttributeName: tableKey.partition, KeyType: 'HASH' },
      { AttributeName: tableKey.sort, KeyType: 'RANGE' },
    ];
    prod.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: keys,
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    prod.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: keys,
      TimeToLiveSpecification: { AttributeName: tableKey.expiresAt, Enabled: true },
    });
  });
});

describe('functions', () => {
  for (const spec of functions as readonly FunctionSpec[]) {
    it(`${spec.name} runs on Node 24, arm64, with its size, its log and never twice by itself`, () => {
      const [id, { Properties }] = functionNamed(prod, spec.name);
      assert.equal(Properties.Runtime, 'nodejs24.x');
      assert.deepEqual(Properties.Architectures, ['arm64']);
      assert.equal(Properties.MemorySize, spec.memoryMb);
      assert.equal(Properties.Timeout, spec.timeoutS);
      assert.equal(Properties.Handler, 'index.handler');
      assert.ok(Properties.LoggingConfig.LogGroup.Ref, 'has no log group of its own');
      if (spec.name.startsWith('api/')) return;
      prod.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: id },
        MaximumRetryAttempts: spec.isEvent ? 2 : 0,
      });
    });
  }

  it('keep their logs for a bounded time, as everything here does', () => {
    const logs = resources(prod).filter(([, { Type }]) => Type === 'AWS::Logs::LogGroup');
    assert.equal(
      logs.length,
      functions.length + 3,
      'one each, those of both state machines and the access log',
    );
    for (const [id, log] of logs)
      assert.ok(log.Properties.RetentionInDays > 0, `${id} would keep its lines for ever`);
  });

  it('set drives apart when asked', () => {
    assert.equal(functionNamed(prod, 'driver/drive')[1].Properties.ReservedConcurrentExecutions, 200);
    assert.equal(
      functionNamed(sandbox, 'driver/drive')[1].Properties.ReservedConcurrentExecutions,
      undefined,
    );
  });

  it('know the service, the version and the targets; the limit allows none unless the deployment names it', () => {
    for (const spec of functions) {
      const { Variables } = functionNamed(prod, spec.name)[1].Properties.Environment;
      assert.equal(Variables[environment.service], 'Downpour');
      assert.equal(Variables[environment.version], '0.0.0-test');
      assert.equal(Variables[environment.targets], '');
    }
  });

  it('have the allowed share of failed requests when the deployment sets it', () => {
    const tolerant = functionNamed(synthesise({ maxErrors: 0 }), 'driver/settle')[1];
    assert.equal(tolerant.Properties.Environment.Variables[environment.maxErrors], '0');
    const usual = functionNamed(prod, 'driver/settle')[1];
    assert.equal(environment.maxErrors in usual.Properties.Environment.Variables, false);
  });
});

describe('grants', () => {
  for (const spec of functions as readonly FunctionSpec[]) {
    it(`${spec.name} writes its own log only`, () => {
      const lines = grantsOf(prod, spec.name)
        .filter(({ action }) => action.startsWith('logs:'))
        .map(({ action, resource }) => `${action} ${resource}`);
      const log = functionNamed(prod, spec.name)[1].Properties.LoggingConfig.LogGroup.Ref;
      assert.deepEqual(lines.sort(), [`logs:CreateLogStream ${log}`, `logs:PutLogEvents ${log}`]);
    });
  }

  it('tell each function where to look, and no function what it may not use', () => {
    for (const spec of functions as readonly FunctionSpec[]) {
      const { Variables } = functionNamed(prod, spec.name)[1].Properties.Environment;
      const has = (need: string): boolean => spec.needs.some((held) => held.startsWith(need));
      assert.equal(
        environment.runsBucket in Variables,
        has('runs:') || has('burst-objects:') || has('burst-files:') || has('schedule-objects:'),
        spec.name,
      );
      assert.equal(environment.repositoryTable in Variables, has('repository:'), spec.name);
      assert.equal(
        environment.identityTable in Variables,
        has('keys:') || has('passwords:') || has('schedules:'),
        spec.name,
      );
      assert.equal(
        environment.burstsTable in Variables,
        has('bursts:') || has('drives:') || has('lives:'),
        spec.name,
      );
      assert.equal(environment.stateMachineArn in Variables, has('machine:start'), spec.name);
      assert.equal(environment.scheduleGroup in Variables, has('scheduler:'), spec.name);
      assert.equal(
        environment.scheduleRole in Variables,
        has('scheduler:reap') || has('scheduler:run') || has('scheduler:probe'),
        spec.name,
      );
    }
  });

  it('let the driver read no run', () => {
    for (const { resource } of grantsOf(prod, 'driver/drive'))
      assert.doesNotMatch(resource, /runs\/|Catalogue/);
  });

  it('hold no action with a wildcard and no managed policy', () => {
    for (const [id, { Type, Properties }] of resources(prod)) {
      if (Type === 'AWS::IAM::Role') assert.equal(Properties.ManagedPolicyArns, undefined, id);
      if (Type !== 'AWS::IAM::Policy') continue;
      for (const { Action } of Properties.PolicyDocument.Statement)
        assert.doesNotMatch(JSON.stringify(Action), /\*/, id);
    }
  });

  it('give each function a role of its own', () => {
    const roles = functions.flatMap((spec) => rolesOf(prod, spec.name));
    assert.equal(new Set(roles).size, functions.length);
  });
});

describe('the results API', () => {
  it('has exactly the routes of lib/functions.ts, each opening its own function', () => {
    const machines = new Set<string>(Object.values(machineRoutes));
    const all = Object.values(prod.findResources('AWS::ApiGatewayV2::Route'));
    const own = all.filter(({ Properties }) => !machines.has(Properties.RouteKey));
    assert.equal(own.length, all.length - machines.size);
    const routes = own.map(({ Properties }) => {
      const integration = Properties.Target['Fn::Join'][1][1].Ref;
      return [
        Properties.RouteKey,
        prod.toJSON().Resources[integration].Properties.IntegrationUri['Fn::GetAtt'][0],
      ];
    });
    const specified = routeKeys(functions).map(([key, name]) => [key, functionNamed(prod, name)[0]]);
    assert.deepEqual(routes.sort(), specified.sort());
  });

  it('pays for no metrics of single routes: alarms and the dashboard read those of the API and of functions', () => {
    const [stage] = Object.values(prod.findResources('AWS::ApiGatewayV2::Stage'));
    assert.equal(stage?.Properties.DefaultRouteSettings.DetailedMetricsEnabled, undefined);
    const read = Object.values(prod.findResources('AWS::CloudWatch::Alarm'));
    assert.doesNotMatch(JSON.stringify(read), /"Name":"Route"/);
  });

  it('throttles and logs every call, without query text or headers', () => {
    prod.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: 100, ThrottlingBurstLimit: 200 },
      AccessLogSettings: {
        DestinationArn: Match.anyValue(),
        Format: Match.not(Match.stringLikeRegexp('query|header')),
      },
    });
  });
});
