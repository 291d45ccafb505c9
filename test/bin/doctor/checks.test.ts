import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { refusedCheck } from '../../../bin/commands/doctor.ts';
import { burstChecks } from '../../../bin/doctor/burst-checks.ts';
import type { Check } from '../../../bin/doctor/check.ts';
import { calibrationCheck, deploymentChecks } from '../../../bin/doctor/deployment-checks.ts';
import { machineChecks } from '../../../bin/doctor/machine-checks.ts';
import type { MachineFacts } from '../../../bin/doctor/machine-facts.ts';
import { machineFacts } from '../../../bin/doctor/machine-facts.ts';
import type { BurstStatus, DeploymentFacts } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { madeRun } from '../../driver/run/records.ts';

/** The checks that did not pass, by name. Each of them has advice. */
function notes(checks: readonly Check[]): Readonly<Record<string, string>> {
  for (const { name, state, advice } of checks)
    assert.equal(advice === undefined, state === 'ok', `${name} is ${state}: ${advice}`);
  return Object.fromEntries(checks.flatMap(({ name, state }) => (state === 'ok' ? [] : [[name, state]])));
}

suite('a machine', () => {
  const fine: MachineFacts = {
    node: '24.1.0',
    cores: 4,
    freeMemoryBytes: 8e9,
    descriptors: 65_536,
    ports: 28_232,
    freeDiskBytes: 50e9,
    timerLateMsP99: 0.4,
    clockStepMs: 0.1,
  };

  test('that is fine has nothing to note, also where the system says little', () => {
    assert.deepEqual(notes(machineChecks(fine)), {});
    const { descriptors: _, ports: __, freeDiskBytes: ___, ...little } = fine;
    assert.deepEqual(notes(machineChecks(little)), {});
  });

  const rows: readonly (readonly [Partial<MachineFacts>, name: string, Check['state']])[] = [
    [{ node: '20.19.0' }, 'node', 'failed'],
    [{ cores: 1 }, 'cores', 'warning'],
    [{ descriptors: 256 }, 'descriptors', 'failed'],
    [{ descriptors: 850 }, 'descriptors', 'warning'],
    [{ ports: 500 }, 'ports', 'warning'],
    [{ listenFault: 'EPERM' }, 'loopback', 'failed'],
    [{ freeMemoryBytes: 100e6 }, 'memory', 'failed'],
    [{ freeMemoryBytes: 600e6 }, 'memory', 'warning'],
    [{ freeDiskBytes: 10e6 }, 'disk', 'failed'],
    [{ freeDiskBytes: 600e6 }, 'disk', 'warning'],
    [{ timerLateMsP99: 30 }, 'clock', 'warning'],
    [{ clockStepMs: -400 }, 'clock', 'warning'],
  ];
  for (const [changed, name, state] of rows) {
    test(`with ${JSON.stringify(changed)} has a ${state} of its ${name}`, () => {
      assert.deepEqual(notes(machineChecks({ ...fine, ...changed })), { [name]: state });
    });
  }

  test('is looked at', async () => {
    const facts = await machineFacts('/no/such/folder');
    assert.equal(facts.node, process.versions.node);
    assert.ok(facts.cores >= 1 && facts.freeMemoryBytes > 0 && facts.timerLateMsP99 >= 0);
    assert.ok((facts.freeDiskBytes ?? 0) > 0, 'of the nearest folder that exists');
    assert.equal(facts.listenFault, undefined);
  });
});

