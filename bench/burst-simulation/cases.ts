import { type Scenario, usual } from './scenario.ts';

export type Case = { readonly name: string; readonly scenario: Scenario };

const sizes: readonly (readonly [shards: number, account: Scenario['account']])[] = [
  [1, 'new'],
  [5, 'new'],
  [10, 'default'],
  [100, 'default'],
  [995, 'default'],
  [1_000, 'raised'],
  [5_000, 'raised'],
];

const caseOf = (
  shards: number,
  phases: number,
  account: Scenario['account'],
  more: Partial<Scenario> = {},
): Case => ({
  name: `${shards.toLocaleString('en')} x ${phases}, ${account}`,
  scenario: { ...usual, shards, phases, account, seconds: phases === 1 ? 60 : 10, ...more },
});

function ofTasks(name: string, more: Partial<Scenario>): Case {
  return { name, scenario: { ...usual, executor: 'fargate', ...more } };
}

/**
 * A burst with one phase of a minute, in every size. Sizes that take only minutes to simulate also have a
 * case of 25 phases of ten seconds.
 */
const usualCases: readonly Case[] = [
  ...sizes.map(([shards, account]) => caseOf(shards, 1, account, shards > 1_000 ? { seconds: 10 } : {})),
  ...sizes.flatMap(([shards, account]) => (shards > 100 ? [] : [caseOf(shards, 25, account)])),
];

const large: readonly Case[] = [caseOf(1_000, 25, 'raised'), caseOf(5_000, 2, 'raised', { seconds: 60 })];

/** The most important sizes of bursts, each under a worse condition. */
const worse = (more: Partial<Scenario>): readonly Case[] => [
  caseOf(5, 1, 'new', more),
  caseOf(100, 1, 'default', more),
  caseOf(1_000, 1, 'raised', { seconds: 15, ...more }),
  caseOf(5_000, 1, 'raised', { seconds: 10, ...more }),
];

/** A user stops the burst in the middle of its only phase. */
const stopped: readonly Case[] = [
  ...sizes.flatMap(([shards, account]) =>
    shards === 995 ? [] : [caseOf(shards, 1, account, { stopAfterMs: 10_000, seconds: 30 })],
  ),
  ...(
    [
      [5, 'new'],
      [100, 'default'],
    ] as const
  ).map(([shards, account]) => {
    const { name, scenario } = caseOf(shards, 1, account, { stopAfterMs: 10_000, seconds: 30 });
    return { name: `${name}, no free function`, scenario: { ...scenario, crowded: true } };
  }),
];

/**
 * Map runs that are 15 times slower than assumed, because AWS does not document their speed. `slowCpu` has
 * processors that are 4 times slower.
 */
const slowMaps = { children: { burst: 40, perSecond: 20 } };
const slowCpu = { slowness: 4 };
const named = (words: string, { name, scenario }: Case): Case => ({ name: `${name}, ${words}`, scenario });
const changed: readonly Case[] = [
  caseOf(300, 1, 'default', { seconds: 20 }),
  ...(
    [
      ['maps 15 times slower', slowMaps],
      ['maps 60 times slower', { children: { burst: 10, perSecond: 5 } }],
      ['CPU 4 times slower', slowCpu],
      ['maps 15 and CPU 4 times slower', { ...slowMaps, ...slowCpu }],
    ] as const
  ).map(([words, more]) => named(words, caseOf(300, 1, 'default', { seconds: 20, ...more }))),
  named('maps 15 times slower', caseOf(1_000, 1, 'raised', { seconds: 15, ...slowMaps })),
  named(
    'maps 10 times slower',
    caseOf(1_000, 1, 'raised', { seconds: 15, children: { burst: 60, perSecond: 30 } }),
  ),
  named('CPU 4 times slower', caseOf(1_000, 1, 'raised', { seconds: 15, ...slowCpu })),
];

/** A burst with few drives, whose phases have every kind of start condition. */
const small: readonly Case[] = [
  caseOf(1, 1, 'new', { seconds: 5 }),
  caseOf(4, 3, 'default', { seconds: 5 }),
  {
    name: '4, every kind of dependency, segments of 4 s',
    scenario: { ...usual, shards: 4, shape: 'graph', seconds: 6, segmentMsMax: 4_000 },
  },
  caseOf(4, 1, 'default', { seconds: 20, stopAfterMs: 5_000 }),
];

/** Tasks of Fargate instead of functions. */
const tasks: readonly Case[] = [
  ...([10, 100] as const).map((shards) => caseOf(shards, 1, 'default', { executor: 'fargate' })),
  caseOf(10, 3, 'default', { executor: 'fargate', seconds: 60 }),
  ofTasks('4 x 1 of an hour, default', { shards: 4, seconds: 3_600 }),
  ofTasks('100 x 1, default, stopped after 10 s', { shards: 100, stopAfterMs: 10_000 }),
  ofTasks('10 x 1 of 10 min, default, a task is killed', {
    shards: 10,
    seconds: 600,
    killsTaskAfterMs: 200_000,
  }),
];

export type Section = { readonly title: string; readonly words: string; readonly cases: readonly Case[] };

export const sections: Readonly<Record<string, Section>> = {
  small: {
    title: 'Small',
    words:
      'These bursts are so small that a test simulates them too. It fails when these lines differ from the results of the code.',
    cases: small,
  },
  usual: {
    title: 'As the constants say',
    words:
      'One phase of 60 s (of 10 s with 5,000 shards), or 25 phases of 10 s one after the other. Each shard sends 10 requests per second. There is one metric, and one user watches the burst.',
    cases: usualCases,
  },
  large: {
    title: 'Many drives, one phase after the other',
    words:
      'Phases of 10 s. With 5,000 shards, there are two phases of a minute, because Lambda then has environments for both. This simulation takes an hour and a half on a busy machine. 25 such phases (125,000 drives) were never simulated.',
    cases: large,
  },
  latency: {
    title: 'Twice the latency',
    words: 'Every latency and all CPU work take twice as long.',
    cases: worse({ latency: 2 }),
  },
  failures: {
    title: 'Ten times the failures',
    words: 'Lost requests, lost answers and dying environments.',
    cases: worse({ failures: 10 }),
  },
  quota: {
    title: 'Half the quotas',
    words: 'The quotas of Lambda, Step Functions, DynamoDB and S3 are halved.',
    cases: worse({ quota: 0.5 }),
  },
  changed: {
    title: 'Two assumptions changed',
    words:
      'The two assumptions with the largest influence are changed. A map starts 40 children at once and then 20 per second (assumed elsewhere: 1,000 and 300), and all CPU work takes four times as long. Phases take 20 s (15 s with 1,000 shards).',
    cases: changed,
  },
  stop: {
    title: 'Stopped after 10 seconds',
    words:
      'The silence is the time from the request to stop until the last request reaches the target. When other functions of the account use all free concurrency, the command line stops the burst with the token.',
    cases: stopped,
  },
  fargate: {
    title: 'Tasks of Fargate',
    words:
      'Tasks of Fargate send the load (`executor: fargate`). A killed task cannot report its end: its state waits five minutes for a heartbeat. The run counts the measurements that the task stored before.',
    cases: tasks,
  },
};
