import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Command } from 'commander';
import { exit, exitCodeOfError } from '../../../bin/cli/exit-code.ts';
import { type CdkEnd, openCdk } from '../../../bin/deploy/cdk.ts';
import { deploy, type Tools } from '../../../bin/deploy/deploy.ts';
import { destroy } from '../../../bin/deploy/destroy.ts';
import { type Flags, withOptions } from '../../../bin/deploy/flags.ts';
import type { Concurrency } from '../../../functions/lambda-concurrency.ts';
import { readOptions } from '../../../lib/cloud/options/read.ts';
import { reservedFor } from '../../../lib/cloud/options/reserved-concurrency.ts';
import { captured } from '../captured.ts';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A separate stage for each test, with a scripted CDK that records its arguments. */
function stageOf({
  bootstrapped = true,
  account = '111122223333',
  answers,
  ends = {},
  concurrency = new Error('Lambda did not report the limit'),
  usage = 0,
  running = [],
  misfits = [],
  quota = 'PENDING',
  credentials,
  stack,
  region = 'eu-central-1',
}: {
  readonly bootstrapped?: boolean;
  readonly account?: string;
  /**
   * The answers of a simulated person. Each key is a word of a question, and its answers are used in turn.
   * Other questions get an empty answer. Absent: no person answers.
   */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** The results of those commands of the CDK that fail. */
  readonly ends?: Readonly<Record<string, CdkEnd>>;
  /** The concurrency of the account as Lambda reports it, read at each request. */
  readonly concurrency?: Concurrency | Error;
  /** The most concurrent executions of other functions in the account, as CloudWatch reports them. */
  readonly usage?: number | Error;
  /** The problems of existing stores. */
  readonly misfits?: readonly string[];
  /** The number of running bursts at each request of the command. After the last number, no burst runs. */
  readonly running?: readonly (number | Error)[];
  /** The answer of Service Quotas to a request. */
  readonly quota?: string | Error;
  /** The name of the stack in the description that the app writes. Absent: the usual name. */
  readonly stack?: string;
  /** The error when the credentials are read. Absent: there are credentials. */
  readonly credentials?: Error;
  /** The region in the AWS configuration. Empty: it has no region. */
  readonly region?: string;
} = {}) {
  const deployments = mkdtempSync(join(tmpdir(), 'downpour-deployments-'));
  folders.push(deployments);
  const asked: string[][] = [];
  const regions: (string | undefined)[] = [];
  const questions: string[] = [];
  const keys: unknown[] = [];
  const left = Object.entries(answers ?? {}).map(([word, all]) => ({ word, all: [...all] }));
  const requests: unknown[] = [];
  const bursts = [...running];
  const judged: unknown[] = [];
  const cleaned: string[] = [];
  const pauses: number[] = [];
  let isBootstrapped = bootstrapped;
  const lambda = { says: concurrency, described: 0, reserved: 0 };
  const tools: Tools = {
    deployments,
    async cdk(args, where) {
      asked.push([...args]);
      regions.push(where);
      const [command = ''] = args;
      const valueAfter = (name: string): string => args[args.indexOf(name) + 1] ?? '';
      if (ends[command] !== undefined) return ends[command];
      if (command === 'synth') lambda.described = describeIn(valueAfter('--output'), args, account, stack);
      if (command === 'bootstrap') isBootstrapped = true;
      if (command === 'deploy') {
        if (!isBootstrapped)
          return {
            status: 1,
            output: "... Has the environment been bootstrapped? Please run 'cdk bootstrap'",
          };
        const outputs = {
          ApiUrl: 'https://api/',
          FirstKeyFunction: 'first',
          RunsBucket: 'the-bucket',
          RepositoryTable: 'the-table',
          IdentityTable: 'the-identities',
          BurstsTable: 'the-bursts',
          StateMachineArn: 'arn:aws:states:home:1:stateMachine:m',
          Reserved: String(lambda.described),
        };
        if (!(lambda.says instanceof Error)) lambda.says = leftAfter(lambda.says, lambda);
        lambda.reserved = lambda.described;
        if (args.includes('--outputs-file'))
          writeFileSync(valueAfter('--outputs-file'), JSON.stringify({ [args[1] ?? '']: outputs }));
      }
      return { status: 0, output: '' };
    },
    makeFirstKey: async (expected) => {
      keys.push(expected);
      return keys.length === 1 ? { apiKey: 'dp_secret' } : { exists: true };
    },
    account: {
      concurrency: async () => lambda.says,
      usage: async () => usage,
      requestQuota: async (...request) => {
        requests.push(request);
        return quota;
      },
      judgeAdopted: async (...stores) => {
        judged.push(stores);
        return misfits;
      },
      countBursts: async () => bursts.shift() ?? 0,
      deleteOldVersions: async (machine) => {
        cleaned.push(machine);
        return machine.includes('forbidden') ? new Error('AccessDenied\nat') : 1;
      },
    },
    pause: async (ms) => pauses.push(ms),
    configuration: {
      credentials: async () => credentials,
      region: async () => region || undefined,
    },
    prompt:
      answers &&
      (async (question) => {
        questions.push(question);
        return left.find(({ word }) => question.includes(word))?.all.shift() ?? '';
      }),
  };
  const run = async (flags: Flags) => {
    const [out, err] = [captured(), captured()];
    const context = contextOf(out.terminal, err.terminal);
    const code = await deploy(flags, tools, context);
    return { code, out: out.text(), err: err.text() };
  };
  const commands = (): (string | undefined)[] => asked.map(([command]) => command);
  const file = (stage: string) => JSON.parse(readFileSync(join(deployments, `${stage}.json`), 'utf8'));
  return {
    tools,
    run,
    asked,
    regions,
    commands,
    questions,
    keys,
    file,
    deployments,
    lambda,
    requests,
    judged,
    cleaned,
    pauses,
  };
}