suite('a deployment', () => {
  const fine: DeploymentFacts = {
    now: 1_000_050,
    version: '1.2.3',
    place: 'cloud',
    targets: ['shop.example.com'],
    coresShard: 1,
    requestsPerSecShard: 4_000,
    shardsMax: 1_000,
    concurrency: { limit: 3_000, unreserved: 2_800 },
  };
  const requested = { sentAt: 1_000_000, answeredAt: 1_000_100 };
  const noted = (changed: Partial<DeploymentFacts>) =>
    notes(deploymentChecks({ ...fine, ...changed }, requested, '1.2.3'));

  test('that is fine has nothing to note', () => {
    assert.deepEqual(noted({}), {});
    const { concurrency: _, ...here } = fine;
    assert.deepEqual(notes(deploymentChecks({ ...here, place: 'one machine' }, requested, '1.2.3')), {});
  });

  const rows: readonly (readonly [Partial<DeploymentFacts>, name: string])[] = [
    [{ version: '1.2.4' }, 'version'],
    [{ now: 1_000_700 }, 'clock of the deployment'],
    [{ now: 999_400 }, 'clock of the deployment'],
    [{ targets: [] }, 'targets'],
    [{ concurrency: { limit: 10, unreserved: 10 } }, 'concurrency'],
    [{ concurrency: { limit: 1_000, unreserved: 900 } }, 'concurrency'],
  ];
  for (const [changed, name] of rows) {
    test(`with ${JSON.stringify(changed)} has a warning of its ${name}`, () => {
      assert.deepEqual(noted(changed), { [name]: 'warning' });
    });
  }

  test('that cannot create schedules has failed, and a deployment without schedules is not checked', () => {
    const schedules = { canMake: false, problem: 'AccessDeniedException' };
    assert.deepEqual(notes(deploymentChecks({ ...fine, schedules }, requested, '1.2.3')), {
      schedules: 'failed',
    });
    const made = deploymentChecks({ ...fine, schedules: { canMake: true } }, requested, '1.2.3');
    assert.equal(made.find(({ name }) => name === 'schedules')?.state, 'ok');
    assert.ok(!deploymentChecks(fine, requested, '1.2.3').some(({ name }) => name === 'schedules'));
  });

  test('reports what is in front of its API', () => {
    const front = (given: Partial<DeploymentFacts>) =>
      deploymentChecks({ ...fine, ...given }, requested, '1.2.3').find(({ name }) => /front/.test(name));
    assert.match(front({ front: 'firewall' })?.says ?? '', /a firewall/);
    assert.match(front({ front: 'private' })?.says ?? '', /answers only at its endpoints in VPCs/);
    assert.equal(front({}), undefined);
  });

  test('with an unknown concurrency of its account has a warning', () => {
    const { concurrency: _, ...unknown } = fine;
    assert.deepEqual(notes(deploymentChecks(unknown, requested, '1.2.3')), { concurrency: 'warning' });
  });

  test('with a clock difference within the time of its answer has no warning', () => {
    const slow = { sentAt: 1_000_000, answeredAt: 1_004_000 };
    assert.deepEqual(notes(deploymentChecks({ ...fine, now: 1_004_000 }, slow, '1.2.3')), {});
  });

  test('was calibrated when its measure is younger than the question', () => {
    const check = (calibratedAt?: number) =>
      calibrationCheck({ ...fine, ...(calibratedAt === undefined ? {} : { calibratedAt }) }, 1_000_000);
    assert.match(
      check(1_000_000).says,
      /^from now on, Downpour plans each processor of a shard with at most 4,000 requests\/s$/,
    );
    assert.deepEqual(
      [check(1_000_000), check(999_999), check()].map(({ state }) => state),
      ['ok', 'warning', 'warning'],
    );
  });

  test('in a new account reports that, and a smaller one reports how many shards it can run', () => {
    const says = (limit: number): string => {
      const facts = { ...fine, concurrency: { limit, unreserved: limit } };
      const check = deploymentChecks(facts, requested, '1.2.3').find(({ name }) => name === 'concurrency');
      return `${check?.says} ${check?.advice}`;
    };
    assert.match(says(10), /the low limit of a new account/);
    assert.match(says(1_000), /run at most 995 shards, or request a higher quota/);
    assert.match(says(3_000), /^at most 3,000 functions run at once .* without a reservation undefined$/);
  });

  test('that has set something aside for drives is judged by that', () => {
    const says = (drives: number): string => {
      const facts = { ...fine, concurrency: { limit: 3_000, unreserved: 5, drives } };
      const check = deploymentChecks(facts, requested, '1.2.3').find(({ name }) => name === 'concurrency');
      return `${check?.state} ${check?.says} ${check?.advice}`;
    };
    assert.match(
      says(1_000),
      /^ok .*1,000 reserved for the load generators \(drives\) of this deployment undefined$/,
    );
    assert.match(
      says(999),
      /^warning .*the ceiling shardsMax allows .* which need more run at most 999 shards, or deploy with/,
    );
  });
});

