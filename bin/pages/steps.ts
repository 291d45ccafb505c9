import { formatSteps, kinds, stepKinds } from '../../lib/driver/scenario/registry.ts';
import { bodyOf, definitions } from './format.ts';
import { code, fenced, page, table } from './markdown.ts';
import { membersOf, reachable } from './members.ts';

const steps = [...stepKinds.values()].sort((one, other) => (one.name < other.name ? -1 : 1));

/** docs/steps.md */
export const stepsPage = (): string =>
  page(
    'Steps',
    `A scenario is a list of sequences, a sequence a list of steps. The user runs them one after another; a request is
waited for before the next step, unless \`sync\` is false.`,
    fenced('yaml', example),
    table(['step', 'what it does', 'example'], steps.map(documented)),
    `\`\${name}\` in a path, header, body or message is replaced by the user's own variable.`,
    ...steps.flatMap(({ name }) => stepSection(name)),
    '## Handlers of a response',
    'Below `handler` of a request: what to do with the status, and with the body.',
    '### Status handlers',
    table(['handler', 'what it does', 'example'], [...kinds.statusHandler.values()].map(documented)),
    '### Body handlers',
    table(['handler', 'what it does', 'example'], [...kinds.processor.values()].map(documented)),
    ...parts(),
    '## Not built yet',
    'Part of the format; a document that uses one is refused with its place:',
    `${absent().map(code).join(', ')}.`,
  );

const example = `scenario:
  - search:
      - randomInt: page <- 1 .. 20
      - httpRequest:
          GET: /search?page=\${page}
          handler:
            status:
              range: 200
            body:
              json: .first.id -> product
      - thinkTime: 500ms
  - product:
      - httpRequest:
          GET: /products/\${product}`;

type Documented = { readonly name: string; readonly summary: string; readonly example: string };

const documented = ({ name, summary, example }: Documented): readonly string[] => [
  code(name),
  summary,
  code(example),
];

function stepSection(name: string): readonly string[] {
  const members = membersOf(bodyOf('step', name));
  return members === ''
    ? []
    : [`## \`${name}\``, definitions[bodyOf('step', name)]?.description ?? '', members];
}

/** Definitions inside the bodies of steps. */
function parts(): readonly string[] {
  const bodies = new Set(steps.map(({ name }) => bodyOf('step', name)));
  return reachable('step')
    .filter((name) => !bodies.has(name) && membersOf(name) !== '')
    .flatMap((name) => [
      `## ${headings[name] ?? code(name)}`,
      definitions[name]?.description ?? '',
      membersOf(name),
    ]);
}

const headings: { readonly [definition: string]: string } = {
  condition: 'A condition inside `allConditions`',
  conditionalProcessor: '`conditional` as a handler',
  intComparisons: 'Comparisons with whole numbers',
  length: '`length` of a text',
  objectSource: '`item` to look for',
  stringConditionBody: '`stringCondition`',
  generatorBody: 'A text and where it comes from',
  requestBodySource: '`body` of a request',
  requestHandler: '`handler` of a request',
  statusRange: '`range` of the status',
  jsonProcessor: '`json` of the body',
  sla: '`sla` of a request',
  intSource: 'A whole number and where it comes from',
};

const absent = (): readonly string[] =>
  formatSteps.filter((name) => !steps.some((step) => step.name === name));