/** The concurrency of an account after a stage has changed its reserved part. */
const leftAfter = (
  { limit, unreserved }: Concurrency,
  { described, reserved }: Readonly<Record<'described' | 'reserved', number>>,
): Concurrency => ({ limit, unreserved: unreserved + reserved - described });

/** Writes the description of the app. Returns the concurrency that it reserves. */
function describeIn(folder: string, args: readonly string[], account: string, stack?: string): number {
  mkdirSync(folder, { recursive: true });
  const stage = args.find((arg) => arg.startsWith('stage='))?.slice(6);
  const file = args.find((arg) => arg.startsWith('deployment='))?.slice(11) ?? '';
  const { options } = JSON.parse(readFileSync(file, 'utf8'));
  const kept = {
    Type: 'AWS::S3::Bucket',
    ...(options.data === 'discard' ? {} : { DeletionPolicy: 'RetainExceptOnCreate' }),
  };
  const [sum, errors] = [{ Expression: 'SUM([a, b])' }, { MetricStat: {} }];
  const Resources = {
    Bucket: kept,
    F: { Type: 'AWS::Lambda::Function' },
    V: { Type: 'AWS::Lambda::Version', DeletionPolicy: 'Retain' },
    A: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
    B: { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [sum, errors, errors] } },
  };
  const write = (name: string) =>
    writeFileSync(join(folder, `${name}.template.json`), JSON.stringify({ Resources }));
  const home = stack ?? `downpour-${stage}`;
  write(home);
  for (const each of options.regions?.split(',') ?? []) write(`${home}-${each}`);
  writeFileSync(join(folder, 'place.json'), JSON.stringify({ account, region: 'eu-central-1' }));
  return reservedFor(readOptions(options)).sum;
}

const given = { stage: 'prod', targets: 'shop.example.com' };

