import { type Option, options } from '../../lib/cloud/options/table.ts';
import { code, fenced, page, table } from './markdown.ts';

/** docs/deployment.md */
export function deploymentPage(): string {
  return page(
    'Deployment',
    `Downpour is deployed into your own AWS account, from a clone. It needs Node, npm and AWS credentials, as the AWS command
line would use them.`,
    fenced('sh', commands),
    `\`npm run deploy\` asks for what it needs, shows what it will create and what that costs, and asks again before it does
it. It prepares the account for the CDK when that was not done, makes the first administrator key, and prints the two
commands that come next. Whoever has that key can make keys for others: \`bin/downpour key create NAME\`.`,
    `A load generator is a weapon: a deployment drives only the hosts that \`targets\` names.`,
    '## Options are remembered',
    `What was given once is kept in \`deployments/STAGE.json\`, and the next deployment of that stage uses it: nothing has to be
said twice, and nothing goes back to a default because somebody forgot it. Commit that file (it holds no secret), so that
your colleagues deploy the same. It also notes the account and the region, and a deployment of that stage into others is
refused. \`--forget NAME\` takes an option back to its default.`,
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
    '## Stages',
    `Stages lie side by side in one account: each has a stack, a file and keys of its own. \`data\` decides what is left when a
stage is destroyed: \`discard\` removes everything, \`keep\` keeps bucket, tables and logs, refuses to delete the catalogue and
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
    '## In one region',
    `A stage drives from the region it lies in. For load from several regions deploy a stage in each and compare their runs; the
drives of one burst all run in one region.`,
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
