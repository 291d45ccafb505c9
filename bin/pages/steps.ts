import { planning, sharing } from '../../lib/driver/limits.ts';
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
    'Below `handler` of a request: what to do with the status, the headers, the body, and the bytes on the connection.',
    '### Status handlers',
    table(['handler', 'what it does', 'example'], [...kinds.statusHandler.values()].map(documented)),
    '### Header handlers',
    table(['handler', 'what it does', 'example'], [...kinds.headerHandler.values()].map(documented)),
    'Header names arrive in lower case.',
    '### Body handlers',
    table(['handler', 'what it does', 'example'], [...kinds.processor.values()].map(documented)),
    '### Raw-bytes handlers',
    table(['handler', 'what it does', 'example'], [...kinds.rawBytesHandler.values()].map(documented)),
    rawBytes,
    '## What users share',
    ...shared,
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

const rawBytes = `The bytes of a request are those that its connection has carried since the request before it ended, heads included and
over TLS without the encryption. With pipelining, bytes of a later request may stand with an earlier one; the sums are exact.`;

/** Whoever reads this wants to know what to rely on. */
const shared: readonly string[] = [
  `The users of one shard of a phase share maps (\`pushSharedMap\`, \`pullSharedMap\`), counters (\`addToSharedCounter\` and its
kin) and published values (\`publishAgentData\`). A map is pulled by one user only. Counters are exact up to 2^53; what would leave
that fails the phase in words. Lists are copied when they enter and when they leave.`,
  `**From phase to phase.** What a shard leaves behind goes to the phases that start strictly after its phase
(\`startAfterStrict\`, iterations): it is there before their first user starts. Shard k takes over from the shard of the same number, modulo the
smaller number of shards; when several take over from one, each gets an equal part of the maps, and all of the counters and values. Phases
that run side by side see nothing of each other; of two that start after the same one, both get its maps.`,
  `**Within a long phase.** A phase of more than ${planning.segmentMsMax / 60_000} minutes is driven in segments, and the users of two of them overlap at the seam.
Published values reach the next segment within about two seconds; maps and counters when the last user of the segment before has left. Until then its
counters begin with what the phases before left. Added up, counters are exact; a counter that is set near a seam is not.`,
  `**What is lost.** A drive whose machine is lost takes what its users shared with it. The phases after it start without, and the run
has a notice. Together the maps and values of a shard take at most ${sharing.bytesMax / 2 ** 20} MiB.`,
  `**Global counters** (\`publishGlobalCounters\`) are sums over all shards, exact at any size up to the end of the phase: its drives send them
with their measurements, they are added up when the phase has terminated, and stand in the run as \`globalCounters\`. No step reads them.
Two phases cannot publish one key; iterations and forks of a phase add to one sum.`,
];

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