describe('a deployment', () => {
  it('shows what it makes and costs, does it, makes the first key, and prints what comes next', async () => {
    const { run, commands, keys, file } = stageOf();
    const { code, out } = await run({ ...given, yes: true });
    assert.equal(code, exit.passed);
    assert.deepEqual(commands(), ['synth', 'deploy']);
    assert.match(out, /account 111122223333, region eu-central-1/);
    assert.match(out, /1 function\n.*1 bucket/);
    assert.match(out, /about \$0\.30 a month.*\n +\$0\.30 for metrics of alarms\n/);
    assert.match(out, /10 minutes at 5000 users\/s +about \$\d/);
    assert.match(out, /export DOWNPOUR_URL=https:\/\/api\/ DOWNPOUR_API_KEY=dp_secret/);
    assert.match(out, /-P HOST=https:\/\/shop\.example\.com/);
    assert.deepEqual(keys, [{ function: 'first', region: 'eu-central-1', replaceUnused: false }]);
    assert.deepEqual(file('prod').options, { targets: 'shop.example.com' });
    assert.doesNotMatch(JSON.stringify(file('prod')), /dp_secret/, 'the file is committed');
  });

  it('remembers options of earlier calls, and resets options with --forget', async () => {
    const { run, file, asked } = stageOf();
    await run({ ...given, yes: true });
    const { out } = await run({ stage: 'prod', owner: 'team', yes: true });
    assert.deepEqual(file('prod').options, { owner: 'team', targets: 'shop.example.com' });
    assert.match(out, /The first administrator key exists already/);
    await run({ stage: 'prod', forget: ['owner'], yes: true });
    assert.deepEqual(file('prod').options, { targets: 'shop.example.com' });
    assert.equal(asked.filter(([command]) => command === 'deploy').length, 3);
    await assert.rejects(run({ stage: 'prod', forget: ['ownr'], yes: true }), {
      message: /a deployment has no option/,
    });
  });

  it('passes from one secret of the distribution to the next, and reports a private API', async () => {
    const firewall =
      'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/0a1b2c3d-4e5f-6789-abcd-ef0123456789';
    const { run, file } = stageOf();
    await run({ ...given, yes: true });
    // The distribution has no secret yet, so the first secret may have any number.
    await run({ stage: 'prod', firewall, firewallSecret: '4', yes: true });
    for (const firewallSecret of ['3', '6'])
      await assert.rejects(run({ stage: 'prod', firewallSecret, yes: true }), {
        code: 'DEPLOYMENT_OPTION',
        message: /firewallSecret cannot change from 4 to \d: each change must add 1, so use 5/,
      });
    await run({ stage: 'prod', firewallSecret: '5', yes: true });
    assert.equal(file('prod').options.firewallSecret, '5');
    await assert.rejects(run({ stage: 'prod', firewall: 'managed', yes: true }), {
      message: /firewall=managed needs region=us-east-1/,
    });
    const { out } = await stageOf().run({ ...given, privateApi: 'vpce-0a1b2c3d', yes: true });
    assert.match(out, /The API is private: you can call it only from a network that reaches/);
  });

  it('deploys the drives of further regions afterwards, with the place of the stage, and reports the remaining stack of a removed region', async () => {
    const { run, asked, file } = stageOf();
    const { err, out } = await run({ ...given, regions: 'eu-west-1,ap-south-1', yes: true });
    const deploys = asked.filter(([command]) => command === 'deploy');
    assert.deepEqual(
      deploys.map(([, stack]) => stack),
      ['downpour-prod', 'downpour-prod-eu-west-1', 'downpour-prod-ap-south-1'],
    );
    assert.match(
      deploys[1]?.join(' ') ?? '',
      /--parameters StateMachineArn=\S+ --parameters RunsBucket=the-bucket --parameters BurstsTable=the-bursts/,
    );
    assert.match(`${err}${out}`, /drives in eu-west-1: stack downpour-prod-eu-west-1\n/);
    assert.match(out, /about \$0\.90 a month.*\n.*\$0\.60 for alarms in further regions/);
    assert.deepEqual(file('prod').deployed.regions, ['eu-west-1', 'ap-south-1']);

    const fewer = await run({ stage: 'prod', regions: 'eu-west-1', yes: true });
    assert.match(fewer.out, /delete-stack --region ap-south-1 --stack-name downpour-prod-ap-south-1/);
    assert.deepEqual(file('prod').deployed.regions, ['eu-west-1']);
  });

  it('prepares an account that was never prepared, with the names it was given', async () => {
    const { run, asked, commands } = stageOf({ bootstrapped: false });
    const names = { qualifier: 'load', permissionsBoundary: 'arn:aws:iam::1:policy/team' };
    await run({ ...given, ...names, yes: true, bootstrap: true });
    assert.deepEqual(commands(), ['synth', 'deploy', 'bootstrap', 'deploy']);
    const bootstrap = asked[2]?.join(' ') ?? '';
    assert.match(
      bootstrap,
      /--qualifier load --custom-permissions-boundary team --toolkit-stack-name CDKToolkit-load/,
    );
  });

  it('prepares no account unasked: --yes alone is no word about it', async () => {
    const { run, commands } = stageOf({ bootstrapped: false });
    await assert.rejects(run({ ...given, yes: true }), {
      code: 'BOOTSTRAP_MISSING',
      message: /have no CDK bootstrap.*--bootstrap.*AdministratorAccess/,
    });
    assert.deepEqual(commands(), ['synth', 'deploy']);
    const asking = (answer: string) =>
      stageOf({ bootstrapped: false, answers: { 'Create or change': ['y'], 'never prepared': [answer] } });
    const [no, yes] = [asking('n'), asking('y')];
    await assert.rejects(no.run(given), { code: 'BOOTSTRAP_MISSING' });
    assert.deepEqual(no.commands(), ['synth', 'deploy']);
    await yes.run(given);
    assert.deepEqual(yes.commands(), ['synth', 'deploy', 'bootstrap', 'deploy']);
  });

  it('says before it starts with which policies an account is prepared, and hands them to the CDK', async () => {
    const { run, asked } = stageOf({ bootstrapped: false });
    const policies = 'arn:aws:iam::aws:policy/PowerUserAccess,arn:aws:iam::1:policy/roles';
    const flags = { ...given, yes: true, bootstrap: true };
    const { out } = await run({ ...flags, executionPolicies: policies, toolkitStack: 'TeamToolkit' });
    assert.match(out, /has no CDK bootstrap.*CloudFormation.*PowerUserAccess.*\/roles/);
    const bootstrap = asked[2]?.join(' ') ?? '';
    assert.match(bootstrap, /--cloudformation-execution-policies arn:\S+PowerUserAccess,arn:\S+roles/);
    for (const args of [asked[1], asked[2]])
      assert.match(args?.join(' ') ?? '', /--toolkit-stack-name TeamToolkit/);
  });

  it('refuses another stack for a stage that is up, by whatever option', async () => {
    const { run, commands, file } = stageOf();
    await run({ ...given, yes: true });
    const before = commands().length;
    const elsewhere = {
      code: 'DEPLOYED_ELSEWHERE',
      message: /stack downpour-prod.*names load-tests.*destroy/,
    };
    await assert.rejects(run({ stage: 'prod', stack: 'load-tests', yes: true }), elsewhere);
    assert.equal(commands().length, before);
    assert.equal(file('prod').deployed.stack, 'downpour-prod');

    const named = stageOf({ stack: 'mine' });
    await named.run({ ...given, stack: 'mine', yes: true });
    await assert.rejects(named.run({ stage: 'prod', forget: ['stack'], yes: true }), {
      message: /stack mine.*names downpour-prod/,
    });
    await named.run({ stage: 'prod', stack: 'mine', yes: true });
  });

  it('knows the stack of a stage whose file an older release wrote', async () => {
    const { run, deployments, file } = stageOf();
    await run({ ...given, yes: true });
    const { options, deployed } = file('prod');
    const { stack: _, ...older } = deployed;
    writeFileSync(join(deployments, 'prod.json'), JSON.stringify({ options, deployed: older }));
    await assert.rejects(run({ stage: 'prod', stack: 'load-tests', yes: true }), {
      code: 'DEPLOYED_ELSEWHERE',
    });
  });

  it('refuses the stack of another stage', async () => {
    const { run, deployments } = stageOf();
    await run({ ...given, yes: true });
    const into = (account: string) => {
      const { tools, commands } = stageOf({ account, stack: 'downpour-prod' });
      const { terminal } = captured();
      const context = contextOf(terminal);
      const flags = { ...given, stage: 'ci', stack: 'downpour-prod', yes: true };
      return { commands, end: deploy(flags, { ...tools, deployments }, context) };
    };
    const taken = into('111122223333');
    await assert.rejects(taken.end, {
      code: 'STACK_TAKEN',
      message: /downpour-prod .* belongs to stage prod/,
    });
    assert.deepEqual(taken.commands(), ['synth']);
    assert.equal(await into('999').end, exit.passed, 'another account has stacks of its own');
  });

  it('without credentials reports it in one line, before it asks, describes or writes anything', async () => {
    const answers = { stage: ['prod'], hosts: ['a.example.com'], 'Create or change': ['y'] };
    for (const flags of [{ ...given, yes: true }, { ...given, dryRun: true }, {}]) {
      const stage = stageOf({ credentials: new Error('The SSO session has expired\n  at'), answers });
      await assert.rejects(stage.run(flags), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'CREDENTIALS_MISSING');
        assert.match(error.message, /The SSO session has expired.*aws sso login/);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
      assert.deepEqual([stage.commands(), stage.questions], [[], []]);
      assert.throws(() => stage.file('prod'), /ENOENT/);
    }
  });

  it('with credentials that AWS refuses reports it before it describes or writes anything', async () => {
    const named = (name: string) => Object.assign(new Error('The security token is expired'), { name });
    for (const name of [
      'ExpiredTokenException',
      'UnrecognizedClientException',
      'InvalidSignatureException',
    ]) {
      const { run, commands, file } = stageOf({ concurrency: named(name) });
      await assert.rejects(run({ ...given, yes: true }), {
        code: 'CREDENTIALS_MISSING',
        message: /token is expired.*aws sso login/,
      });
      assert.deepEqual(commands(), []);
      assert.throws(() => file('prod'), /ENOENT/);
    }
    const { run } = stageOf({ concurrency: named('AccessDeniedException') });
    assert.equal((await run({ ...given, yes: true })).code, exit.passed, 'the right to ask is no credential');
  });

  it('without a region reports it, and with one takes the same for all that it does', async () => {
    const lost = stageOf({ region: '' });
    await assert.rejects(lost.run({ ...given, yes: true }), {
      code: 'REGION_MISSING',
      message: /--region|AWS_REGION/,
    });
    assert.deepEqual(lost.commands(), []);
    assert.throws(() => lost.file('prod'), /ENOENT/);
    const { run, regions } = stageOf();
    await run({ ...given, yes: true });
    assert.deepEqual([...new Set(regions)], ['eu-central-1']);
  });

  it('goes to the region in which a stage is up when nothing names another', async () => {
    const stage = stageOf();
    await stage.run({ ...given, yes: true });
    const { configuration } = stage.tools;
    const tools = { ...stage.tools, configuration: { ...configuration, region: async () => undefined } };
    const { terminal } = captured();
    const context = contextOf(terminal);
    assert.equal(await deploy({ stage: 'prod', yes: true }, tools, context), exit.passed);
    assert.deepEqual([...new Set(stage.regions)], ['eu-central-1']);
  });

  it('asks in a terminal for what it needs, again after a wrong answer, and before it does anything', async () => {
    const hosts = ['', 'https://wrong', 'a.example.com'];
    const answers = { stage: ['team-a'], hosts, alarms: ['nobody'], 'Create or change': ['n'] };
    const { run, questions, file } = stageOf({ answers });
    assert.equal((await run({})).code, exit.stopped, 'the answer was no');
    const meant = { ...answers, alarms: ['me@example.com'], 'Create or change': ['y'] };
    const again = stageOf({ answers: meant });
    const { code, out } = await again.run({});
    assert.equal(code, exit.passed);
    assert.match(out, /Expected hosts such as/);
    assert.deepEqual(again.file('team-a').options, {
      alarmEmail: 'me@example.com',
      targets: 'a.example.com',
    });
    assert.equal(questions.filter((question) => question.includes('alarms')).length, 2);
    assert.equal(questions.filter((question) => question.includes('hosts')).length, 3);
    assert.throws(() => file('team-a'), /ENOENT/, 'nothing is remembered of what was not done');
  });

  it('without a terminal names what is missing', async () => {
    const { run, commands } = stageOf();
    await assert.rejects(run({ yes: true }), { code: 'OPTION_MISSING', message: /--stage is missing/ });
    await assert.rejects(run({ stage: 'prod', yes: true }), { message: /--targets is missing/ });
    assert.deepEqual(commands(), []);
    await assert.rejects(run(given), { code: 'CONFIRMATION_MISSING', message: /--yes is missing/ });
    assert.deepEqual(commands(), ['synth']);
  });

  it('refuses what no deployment can mean before it looks at AWS', async () => {
    const { run, commands } = stageOf();
    await assert.rejects(run({ ...given, ceilings: 'usersMax=5', yes: true }), {
      message: /ceilings=usersMax=5: expected pairs/,
    });
    await assert.rejects(run({ ...given, requestsPerSec: 'many', yes: true }), { code: 'DEPLOYMENT_OPTION' });
    assert.deepEqual(commands(), []);
  });

  it('takes the parts of a list from one option, or from several', () => {
    const parsed = (...args: readonly string[]): Flags =>
      withOptions(new Command()).parse(args, { from: 'user' }).opts();
    const once = parsed('--tags', 'cost-centre=4711,env=test', '--owner', 'a');
    const often = parsed('--tags', 'cost-centre=4711', '--owner', 'b', '--tags', 'env=test', '--owner', 'a');
    assert.deepEqual(often, once);
    assert.equal(readOptions(often).tags, 'cost-centre=4711,env=test');
  });

  it('refuses another account for a stage that lies in one', async () => {
    const { run, deployments } = stageOf();
    await run({ ...given, yes: true });
    const elsewhere = stageOf({ account: '999' });
    const flags = { ...given, yes: true };
    const tools = { ...elsewhere.tools, deployments };
    const { terminal } = captured();
    const context = contextOf(terminal);
    await assert.rejects(deploy(flags, tools, context), {
      code: 'DEPLOYED_ELSEWHERE',
      message: /is in account 111/,
    });
    assert.deepEqual(elsewhere.commands(), ['synth']);
  });

  it('refuses a stage whose data a newer Downpour keeps, before anything is made', async () => {
    const { run, deployments, commands, file } = stageOf();
    await run({ ...given, yes: true });
    const known = file('prod');
    known.deployed.outputs.DataFormat = '2';
    writeFileSync(join(deployments, 'prod.json'), JSON.stringify(known));
    const before = commands().length;
    await assert.rejects(run({ ...given, yes: true }), {
      code: 'DATA_FORMAT',
      status: 409,
      message:
        /^stage prod has data of format 2, but this version of Downpour writes format 1; deploy the stage with/,
    });
    assert.equal(commands().length, before);
  });

  it('refuses a stage that was deployed before 23 November 2026, whose runs it cannot read', async () => {
    const { run, deployments, commands, file } = stageOf();
    await run({ ...given, yes: true });
    const known = file('prod');
    const { ApiUrl, RunsBucket = 'runs' } = known.deployed.outputs;
    known.deployed.outputs = { ApiUrl, RunsBucket, CatalogueTable: 'catalogue' };
    writeFileSync(join(deployments, 'prod.json'), JSON.stringify(known));
    const before = commands().length;
    await assert.rejects(run({ ...given, yes: true }), {
      code: 'DATA_FORMAT',
      status: 409,
      message:
        /^stage prod was deployed by a version of Downpour before 23 November 2026, and this version cannot read its data: /,
    });
    assert.equal(commands().length, before);
  });

  const stores = { bucket: 'the-bucket', repositoryTable: 'the-table', identityTable: 'i-1' };

  it('takes up stores of an earlier stage, which are judged once, before anything is described', async () => {
    const stage = stageOf();
    await stage.run({ ...given, ...stores, identityTable: 'the-identities', yes: true });
    const named = { bucket: 'the-bucket', repositoryTable: 'the-table', identityTable: 'the-identities' };
    const location = { region: 'eu-central-1', isKept: true, key: undefined };
    assert.deepEqual(stage.judged, [[named, location]]);
    assert.equal(stage.file('prod').options.bucket, 'the-bucket');
    await stage.run({ stage: 'prod', yes: true });
    assert.equal(stage.judged.length, 1);
    await stage.run({ stage: 'prod', repositoryTable: 'restored', yes: true });
    assert.deepEqual(stage.judged[1], [{ repositoryTable: 'restored' }, location]);
  });

  it('refuses stores that do not fit, with all problems at once', async () => {
    const misfits = ['bucket b keeps no versions', 'table i-1 does not exist in eu-central-1'];
    const { run, commands, file } = stageOf({ misfits });
    await assert.rejects(run({ ...given, ...stores, yes: true }), {
      code: 'STORES_REFUSED',
      message: /^nothing was changed, .*: bucket b keeps no versions; table i-1 does not exist/,
    });
    assert.deepEqual(commands(), []);
    assert.throws(() => file('prod'), /ENOENT/);
    const alone = { ...given, repositoryTable: 'restored', yes: true };
    await assert.rejects(stageOf().run(alone), { message: /also needs the option bucket/ });
  });

  it('refuses stores that another stage uses, and a change that would delete its own', async () => {
    const { run } = stageOf();
    await run({ ...given, yes: true });
    await assert.rejects(run({ ...given, ...stores, stage: 'ci', yes: true }), {
      message:
        /the-bucket is already in use by stage prod, .*; the-table is already in use by stage prod, so name another store$/,
    });
    const sandbox = stageOf();
    await sandbox.run({ ...given, data: 'discard', yes: true });
    const restored = sandbox.run({ stage: 'prod', repositoryTable: 'restored', yes: true });
    await assert.rejects(restored, { message: /data=discard, so Downpour would delete .*--data keep first/ });
  });

  it('is refused while bursts run, waits for their end, or continues by force', async () => {
    const stage = stageOf({ running: [2, 2, 1, 1] });
    await stage.run({ ...given, yes: true });
    const before = stage.commands().length;
    await assert.rejects(stage.run({ stage: 'prod', owner: 'team', yes: true }), {
      code: 'BURSTS_RUNNING',
      message: /^2 bursts of this stage run, .*--wait .*--force/,
    });
    assert.equal(stage.commands().length, before + 1, 'it was only synthesised');
    assert.equal(stage.file('prod').options.owner, undefined);
    const waited = await stage.run({ stage: 'prod', wait: true, yes: true });
    assert.match(waited.out, /Waiting for the end of 2 bursts\. /);
    assert.deepEqual(stage.pauses, [10_000, 10_000, 10_000]);
    const forced = stageOf({ running: [1] });
    await forced.run({ ...given, yes: true });
    assert.equal((await forced.run({ stage: 'prod', force: true, yes: true })).code, exit.passed);
    const hidden = stageOf({ running: [new Error('AccessDenied')] });
    await hidden.run({ ...given, yes: true });
    assert.match(
      (await hidden.run({ stage: 'prod', yes: true })).out,
      /whether bursts are running \(AccessDenied\)/,
    );
  });

  it('deletes versions of functions that no burst can call any more, in every region', async () => {
    const { run, cleaned } = stageOf();
    await run({ ...given, regions: 'eu-west-1', yes: true });
    const machine = (region: string) => `arn:aws:states:${region}:1:stateMachine:m`;
    assert.deepEqual(cleaned, [machine('home'), machine('eu-west-1')]);
  });

  it('only compares with --dry-run, and remembers nothing', async () => {
    const { run, commands, file } = stageOf();
    assert.equal((await run({ ...given, dryRun: true })).code, exit.passed);
    assert.deepEqual(commands(), ['synth', 'diff']);
    assert.throws(() => file('prod'), /ENOENT/);
  });

  it('prints only JSON on standard output with --json', async () => {
    const { out, err } = await stageOf().run({ ...given, yes: true, json: true });
    const { stage, account, apiKey, outputs } = JSON.parse(out);
    assert.deepEqual(
      [stage, account, apiKey, outputs.ApiUrl],
      ['prod', '111122223333', 'dp_secret', 'https://api/'],
    );
    assert.match(err, /The stage consists of/);
  });

  it('that fails reports it, and has its options for the next attempt', async () => {
    const { run, file } = stageOf({ ends: { deploy: { status: 1, output: 'ROLLBACK' } } });
    await assert.rejects(run({ ...given, yes: true }), { code: 'DEPLOYMENT_FAILED', status: 502 });
    assert.deepEqual(file('prod'), { options: { targets: 'shop.example.com' } });
  });

  it('that cannot write the file of its stage leaves the file as it was', async () => {
    const { run, file, deployments } = stageOf();
    await run({ ...given, yes: true });
    const before = file('prod');
    mkdirSync(join(deployments, 'prod.json.new'));
    await assert.rejects(run({ ...given, owner: 'team', yes: true }), { code: 'FILE_UNUSABLE' });
    assert.deepEqual(file('prod'), before);
  });
});

