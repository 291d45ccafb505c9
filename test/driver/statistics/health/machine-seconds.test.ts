import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  longestStallNs,
  MachineSum,
  type MergedSecond,
  machineSeconds,
  mergeMachine,
  type Readings,
  socketSeconds,
} from '../../../../lib/driver/statistics/health/machine-seconds.ts';

const t0 = 1_000_000;

const seconds = (readings: Partial<Readings>) =>
  machineSeconds({ stalls: [], idle: [], loop: [], descriptors: [], ...readings }, t0);

test('A stall counts with its whole length in every second that it spans, and readings before T0 do not count', () => {
  const stalls = [
    { fromMs: t0 - 500, toMs: t0 - 100 },
    { fromMs: t0 + 900, toMs: t0 + 3_100 },
    { fromMs: t0 + 3_500, toMs: t0 + 3_530 },
  ];
  assert.deepEqual(
    seconds({ stalls }),
    [0, 1, 2, 3].map((second) => ({ second, stallNs: 2.2e9 })),
  );
});

test('Parts of processors, of a core and of the time are shared out over the seconds that a reading spans', () => {
  const interval = (fromMs: number, toMs: number) => ({ fromMs: t0 + fromMs, toMs: t0 + toMs });
  const idle = [
    { ...interval(-500, 500), share: 0.5 },
    { ...interval(500, 1_500), share: 0.1 },
    { ...interval(1_500, 2_000), share: 0 },
  ];
  const loop = [
    { ...interval(-200, 200), cpu: 1, active: 1, gc: 0.5 },
    { ...interval(200, 1_000), cpu: 0.5, active: 0.75, gc: 0 },
  ];
  assert.deepEqual(seconds({ idle, loop }), [
    { second: 0, idlePermille: 300, cpuPermille: 600, activePermille: 800, gcNs: 1e8 },
    { second: 1, idlePermille: 50 },
  ]);
});

test('A reading that begins with a second is in that second and in no second before', () => {
  const [stalls, idle] = [
    [{ fromMs: t0 + 2_000, toMs: t0 + 2_100 }],
    [{ fromMs: t0 + 1_000, toMs: t0 + 2_000, share: 0.5 }],
  ];
  assert.deepEqual(seconds({ stalls, idle }), [
    { second: 1, idlePermille: 500 },
    { second: 2, stallNs: 1e8 },
  ]);
});

test('The most descriptors of a second count, and their share where the limit is known', () => {
  const descriptors = [
    { fromMs: t0 + 100, toMs: t0 + 900, open: 30 },
    { fromMs: t0 + 900, toMs: t0 + 1_100, open: 20 },
  ];
  assert.deepEqual(seconds({ descriptors, descriptorsMax: 40 }), [
    { second: 0, descriptors: 30, descriptorsPermille: 750 },
    { second: 1, descriptors: 20, descriptorsPermille: 500 },
  ]);
  assert.deepEqual(seconds({ descriptors })[0], { second: 0, descriptors: 30 });
});

test('The sockets of a drive are its connections of every kind to every target, and nothing else that is counted of them', () => {
  const rows = {
    'http://a': {
      'HTTP 1.x': [[0, 1, 3]],
      'used connections': [[0, 0, 9]],
      'in-flight requests': [[0, 0, 9]],
    },
    'https://b': {
      'TLS + HTTP 2': [
        [0, 2, 4],
        [1, 1, 1],
      ],
      'blocked sessions': [[1, 0, 9]],
    },
  } as const;
  assert.deepEqual(socketSeconds(rows), [
    { second: 0, sockets: 7 },
    { second: 1, sockets: 1 },
  ]);
});

test('The longest stall is a stall that ended after the instant', () => {
  const stalls = [
    { fromMs: 0, toMs: 900 },
    { fromMs: 1_000, toMs: 1_300.5 },
    { fromMs: 1_400, toMs: 1_450 },
  ];
  assert.deepEqual(
    [0, 899, 900, 1_300, 1_301, 1_450].map((since) => longestStallNs({ stalls }, since)),
    [900e6, 900e6, 300.5e6, 300.5e6, 50e6, 0],
  );
});

test('A second of several drives has the worst value of each kind, from the drives that know it', () => {
  const rows = [
    { second: 3, stallNs: 5, idlePermille: 400, cpuPermille: 100, sockets: 3, lateNs: 7, cause: 'late' },
    { second: 1, stallNs: 9, idlePermille: 800 },
    { second: 3, stallNs: 7, idlePermille: 500, cpuPermille: 90, descriptors: 2, lateNs: 8, cause: 'busy' },
    { second: 3 },
  ] as const;
  assert.deepEqual(mergeMachine(rows), [
    { second: 1, stallNs: 9, idlePermille: 800 },
    {
      second: 3,
      stallNs: 7,
      idlePermille: 400,
      cpuPermille: 100,
      sockets: 3,
      descriptors: 2,
      lateNs: 8,
      cause: 'busy',
    },
  ]);
});

test('Seconds come in their order', () => {
  const stall = (fromMs: number) => ({ fromMs: t0 + fromMs, toMs: t0 + fromMs + 30 });
  const stalls = [stall(2_100), stall(100), stall(2_500)];
  assert.deepEqual(
    seconds({ stalls }).map(({ second }) => second),
    [0, 2],
  );
});

test('A second of consecutive drives has the worst of each measure, in any order of the drives', () => {
  const low: MergedSecond = {
    second: 3,
    stallNs: 1,
    cpuPermille: 2,
    activePermille: 3,
    gcNs: 4,
    descriptors: 5,
    descriptorsPermille: 6,
    sockets: 7,
    lateNs: 8,
    idlePermille: 9,
  };
  const names = Object.keys(low).filter((name) => name !== 'second') as (keyof MergedSecond)[];
  for (const name of names) {
    const high: MergedSecond = { ...low, [name]: 100 };
    const expected = name === 'idlePermille' ? low : high;
    for (const rows of [
      [low, high],
      [high, low],
    ]) {
      const sum = new MachineSum();
      for (const row of rows) sum.add([row]);
      assert.deepEqual(sum.rows(), [expected], name);
    }
  }
});
