import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionOf } from '../../../lib/driver/benchmark/definition-hash.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { PlanOrder } from '../../../lib/driver/planning/prepare-plan.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { planned } from '../planning/planned.ts';
import { recordOf, t0 } from '../run/records.ts';

const document = `
name: shop
http: { host: 'http://localhost:8080', sharedConnections: 20 }
phases:
- warm:
    constantRate:
      usersPerSec: 1
      duration: 5s
      scenario: &visits
      - visit:
        - httpRequest: { GET: /, metric: browse, sla: { meanResponseTime: 100ms } }
- main:
    constantRate:
      usersPerSec: !param RATE 10
      duration: 10s
      startAfter: warm
      scenario: *visits
`;

const ofPlan = ({ benchmark, files }: Plan) => definitionOf(benchmark, files);
const definition = (text: string, changed?: Partial<PlanOrder>) =>
  ofPlan(planned(text, { shards: 1, plannedAt: t0, ...changed }));

test('Runs of one document with the same parameters agree, whatever their seed, shards, names and limits', () => {
  const first = definition(document);
  for (const hash of [first.hash, first.targets, ...Object.values(first.phases)])
    assert.match(hash, /^[0-9a-f]{16}$/);
  assert.deepEqual(Object.keys(first.phases), ['warm', 'main']);
  const same = [
    definition(document, { burst: 'b2', seed: 2, shards: 3, plannedAt: t0 + 1, segmentMsMax: 2000 }),
    definition(document, { parameters: { RATE: '10' } }),
    definition(document.replace('meanResponseTime: 100ms', 'meanResponseTime: 50ms')),
    definition(document.replace('name: shop', 'name: other')),
    ofPlan(JSON.parse(JSON.stringify(planned(document)))),
  ];
  for (const other of same) assert.deepEqual(other, first);
});

test('A change of the load changes the hash of its part and of the whole, and no other hash', () => {
  const first = definition(document);
  const rows: [changed: ReturnType<typeof definition>, parts: string[]][] = [
    [definition(document, { parameters: { RATE: '11' } }), ['main']],
    [definition(document.replace('duration: 5s', 'duration: 6s')), ['warm']],
    [definition(document.replace('GET: /', 'GET: /other')), ['warm', 'main']],
    [definition(document.replace('localhost:8080', 'localhost:8081')), ['targets']],
    [definition(document.replace('sharedConnections: 20', 'sharedConnections: 21')), ['targets']],
    [definition(`${document}failurePolicy: CONTINUE\n`), []],
  ];
  for (const [changed, parts] of rows) {
    assert.notEqual(changed.hash, first.hash);
    const differing = Object.keys(first.phases).filter((name) => changed.phases[name] !== first.phases[name]);
    if (changed.targets !== first.targets) differing.unshift('targets');
    assert.deepEqual(differing, parts);
  }
});

test('The content of a file counts, its password does not', () => {
  const plan = planned(document);
  const reading = (sha256: string): Plan => ({
    ...plan,
    files: [{ path: 'users.csv', sha256, bytes: 1 }],
    benchmark: {
      ...plan.benchmark,
      phases: plan.benchmark.phases.map((phase) =>
        phase.name === 'main' ? { ...phase, files: ['users.csv'] } : phase,
      ),
    },
  });
  const [one, other] = [ofPlan(reading('a')), ofPlan(reading('b'))];
  assert.equal(one.phases.warm, other.phases.warm);
  assert.notEqual(one.phases.main, other.phases.main);
  const keyed = (password: string): Plan => {
    const targets = plan.benchmark.targets.map((target) => ({
      ...target,
      tls: { keyManager: { password } },
    }));
    return { ...plan, benchmark: { ...plan.benchmark, targets } };
  };
  assert.deepEqual(ofPlan(keyed('one')), ofPlan(keyed('other')));
});

test('The run document holds it', () => {
  const record = recordOf();
  assert.deepEqual(runDocument(record).plan.definition, ofPlan(record.plan));
});