describe('a command that the CDK ends', () => {
  /** Lines that the CDK 2 printed against a double of CloudFormation in these states. */
  const cases: readonly [output: string, advice: RegExp][] = [
    ['Stack is in a paused fail state (UPDATE_ROLLBACK_FAILED) and command line', /Continue update rollback/],
    ['Stack:arn:x is in UPDATE_IN_PROGRESS state and can not be updated.', /wait for its end/],
    ['Stack [arn] cannot be deleted while in status UPDATE_IN_PROGRESS', /wait for its end/],
    ['ChangeSet [arn] cannot be executed in its current status of [OBSOLETE]', /wait for its end/],
    // Another deployment of the stage has replaced the change set (aws-cdk #14350, #26182).
    ['ChangeSet [cdk-deploy-change-set] does not exist', /wait for its end/],
    ['An operation on this ChangeSet is currently in progress.', /wait for its end/],
    [
      'The stack named downpour-prod is in a failed state. You may need to delete it from the AWS console : DELETE_FAILED',
      /empty the bucket, and delete the stack with npm run destroy/,
    ],
    ['Stack [downpour-prod] cannot be deleted while TerminationProtection is enabled', /disable its/],
    ['it may need to be manually deleted: ROLLBACK_COMPLETE: Role exists', /fix the cause/],
    [
      "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100]. UPDATE_ROLLBACK_COMPLETE",
      /deploy once with --concurrency 100 --drive-concurrency none/,
    ],
    ['The security token included in the request is expired', /sign in again/],
    ['User: arn:u is not authorized to perform: cloudformation:CreateChangeSet', /Get the permission/],
    ['Rate exceeded', /wait some minutes/],
    [
      'Unable to resolve AWS account to use. It must be either configured when you define your CDK Stack, or through the environment',
      /so nothing was created or changed; check the network/,
    ],
    ['anything else', /the lines above have the reason\. CloudFormation undoes the changes/],
  ];
  for (const [output, message] of cases)
    it(`is reported with the next step, in one line: ${output.slice(0, 60)}`, async () => {
      const end = { status: 1, output: `...\n${output}\n` };
      const { run, tools } = stageOf({ ends: { deploy: end, destroy: end } });
      const isAdvice = (error: Error & { readonly status?: number }) =>
        error.status === 502 && message.test(error.message) && !error.message.includes('\n');
      await assert.rejects(run({ ...given, yes: true }), isAdvice);
      const context = {
        out: captured().terminal,
        err: captured().terminal,
        environment: {},
        finish() {},
        outlive() {},
      };
      await assert.rejects(destroy({ stage: 'prod', yes: true }, tools, context), isAdvice);
    });

  it('after a Ctrl-C is reported as interrupted, with the exit code for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'downpour-cdk-'));
    folders.push(folder);
    const program = join(folder, 'cdk.mjs');
    writeFileSync(program, `console.log('it works'); setInterval(() => {}, 1e6);`);
    const cdk = openCdk(process.env, () => process.emit('SIGINT'), program);
    for (const [command, message] of [
      ['deploy', /CloudFormation continues the change/],
      ['synth', /nothing was created or changed/],
    ] as const)
      await assert.rejects(cdk([command], undefined), (error: Error) => {
        assert.match(error.message, message);
        return exitCodeOfError(error) === exit.stopped;
      });
  });
});

