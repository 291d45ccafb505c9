import { idleCost, idleDollars } from '../../lib/cloud/idle-cost.ts';
import type { Resource } from '../../lib/cloud/nesting/joined-template.ts';
import type { Settled } from '../../lib/cloud/options/read.ts';
import { reservedFor } from '../../lib/cloud/options/reserved-concurrency.ts';
import { driverStack, regionsOf } from '../../lib/cloud/regions/stack-names.ts';
import { shardsMaxIn, warmDollars, warmWrites } from '../../lib/cloud/warm-throughput.ts';
import { listPrices } from '../../lib/facts/prices.ts';
import { counted, exactly } from '../../lib/report/units.ts';
import { check } from '../document/read-document.ts';
import type { Assembly } from './assembly.ts';

/** The lines about the resources that a deployment will create, their place and their cost. */
export async function summaryOf(options: Settled, assembly: Assembly): Promise<readonly string[]> {
  const { account = 'unknown: there are no AWS credentials', region = options.region ?? 'unknown' } =
    assembly;
  return [
    `Stage ${options.stage}: stack ${options.stack}, account ${account}, region ${region}`,
    ...Object.entries(options)
      .filter(([name]) => name !== 'stage' && name !== 'stack')
      .map(([name, value]) => `  ${name.padEnd(20)} ${String(value)}`),
    '',
    'The stage consists of',
    ...kindsOf(assembly.resources).map((line) => `  ${line}`),
    ...regionsOf(options.regions).map(
      (each) => `  drives in ${each}: stack ${driverStack(options.stack, each)}`,
    ),
    '',
    ...concurrencyLines(options),
    '',
    'The stage costs, at the list prices of us-east-1,',
    ...idleLines(assembly),
    ...onceOf(options).map((line) => `  ${line}`),
    ...(await examples(options)).map((line) => `  ${line}`),
  ];
}

/** The lines about the reserved part of the account's concurrency, and the rest for other functions. */
function concurrencyLines(options: Settled): string[] {
  const { drives, control, sum } = reservedFor(options);
  const { concurrency } = options;
  const of = concurrency === undefined ? '' : ` of ${exactly(concurrency)} executions at once`;
  if (sum === 0)
    return [
      `The stage reserves nothing${of}: load generators (drives) use the account's concurrency, and Downpour checks each burst against that limit`,
    ];
  const left = concurrency === undefined ? 'the rest' : exactly(concurrency - sum);
  return [
    `The stage reserves for itself${of}`,
    ...(drives === 0
      ? []
      : [`  ${exactly(drives).padEnd(22)} for load generators (drives); more drives cannot run at once`]),
    ...(control === 0
      ? []
      : [`  ${exactly(control).padEnd(22)} for the functions that start, stop and merge bursts`]),
    `  ${exactly(sum).padEnd(22)} together; the other functions of the account share ${left}`,
  ];
}

/** The names of common kinds of resources. The summary only counts all other kinds. */
const words: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'function',
  'AWS::StepFunctions::StateMachine': 'state machine',
  'AWS::S3::Bucket': 'bucket',
  'AWS::DynamoDB::Table': 'table',
  'AWS::ApiGatewayV2::Api': 'HTTP API',
  'AWS::CloudWatch::Alarm': 'alarm',
  'AWS::CloudWatch::Dashboard': 'dashboard',
  'AWS::Logs::LogGroup': 'log',
  'AWS::IAM::Role': 'role',
  'AWS::EC2::VPC': 'network',
  'AWS::EC2::NatGateway': 'NAT gateway',
  'AWS::ApiGatewayV2::DomainName': 'host name',
  'AWS::ApiGateway::RestApi': 'private API',
  'AWS::CloudFront::Distribution': 'distribution',
  'AWS::WAFv2::WebACL': 'web ACL',
};

function kindsOf(resources: Readonly<Record<string, Resource>>): string[] {
  const types = Object.values(resources).map(({ Type }) => Type);
  const named = Object.entries(words).flatMap(([type, word]) => {
    const count = types.filter((each) => each === type).length;
    return count === 0 ? [] : [counted(count, word)];
  });
  const others = types.filter((type) => words[type] === undefined).length;
  return [...named, `${counted(others, 'resource')} that connect them`];
}

/** The names of resources that cost money even without runs, as in the page about cost. */
const idleWords: Readonly<Record<keyof ReturnType<typeof idleCost>, string>> = {
  alarms: 'for metrics of alarms',
  dashboard: 'for the dashboard',
  queues: 'for Lambda, which polls the queues',
  clock: 'for the checks of each minute',
  network: 'for the network',
  firewall: 'for the firewall',
};

/** The lines about the monthly cost without runs, and its parts in the order of their size. */
function idleLines({ resources, further }: Assembly): string[] {
  const parts = Object.entries(idleCost(resources)) as [keyof typeof idleWords, number][];
  const texts = parts
    .filter(([, dollars]) => dollars > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, dollars]) => `$${dollars.toFixed(2)} ${idleWords[kind]}`);
  const furtherDollars = further.reduce((sum, each) => sum + idleDollars(each.resources), 0);
  if (furtherDollars > 0) texts.push(`$${furtherDollars.toFixed(2)} for alarms in further regions`);
  const all = idleDollars(resources) + furtherDollars;
  return [
    `  while nothing runs     about $${all.toFixed(2)} a month, plus the price of the data in S3, tables and logs (${listPrices.asOf})`,
    ...(texts.length === 0 ? [] : [`                         ${texts.join(', ')}`]),
  ];
}

/**
 * The line about the one-time cost of a table. DynamoDB charges it when a table is created for more traffic
 * than a new table can serve.
 */
function onceOf({ ceilings }: Settled): readonly string[] {
  const shards = shardsMaxIn(ceilings);
  const writes = warmWrites(shards);
  if (writes === undefined) return [];
  const dollars = warmDollars(writes).toFixed(2);
  return [`only the first time    $${dollars} for a table that serves ${counted(shards, 'shard')} at once`];
}

/** The lines with the prices of two example runs, computed like the price of every run. */
async function examples({ targets = '' }: Settled): Promise<string[]> {
  const [first = ''] = targets.split(',');
  const host = first.replace('*.', 'www.') || 'localhost';
  const lines = await Promise.all(
    [
      { rate: 100, minutes: 1 },
      { rate: 5000, minutes: 10 },
    ].map(async ({ rate, minutes }) => {
      const text = exampleDocument(host === '*' ? 'localhost' : host, rate, minutes);
      const { plan } = await check('example', text, { param: {} }, { DOWNPOUR_URL: 'a deployment' });
      if (plan === undefined) return [];
      const dollars =
        plan.estimate.dollars < 0.01 ? 'less than $0.01' : `about $${plan.estimate.dollars.toFixed(2)}`;
      const what = `${counted(minutes, 'minute')} at ${rate} users/s`;
      return [`${what.padEnd(22)} ${dollars} of AWS, without the price of the network`];
    }),
  );
  return lines.flat();
}

const exampleDocument = (host: string, rate: number, minutes: number): string =>
  JSON.stringify({
    name: 'example',
    http: { host: `https://${host}`, sharedConnections: 500 },
    usersPerSec: rate,
    duration: `${minutes}m`,
    scenario: [{ front: [{ httpRequest: { GET: '/' } }] }],
  });
