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

/** Every size with one phase of a minute, and sizes that are simulated in minutes with 25 of ten seconds. */
const usualCases: readonly Case[] = [
  ...sizes.map(([shards, account]) => caseOf(shards, 1, account, shards > 1_000 ? { seconds: 10 } : {})),
  ...sizes.flatMap(([shards, account]) => (shards > 100 ? [] : [caseOf(shards, 25, account)])),
];

const large: readonly Case[] = [caseOf(1_000, 25, 'raised'), caseOf(5_000, 2, 'raised', { seconds: 60 })];

/** The most important sizes, with one condition worse. */
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
    return { name: `${name}, no function free`, scenario: { ...scenario, crowded: true } };
  }),
];

/** Neither AWS service documents these speeds: map runs are 15 times and processors 4 times slower here. */
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

/** Tasks of Fargate in place of functions. */
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
    words: 'Small enough for every test run, which holds that these lines are those of the code.',
    cases: small,
  },
  usual: {
    title: 'As the constants say',
    words:
      'One phase of 60 s (10 s of 5,000 shards), or 25 of 10 s one after the other; 10 requests a second and shard, one metric, one watcher.',
    cases: usualCases,
  },
  large: {
    title: 'Many drives, one phase after the other',
    words:
      'Phases of 10 s; of 5,000 shards two of a minute, so that Lambda has environments for both. That takes an hour and a half on a busy machine; 25 of them, 125,000 drives, were never simulated.',
    cases: large,
  },
  latency: {
    title: 'Twice the latency',
    words: 'Every latency and all CPU work twice.',
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
      'The two assumptions with the largest influence: a map starts 40 children at once and then 20 a second (assumed: 1,000 and 300), and all CPU work takes four times as long. Phases of 20 s (15 s of 1,000 shards).',
    cases: changed,
  },
  stop: {
    title: 'Stopped after 10 seconds',
    words:
      'Silence is counted from the request to stop to the last request at the target. Where no function is free, because others of the account take all that is left, the command line stops with the token.',
    cases: stopped,
  },
  fargate: {
    title: 'Tasks of Fargate',
    words:
      'The same with `executor: fargate`. A task that is killed cannot say so: its state waits five minutes for a heartbeat, and the run counts what the task stored until then.',
    cases: tasks,
  },
};