describe('the concurrency of an account', () => {
  const known = (file: {
    options: { concurrency?: number };
    deployed: { outputs: { Reserved?: string } };
  }) => [file.options.concurrency, file.deployed.outputs.Reserved];

  it('is asked once, remembered, shown with its sum, and not halved again the next time', async () => {
    const { run, file, lambda } = stageOf({ concurrency: { limit: 1_000, unreserved: 1_000 } });
    const { out } = await run({ ...given, yes: true });
    assert.match(out, /The stage reserves for itself of 1,000 executions at once\n/);
    assert.match(
      out,
      /500 +for load generators.*\n +110 +for the functions that start, stop.*\n +610 +together; .* share 390\n/,
    );
    assert.deepEqual(known(file('prod')), [1_000, '610']);
    assert.deepEqual(lambda.says, { limit: 1_000, unreserved: 390 });
    const { out: again } = await run({ stage: 'prod', yes: true });
    assert.match(again, /610 +together/);
    assert.doesNotMatch(again, /--forget/);
    assert.deepEqual(known(file('prod')), [1_000, '610']);
  });

  it('is counted again when it is forgotten, and the user sees that there is more', async () => {
    const { run, file, lambda } = stageOf({ concurrency: { limit: 1_000, unreserved: 1_000 } });
    await run({ ...given, yes: true });
    lambda.says = { limit: 3_000, unreserved: 2_390 };
    const { out } = await run({ stage: 'prod', yes: true });
    assert.match(out, /now allows 3,000 executions at once; deploy with --forget concurrency/);
    assert.deepEqual(known(file('prod')), [1_000, '610']);
    await run({ stage: 'prod', forget: ['concurrency'], yes: true });
    assert.deepEqual(known(file('prod')), [3_000, '1830']);
  });

  it('is not asked for more than it has', async () => {
    const { run, lambda, commands } = stageOf({ concurrency: { limit: 1_000, unreserved: 1_000 } });
    await run({ ...given, yes: true });
    lambda.says = { limit: 1_000, unreserved: 90 };
    const before = commands().length;
    await assert.rejects(run({ stage: 'prod', yes: true }), {
      code: 'CONCURRENCY_SHORT',
      message: /^610 executions would be reserved, but the account has only 600 left/,
    });
    assert.equal(commands().length, before, 'before the CDK is asked');
    await assert.rejects(
      run({ stage: 'prod', forget: ['concurrency'], driveConcurrency: '601', yes: true }),
      {
        code: 'DEPLOYMENT_OPTION',
        message: /driveConcurrency=601 is too much for concurrency=700: at most 600 can be reserved/,
      },
    );
  });

  it('leaves other functions the most that they used and a fifth more, or is refused with a fitting number', async () => {
    const account = { limit: 1_000, unreserved: 1_000 };
    const busy = stageOf({ concurrency: account, usage: 400 });
    await assert.rejects(busy.run({ ...given, yes: true }), {
      code: 'CONCURRENCY_USED',
      message:
        /^other Lambda functions of the account used up to 400 .* 390 of 1,000; use --drive-concurrency 410, or .*--request-quota/,
    });
    assert.deepEqual(busy.commands(), []);
    assert.throws(() => busy.file('prod'), /ENOENT/);
    const { out } = await busy.run({ ...given, driveConcurrency: '410', yes: true });
    assert.match(out, /520 +together; .* share 480\n/);
    const least = stageOf({ concurrency: account, usage: 325 });
    assert.equal((await least.run({ ...given, yes: true })).code, exit.passed, '390 = 325 x 1.2');
  });

  it('is shared with the other functions of the account as the user chooses', async () => {
    const account = { limit: 1_000, unreserved: 1_000 };
    const cases = [
      { usage: 400, options: [410, 1_000], sum: 520 },
      { usage: 741, options: ['none', 1_000], sum: 110 },
      { usage: 830, options: ['none', 100], sum: 0 },
    ];
    for (const { usage, options, sum } of cases) {
      const answers = { 'Reserve less': ['y'], 'Create or change': ['y'] };
      const stage = stageOf({ concurrency: account, usage, answers });
      await stage.run(given);
      const { driveConcurrency, concurrency } = stage.file('prod').options;
      assert.deepEqual([driveConcurrency, concurrency], options);
      assert.equal(stage.lambda.reserved, sum);
    }
    const no = stageOf({ concurrency: account, usage: 400, answers: { 'Reserve less': ['n'] } });
    await assert.rejects(no.run(given), { code: 'CONCURRENCY_USED' });
  });

  it('that a stage has reserved before is not asked about again, and values that CloudWatch hides are reported', async () => {
    const account = { limit: 1_000, unreserved: 1_000 };
    const stage = stageOf({ concurrency: account });
    await stage.run({ ...given, yes: true });
    const tools = { ...stage.tools.account, usage: async () => 900 };
    const { terminal } = captured();
    const context = contextOf(terminal);
    const again = deploy({ stage: 'prod', yes: true }, { ...stage.tools, account: tools }, context);
    assert.equal(await again, exit.passed);
    const hidden = stageOf({ concurrency: account, usage: new Error('AccessDenied\nat') });
    assert.match((await hidden.run({ ...given, yes: true })).out, /use \(AccessDenied\): check/);
  });

  it('that is too small for the ceiling of shards is reported before a burst is refused, and more is requested from AWS', async () => {
    const account = { limit: 1_000, unreserved: 1_000 };
    const stage = stageOf({ concurrency: account });
    const { out } = await stage.run({ ...given, yes: true });
    assert.match(out, /1,000 shards for a burst, but only 500 can.*\n.*quota of 2,000/);
    assert.deepEqual(stage.requests, []);
    const fits = await stage.run({ stage: 'prod', ceilings: 'shardsMax=500', yes: true });
    assert.doesNotMatch(fits.out, /by its ceiling/);
    const asked = await stage.run({
      stage: 'prod',
      ceilings: 'shardsMax=700',
      requestQuota: true,
      yes: true,
    });
    assert.deepEqual(stage.requests, [['eu-central-1', 1_400]]);
    assert.match(asked.out, /AWS has the request for 1,400 .*\(PENDING\)/);

    const answers = { 'raise the quota from 1,000 to 2,000': ['y'], 'Create or change': ['y'] };
    const refused = stageOf({ concurrency: account, answers, quota: new Error('already requested') });
    assert.match((await refused.run(given)).out, /not requested: already requested/);
    assert.deepEqual(refused.requests, [['eu-central-1', 2_000]]);
  });

  it('changes nothing for a new account and for an account without an answer', async () => {
    const fresh = stageOf({ concurrency: { limit: 10, unreserved: 10 } });
    assert.match((await fresh.run({ ...given, yes: true })).out, /reserves nothing of 10 executions at once/);
    assert.deepEqual(known(fresh.file('prod')), [10, '0']);
    const silent = stageOf();
    const { out } = await silent.run({ ...given, yes: true });
    assert.match(
      out,
      /is unknown \(Lambda did not report the limit\), so Downpour reserves no.*\nset the limit with --concurrency N/,
    );
    assert.deepEqual(known(silent.file('prod')), [undefined, '0']);
    const output = await silent.run({
      stage: 'prod',
      concurrency: '1000',
      driveConcurrency: 'none',
      yes: true,
    });
    assert.doesNotMatch(output.out, /not known/);
    assert.match(output.out, /110 +for the functions that start.*\n +110 +together; .* share 890/);
  });
});

