import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatProblem } from '../../../../lib/driver/document/format-problems.ts';
import type { PhasePlan } from '../../../../lib/driver/model/plan.ts';
import { graphOf } from '../../../../lib/driver/planning/graph.ts';
import { planTable } from '../../../../lib/driver/planning/plan-table.ts';
import type { PlanOrder } from '../../../../lib/driver/planning/prepare-plan.ts';
import {
  afarOf,
  type Regions,
  type Share,
  shardsAtHome,
} from '../../../../lib/driver/planning/sharding/regions.ts';
import { prepared } from '../planned.ts';

/**
 * Shards run in the regions that the agents or the person who starts the burst choose. The deployment must
 * have drives there.
 */

const deployed: Regions = { home: 'us-east-1', others: ['eu-west-1', 'ap-south-1'] };

const document = (agents: string): string => `
name: shop
http: { host: http://localhost:8080, sharedConnections: 500 }
${agents}
usersPerSec: 100
duration: 20s
scenario: [{ home: [{ httpRequest: { GET: / } }] }]
`;

function prepare(agents: string, order: Partial<PlanOrder> = {}) {
  const { plan, problems } = prepared(document(agents), { regions: deployed, ...order });
  return { plan, said: problems.map((problem) => formatProblem('f', problem)) };
}

function phaseOf(agents: string, order: Partial<PlanOrder> = {}): PhasePlan {
  const { plan, said } = prepare(agents, order);
  const phase = plan?.phases[0];
  assert.ok(phase, said.join('\n'));
  return phase;
}

suite('agents', () => {
  const two = 'agents: { far: { region: eu-west-1 }, near: }';

  test('run in the regions that they name, those at home first', () => {
    const phase = phaseOf(two);
    assert.equal(phase.shards, 2);
    assert.deepEqual(phase.afar, [{ region: 'eu-west-1', first: 1, shards: 1 }]);
  });

  test('keep their threads where they are', () => {
    const agents =
      'agents: { a: { region: eu-west-1, threads: 2 }, b: { threads: 3 }, c: { region: eu-west-1 } }';
    assert.deepEqual(phaseOf(agents).threads, [3, 2, 1]);
  });

  test('have the region of the default unless they name one', () => {
    const agents = 'agents: { default: { region: eu-west-1 }, a: , b: { region: us-east-1 } }';
    assert.deepEqual(phaseOf(agents).afar, [{ region: 'eu-west-1', first: 1, shards: 1 }]);
  });

  test('are at home in the region of the deployment', () => {
    assert.equal(phaseOf('agents: { a: { region: us-east-1 } }').afar, undefined);
  });

  test('share more shards than there are agents by their regions', () => {
    assert.deepEqual(phaseOf(two, { shards: 7 }).afar, [{ region: 'eu-west-1', first: 4, shards: 3 }]);
  });

  test('are in the table of the plan and in the graph that the conductor follows', () => {
    const { plan } = prepare(two);
    assert.ok(plan);
    assert.deepEqual(planTable(plan)[0]?.regions, { home: 1, 'eu-west-1': 1 });
    assert.deepEqual(graphOf(plan)[0]?.afar, [{ region: 'eu-west-1', first: 1, shards: 1 }]);
  });

  test('that name no region leave the plan as it was', () => {
    const phase = phaseOf('agents: { a: , b: }');
    assert.equal('afar' in phase, false);
  });
});

suite('the person who starts a burst', () => {
  test('wins over the agents', () => {
    const askedRegions = { 'ap-south-1': 2, 'us-east-1': 1 };
    const phase = phaseOf('agents: { far: { region: eu-west-1 } }', { askedRegions, shards: 6 });
    assert.deepEqual(phase.afar, [{ region: 'ap-south-1', first: 2, shards: 4 }]);
  });

  test('may leave the region of the deployment out', () => {
    const phase = phaseOf('', { askedRegions: { 'ap-south-1': 1, 'eu-west-1': 1 }, shards: 5 });
    assert.equal(shardsAtHome(phase), 0);
    assert.deepEqual(phase.afar, [
      { region: 'ap-south-1', first: 0, shards: 3 },
      { region: 'eu-west-1', first: 3, shards: 2 },
    ]);
  });
});

suite('regions without drives', () => {
  const rows: readonly (readonly [string, string, Partial<PlanOrder>, readonly string[]])[] = [
    [
      'each at its place in a mapping',
      'agents: { a: { region: eu-west-3 }, b: { region: mars } }',
      {},
      [
        "f:4:16 agents.a.region: this deployment has no load generators in 'eu-west-3'; use one of the regions us-east-1, eu-west-1, ap-south-1",
        "f:4:42 agents.b.region: this deployment has no load generators in 'mars'; use one of the regions us-east-1, eu-west-1, ap-south-1",
      ],
    ],
    [
      'at its place in a list',
      'agents: [ a: { region: eu-west-3 } ]',
      { regions: { home: 'us-east-1', others: [] } },
      [
        "f:4:16 agents[0].a.region: this deployment has no load generators in 'eu-west-3'; deploy the stage with --regions, or leave the region out: all load then comes from us-east-1",
      ],
    ],
    [
      'at the agent that has it from the default',
      'agents: { default: { region: mars }, a: }',
      {},
      [
        "f:4:38 agents.a: this deployment has no load generators in 'mars'; use one of the regions us-east-1, eu-west-1, ap-south-1",
      ],
    ],
    [
      'of the person who starts the burst',
      '',
      { askedRegions: { mars: 1 } },
      [
        "f:1:1 document: this deployment has no load generators in 'mars'; use one of the regions us-east-1, eu-west-1, ap-south-1",
      ],
    ],
    [
      'and no name at all',
      'agents: { a: { region: "" } }',
      {},
      ['f:4:16 agents.a.region: the region of an agent is empty, expected a name such as eu-west-1'],
    ],
  ];
  for (const [sentence, agents, order, expected] of rows) {
    test(`are refused, ${sentence}`, () => {
      const { plan, said } = prepare(agents, order);
      assert.equal(plan, undefined);
      assert.deepEqual(said, expected);
    });
  }

  test('are taken where the deployment is not known', () => {
    const phase = phaseOf('agents: { a: { region: mars } }', { regions: 'any' });
    assert.deepEqual(phase.afar, [{ region: 'mars', first: 0, shards: 1 }]);
  });

  test('are one machine, with a warning, where there is one', () => {
    const { plan, said } = prepare('agents: { a: { region: mars }, b: { region: eu-west-1 } }', {
      regions: undefined,
    });
    assert.equal(plan?.phases[0]?.afar, undefined);
    assert.deepEqual(said, [
      'f:4:16 agents.a.region: warning: all load generators run on this machine, so regions have no effect; remove the region, or start the run in a deployment that has load generators there',
    ]);
  });
});

test('parts of a phase lie side by side, add up to it, and differ from their weight by less than a shard', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 500 }), (list, shards) => {
      const shares: Share[] = list.map((weight, index) => ({ region: `r${index}`, weight }));
      const afar = afarOf(shares, shards);
      const all = list.reduce((sum, weight) => sum + weight, 0);
      let next = 0;
      for (const { first, shards: own } of afar) {
        assert.equal(first, next);
        next += own;
      }
      assert.equal(next, shards);
      for (const { region, weight } of shares) {
        const own = afar.find((each) => each.region === region)?.shards ?? 0;
        assert.ok(Math.abs(own - (weight * shards) / all) < 1, `${region}: ${own}`);
      }
    }),
  );
});
