import type { Scenario } from './scenario.ts';

/** The benchmark document of a simulated burst. */
export const documentOf = (scenario: Scenario): string =>
  [
    'name: simulated',
    `http: { host: "http://target.example", sharedConnections: ${20 * scenario.shards} }`,
    'phases:',
    ...(scenario.shape === 'chain' ? chain(scenario) : graph(scenario)),
    '',
  ].join('\n');

/** A document whose phases start one after another. */
const chain = ({ phases, seconds, usersPerShard, shards }: Scenario): readonly string[] =>
  Array.from({ length: phases }, (_, index) =>
    [
      ...open(`phase-${index}`, usersPerShard * shards, seconds),
      ...(index === 0 ? [] : [`      startAfter: phase-${index - 1}`]),
      ...scenarioOf('      '),
    ].join('\n'),
  );

/**
 * Phases with iterations, forks, a pause, a start time, a strict start condition, and users that arrive at
 * once.
 */
function graph({ seconds, usersPerShard, shards }: Scenario): readonly string[] {
  const rate = usersPerShard * shards;
  const half = Math.ceil(seconds / 2);
  return [
    ...[...open('first', rate, seconds), ...scenarioOf('      ')],
    ...['- pause:', '    noop:', `      duration: ${half}s`, '      startAfter: first'],
    ...[...open('turns', rate, half), '      maxIterations: 2'],
    '      startAfter: [ pause, { phase: turns, iteration: previous } ]',
    ...scenarioOf('      '),
    ...[...open('forked', rate, seconds), '      startTime: 3s', '      forks:'],
    ...['      - light:', '          weight: 1', ...scenarioOf('          ')],
    ...['      - heavy:', '          weight: 1', ...scenarioOf('          ')],
    ...['- last:', '    atOnce:', `      users: ${3 * shards}`, '      startAfterStrict: [ turns, forked ]'],
    ...scenarioOf('      '),
  ];
}

const open = (name: string, rate: number, seconds: number): readonly string[] => [
  `- ${name}:`,
  '    constantRate:',
  `      usersPerSec: ${rate}`,
  '      variance: false',
  `      duration: ${seconds}s`,
];

const scenarioOf = (indent: string): readonly string[] => [
  `${indent}scenario:`,
  `${indent}- main:`,
  `${indent}  - httpRequest: { GET: / }`,
];