describe('the end of a stage', () => {
  const end = async (stage: ReturnType<typeof stageOf>, flags: Parameters<typeof destroy>[0]) => {
    const { terminal, text } = captured();
    const context = {
      out: terminal,
      err: captured().terminal,
      environment: {},
      finish: () => undefined,
      outlive: () => undefined,
    };
    return { code: await destroy(flags, stage.tools, context), out: text() };
  };

  it('reports what it keeps, by name, and forgets where the stage was', async () => {
    const stage = stageOf();
    await stage.run({ ...given, yes: true });
    const { code, out } = await end(stage, { stage: 'prod', yes: true });
    assert.equal(code, exit.passed);
    assert.match(out, /Deletes 4 resources: .*API\.\n/);
    assert.match(out, /Keeps 1 resource, because of data=keep: 1 AWS::S3::Bucket/);
    assert.match(out, /bucket the-bucket; the list of the runs is in the table the-table/);
    const again = '--bucket the-bucket --repository-table the-table --identity-table the-identities';
    assert.match(out, new RegExp(`npm run deploy -- --stage prod ${again}\\n`));
    assert.equal(stage.commands().at(-1), 'destroy');
    assert.deepEqual(stage.file('prod'), { options: { targets: 'shop.example.com' } });
  });

  it('is refused while bursts run, waits for their end, or comes by force', async () => {
    const stage = stageOf({ running: [2, 1] });
    await stage.run({ ...given, yes: true });
    await assert.rejects(end(stage, { stage: 'prod', yes: true }), {
      code: 'BURSTS_RUNNING',
      message: /^2 bursts of this stage run, so nothing was deleted; .*downpour stop BURST.*--wait .*--force/,
    });
    assert.equal(stage.commands().includes('destroy'), false);
    assert.match(
      (await end(stage, { stage: 'prod', wait: true, yes: true })).out,
      /Waiting for the end of 1 /,
    );
    assert.deepEqual([stage.pauses, stage.commands().at(-1)], [[10_000], 'destroy']);
    const forced = stageOf({ running: [1] });
    await forced.run({ ...given, yes: true });
    assert.equal((await end(forced, { stage: 'prod', force: true, yes: true })).code, exit.passed);
  });

  it('deletes the drives of further regions first', async () => {
    const stage = stageOf();
    await stage.run({ ...given, regions: 'eu-west-1', yes: true });
    await end(stage, { stage: 'prod', yes: true });
    assert.deepEqual(stage.asked.at(-1)?.slice(0, 3), [
      'destroy',
      'downpour-prod-eu-west-1',
      'downpour-prod',
    ]);
  });

  it('states that all goes where nothing is kept', async () => {
    const stage = stageOf();
    await stage.run({ ...given, data: 'discard', yes: true });
    const { out } = await end(stage, { stage: 'prod', yes: true });
    assert.match(out, /Deletes 5 resources.*and all runs, keys and logs\.\nKeeps nothing/);
  });

  it('needs credentials and a region like a deployment', async () => {
    const stage = stageOf();
    await stage.run({ ...given, yes: true });
    const before = stage.commands().length;
    const { configuration } = stage.tools;
    const tools = {
      ...stage.tools,
      configuration: { ...configuration, credentials: async () => new Error('none') },
    };
    await assert.rejects(end({ ...stage, tools }, { stage: 'prod', yes: true }), {
      code: 'CREDENTIALS_MISSING',
    });
    const lost = stageOf({ region: '' });
    writeFileSync(join(lost.deployments, 'prod.json'), '{ "options": {} }');
    await assert.rejects(end(lost, { stage: 'prod', yes: true }), { code: 'REGION_MISSING' });
    assert.equal(stage.commands().length, before);
  });

  it('needs the name of the stage from a person, or --yes', async () => {
    const stage = stageOf({ answers: { 'To delete the stage': ['y', 'prod'] } });
    await stage.run({ ...given, yes: true });
    assert.equal((await end(stage, { stage: 'prod' })).code, exit.stopped);
    assert.equal(stage.commands().at(-1), 'synth');
    assert.equal((await end(stage, { stage: 'prod' })).code, exit.passed);
    const unasked = stageOf();
    await unasked.run({ ...given, yes: true });
    await assert.rejects(end(unasked, { stage: 'prod' }), { code: 'CONFIRMATION_MISSING' });
    await assert.rejects(end(stageOf(), {}), { message: /--stage is missing/ });
  });

  it('is refused for a stage without a file, which may be a wrong name', async () => {
    const stage = stageOf();
    await stage.run({ ...given, yes: true });
    const before = stage.commands().length;
    await assert.rejects(end(stage, { stage: 'pord', yes: true }), {
      code: 'STAGE_UNKNOWN',
      message:
        /^stage pord has no file .*pord\.json, so nothing was deleted \(known stages: prod\); name another/,
    });
    assert.equal(stage.commands().length, before);
    assert.throws(() => stage.file('pord'), /ENOENT/);
  });
});

type Screen = ReturnType<typeof captured>['terminal'];

/** The context of a command without environment variables. */
const contextOf = (out: Screen, err = out) => ({
  out,
  err,
  environment: {},
  finish: () => undefined,
  outlive: () => undefined,
});