suite('the burst at itself', () => {
  const phase = (name: string, status: BurstStatus['phases'][number]['status']) => ({
    name,
    status,
    isWarmup: false,
    failed: false,
    expectedArrivals: 0,
    totals: { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 },
  });
  const status = (state: BurstStatus['state'], token: Parameters<typeof phase>[1]): BurstStatus => ({
    id: 'b',
    benchmark: 'doctor',
    state,
    phases: [phase('token', token), phase('echo', 'NOT_STARTED')],
  });

  const passedAt = { place: 'cloud', tookMs: 8_000, ended: true } as const;

  test('that passed proves the answer to a task token, and the whole way', async () => {
    const run = await madeRun({ drives: [{ seconds: [{ requests: 20 }] }] });
    assert.deepEqual(notes(burstChecks(status('passed', 'TERMINATED'), run, passedAt)), {});
    const [, echo] = burstChecks(status('passed', 'TERMINATED'), run, passedAt);
    assert.match(echo?.says ?? '', /^20 requests, p99 .+, all in 8s$/);
    const name = 'burst of five seconds';
    const noted = (state: BurstStatus['state']) =>
      notes(burstChecks(status(state, 'TERMINATED'), run, passedAt));
    assert.deepEqual(noted('inconclusive'), { [name]: 'warning' });
    assert.deepEqual(noted('failed'), { [name]: 'failed' });
    const lost = burstChecks(status('incomplete', 'TERMINATED'), undefined, passedAt);
    assert.deepEqual(notes(lost), { [name]: 'failed' });
    assert.match(lost[1]?.advice ?? '', /Step Functions/);
    const near = burstChecks(status('incomplete', 'NOT_STARTED'), undefined, {
      ...passedAt,
      place: 'one machine',
    });
    assert.deepEqual(
      near.map(({ advice }) => advice),
      Array(2).fill('read the files of log/ in the data folder of the server'),
    );
  });

  test('that waits for ever shows that tokens are not answered', () => {
    const checks = burstChecks(status('running', 'NOT_STARTED'), undefined, {
      place: 'cloud',
      tookMs: 90_000,
      ended: false,
    });
    assert.deepEqual(notes(checks), { 'task token': 'failed' });
    assert.match(checks[0]?.advice ?? '', /SendTaskSuccess/);
  });

  test('that ended before reports the reason', () => {
    const broken = { ...status('incomplete', 'NOT_STARTED'), reason: 'Plan is broken' };
    const [token] = burstChecks(broken, undefined, { place: 'cloud', tookMs: 1_000, ended: true });
    assert.match(token?.says ?? '', /ended as incomplete before the state machine continued: Plan is broken/);
  });
});

test('a deployment that refuses shows the next step of the message, or of its code', () => {
  const stepOf = (code: string, message: string) => {
    const { says, advice } = refusedCheck(new DownpourError(code, 400, message));
    return [says, advice];
  };
  assert.deepEqual(stepOf('DATA_UNUSABLE', 'No data in x: no permission; name another folder'), [
    'No data in x: no permission',
    'name another folder',
  ]);
  for (const code of ['FORBIDDEN', 'SCOPE_MISSING'])
    assert.deepEqual(stepOf(code, 'No rights; ask'), ['No rights', "use an administrator's key"]);
  assert.match(stepOf('UNKNOWN', 'Not found')[1] ?? '', /^read the log of the function api\/doctor/);
});
