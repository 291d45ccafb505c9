import { readFile } from 'node:fs/promises';
import { readOptions } from '../../lib/cloud/options.ts';
import { stages } from '../../lib/cloud/stage.ts';
import { code, commentAbove, fenced, page, table } from './markdown.ts';

/** docs/deployment.md */
export async function deploymentPage(): Promise<string> {
  const sources = await Promise.all(
    ['stack.ts', 'options.ts'].map((file) =>
      readFile(new URL(`../../lib/cloud/${file}`, import.meta.url), 'utf8'),
    ),
  );
  const options = Object.entries(readOptions(() => undefined));
  return page(
    'Deployment',
    `Downpour is deployed into your own AWS account with the CDK, from a clone. It costs nothing while idle. The commands need
an account, so read them first:`,
    fenced('sh', commands),
    `A load generator is a weapon: a deployment drives only the hosts that \`targets\` names, and none when it names none.
Whoever has the administrator key can make keys for others: \`bin/downpour key create NAME\`.`,
    '## Options',
    'Each is given with `-c name=value`, every time: one that is left out goes back to its default.',
    table(
      ['option', 'default', 'what it does'],
      options.map(([name, value]) =>
        optionRow(name, value, sources.map((text) => commentAbove(text, name)).find(Boolean) ?? ''),
      ),
    ),
    '## Stages',
    `\`${Object.keys(stages).join('` and `')}\` differ in what is left when the stack is deleted: \`sandbox\` removes everything, \`prod\`
keeps buckets and tables, refuses to delete the catalogue and can bring back an overwritten run for longer.`,
    '## Bounds',
    'What no caller of a deployment can exceed, and the option `ceilings` moves, is listed in [limits](limits.md).',
  );
}

const commands = `npm ci
npm run synth                                                 # needs neither account nor network
npx cdk bootstrap                                             # once per account and region
npx cdk deploy -c stage=prod -c targets=shop.example.com      # prints ApiUrl and FirstKeyFunction
aws lambda invoke --function-name <FirstKeyFunction> key.json # makes the first administrator key, once
export DOWNPOUR_URL=<ApiUrl> DOWNPOUR_API_KEY=<the key>
bin/downpour run hello.hf.yaml -P HOST=https://shop.example.com`;

/** Comments name the default after \`@default\` or at their end. */
function optionRow(name: string, value: unknown, comment: string): readonly string[] {
  const found = /@default (.+)$|Default: (.+?)\.?$/m.exec(comment);
  const fallback = (found?.[1] ?? found?.[2])?.replaceAll(/['`]/g, '');
  const said = comment.replace(/@default .+$|Default: .+$/m, '').trim();
  const shown = value === undefined ? fallback : String(value);
  return [
    code(name),
    shown === undefined ? '' : shown.startsWith('- ') ? shown.slice(2) : code(shown),
    meanings[name] ?? said,
  ];
}

/** Options whose comment is too short for a reader of the page. */
const meanings: { readonly [name: string]: string } = {
  stage: `One of ${Object.keys(stages).map(code).join(', ')}; see below.`,
  requestsPerSec: 'Requests per second that the API takes before it answers 429.',
  requestsBurst: 'Requests that may come at once above that rate.',
  alarmEmail: 'Address that alarms are sent to.',
  owner: 'Value of the tag `owner` on everything.',
};
