import { reservedFor } from '../../lib/cloud/options/reserved.ts';
import { type Option, options } from '../../lib/cloud/options/table.ts';
import { planning } from '../../lib/driver/limits.ts';
import { exactly } from '../../lib/report/units.ts';
import { keyLimitNames } from '../../lib/results/key-limits.ts';
import { code, fenced, page, table } from '../generate/markdown.ts';

/** docs/deployment.md */
export function deploymentPage(): string {
  return page(
    'Deployment',
    `Downpour is deployed into your own AWS account, from a clone. It needs Node, npm and AWS credentials, as the AWS command
line would use them.`,
    fenced('sh', commands),
    `\`npm run deploy\` asks for what it needs, shows what it will create and what that costs, and asks again before it does
it. It makes the first administrator key, and prints the two commands that come next. Whoever has that key can make keys for
others: \`bin/downpour key create NAME\`. Without credentials or a region it says so at once, and writes nothing.`,
    `An account and region must be prepared for the CDK once, which makes a bucket and roles; CloudFormation then gets
\`AdministratorAccess\`, or the \`executionPolicies\` that you name. \`npm run deploy\` asks before it does that. \`--yes\` alone does not
allow it: \`--bootstrap\` does.`,
    `A load generator is a weapon: a deployment drives only the hosts that \`targets\` names.`,
    '## Options are remembered',
    `What was given once is kept in \`deployments/STAGE.json\`, and the next deployment of that stage uses it: nothing has to be
said twice, and nothing goes back to a default because somebody forgot it. Commit that file (it holds no secret), so that
your colleagues deploy the same. It also notes the account, the region and the name of the stack. A deployment of that stage into
others is refused, because it would leave the first stack behind, and so is the stack of another stage. \`--forget NAME\` takes an option back to its default.`,
    fenced('sh', repeated),
    `Without a terminal nothing is asked: \`--yes\` says that all is meant, and an option that is missing is an error which names
it. \`--json\` prints where the deployment is, with the first key when one was made. The CDK works on the same files:
\`npx cdk diff -c stage=prod\` shows what a deployment would change.`,
    '## Targets',
    targets,
    ownership,
    '## Options',
    'Each is given once, as `--name value` with hyphens (`--alarm-email night@example.com`), or written into the file of its stage as it stands here.',
    table(
      ['option', 'without it', 'what it does', 'example'],
      Object.entries(options).map(([name, option]) => optionRow(name, option)),
    ),
    '## Concurrency',
    concurrency,
    '## Keys with limits',
    keyLimits,
    '## Stages',
    `Stages lie side by side in one account: each has a stack, a file and keys of its own. \`data\` decides what is left when a
stage is destroyed: \`discard\` removes everything, \`keep\` keeps bucket, tables and logs, refuses to delete the tables and
can bring back an overwritten run for 90 days.`,
    '## Destroy',
    fenced('sh', 'npm run destroy -- --stage prod'),
    `It says what it deletes and what it keeps before it does anything, and asks for the name of the stage. The file of the
stage stays, so that \`npm run deploy\` makes the same again; what was kept is not taken up by a new deployment.`,
    '## Private targets, and one address for all load',
    `With \`vpc\`, \`subnets\` and \`securityGroups\` drives run inside a network of yours and reach what it reaches. They also need
S3, DynamoDB and Step Functions from there. With \`vpc=create\` the deployment makes a network with a NAT gateway, so that all load comes
from the one address of the output \`LoadAddress\`; the gateway costs money while it is idle.`,
    '## Prove an account',
    fenced('sh', 'DOWNPOUR_TEST_STACK=test-mine npm run test:account -- --dollars-max 1'),
    `makes a stage of its own, runs two short bursts against nothing but that stage, asserts what came out, and destroys the stage
whatever happened. It refuses a stage whose name does not begin with \`test-\`, and load that costs more than half of what is
allowed. It is never run by default.`,
    '## Load from several regions',
    fenced('sh', 'npm run deploy -- --stage prod --regions eu-west-1,ap-southeast-1'),
    `makes a further stack in each of these, with drives and the state machine that calls them, and nothing that keeps anything:
they work on the tables and the bucket of the stage, whose region conducts the burst, merges it once and has its run. While
nothing runs, such a stack costs what its three alarms do. Then the agents of a document say where each drives, as in
\`agents: { near: {}, ireland: { region: eu-west-1 } }\`, or whoever starts a burst gives the regions their weights, which wins: \`downpour run shop.hf.yaml --shards 30 --regions
eu-west-1=2,ap-southeast-1=1\`. \`downpour plan\` shows how many shards of each phase run where. On one machine all drives run on
that machine, and a warning says so.`,
    `All drives of a phase start at one instant, wherever they are; those of other regions are called four seconds earlier. The run
has requests, errors and response times of each region beside the total (\`regions\`). Each region has a Lambda concurrency of its own, and \`driveConcurrency\` sets as much aside in each. Drives of a region that does not
take them are lost, and the run says where; with more than a tenth of a phase nothing is sent. A stop reaches drives in every
region, because they read it where the stage lies.`,
    `The dashboard looks at the region of the stage. Each region has the logs of its drives and the alarms of what they are refused and
cost (\`driveDollarsPerHour\` counts in each), which write to the same address. \`regions\` does not go with
\`vpc\`. A region that is not named any more keeps its stack until you delete it: the deployment prints the command.`,
    '## Bounds',
    'What no caller of a deployment can exceed, and the option `ceilings` moves, is listed in [limits](limits.md).',
  );
}

const ownership = `With \`ownership\` a deployment loads only targets whose people say so. The option is a name for the deployment;
\`downpour target prove URL --deployment NAME\` makes the token of a host from it, and looks whether the host shows it: as a line of
\`https://HOST/.well-known/downpour-load-test\`, or in a TXT record of \`_downpour-load-test.HOST\`. A burst looks before any load is sent,
and ends as failed with what to put where; what it saw holds for ten minutes. A target with \`addresses\` has to show the file at each of
them.`;

const targets = `Whatever \`targets\` names, a deployment never connects to link-local, metadata and multicast addresses, nor to the
function itself, and to private networks only with \`privateTargets\` or when \`targets\` names the address. Every address is judged
when a connection is opened, behind the name service, so that a name cannot lead elsewhere later, and neither can a redirect.

Each request of a deployment shows \`x-load-test: downpour; run=BURST; contact=CONTACT\`, so that people of a target can find out
whose load it is; a document that writes this header itself wins. On one machine requests have no such header unless \`DOWNPOUR_CONTACT\`
is set: there they are to the byte what the document says.

A target can stop the load: when it answers ten requests in a row with status 503 and a \`Retry-After\` header, the whole run ends as
failed, within a second or two, and says so. A document that tests just that writes \`stopOnRetryAfter: false\` in \`ergonomics\`; on one
machine it is off unless the document asks for it.`;

const concurrency = `Lambda runs a number of functions at once in an account and region: 1,000 by default, 10 in a new account, for everybody
together. Drives that take all of it leave nothing for what stops them. So \`npm run deploy\` asks Lambda what nobody else has set
aside, remembers it as \`concurrency\`, and sets parts of it aside for this deployment alone; its summary shows them, their sum, and
what the other functions of the account are left:

${table(
  [
    'what the account has',
    'for drives, which get no more',
    'for what starts, stops and merges bursts',
    'left for others',
  ],
  [10, 150, 300, 1_000, 3_000, 10_000].map(concurrencyRow),
)}

\`driveConcurrency\` moves the first part: up to 100 below \`concurrency\`, because AWS keeps 100 for functions without a part of their
own; \`none\` sets nothing aside for drives. A deployment that sets nothing aside still works, in a new account too.

A burst that needs more drives at once than there are is refused before it starts, by \`POST /api/burst\` and by \`downpour plan\`, with
how many shards would fit. There are \`driveConcurrency\` of them; without it, what all functions of the account share, less
${planning.controlAtOnce} for those that conduct the burst. When Lambda does not say what the account allows, that is a warning.`;

const keyLimits = `A key can be limited below what the deployment allows:
\`downpour key create ci --limits usersPerSecMax=500,dollarsMax=5,burstsAtOnceMax=1\`. The names are ${keyLimitNames.map(code).join(', ')};
units are those of the ceilings in [limits](limits.md#ceilings-of-a-deployment), and \`burstsAtOnceMax\` counts the bursts of the key that
have not ended. What a burst asks for beyond them is refused with its place. Keys that a limited key creates are limited as much.
\`downpour key list\` shows limits.`;

function concurrencyRow(concurrency: number): readonly string[] {
  const { drives, control, sum } = reservedFor({ concurrency });
  return [concurrency, drives, control, concurrency - sum].map(exactly);
}

const commands = `npm ci
npm run deploy                 # asks, shows what it will create and cost, then does it
export DOWNPOUR_URL=<ApiUrl> DOWNPOUR_API_KEY=<the key>   # as it prints them
bin/downpour run examples/quickstart.hf.yaml -P HOST=https://shop.example.com`;

const repeated = `npm run deploy -- --stage prod --targets shop.example.com --alarm-email night@example.com
npm run deploy -- --stage prod                      # the same again, with new code
npm run deploy -- --stage prod --owner team-shop    # one option more
npm run deploy -- --stage prod --dry-run            # what would change, and no more`;

function optionRow(name: string, { meaning, example, otherwise, fallback }: Option): readonly string[] {
  const isValue = fallback !== undefined || /^[\w.]+$/.test(otherwise);
  return [code(name), isValue ? code(otherwise) : otherwise, meaning, code(example)];
}
