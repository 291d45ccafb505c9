import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Findings } from '../../../lib/driver/document/problem.ts';
import type { StepDefinition } from '../../../lib/driver/model/scenario.ts';
import { compileScenario } from '../../../lib/driver/scenario/compile.ts';
import { requestSteps, requestsPerRun } from '../../../lib/driver/scenario/demand/requests.ts';
import type { ScenarioEnvironment, StepKind } from '../../../lib/driver/scenario/kind.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { stepKinds } from '../../../lib/driver/scenario/registry.ts';
import { benchmark, firstPhase, phase, planned, steady } from '../planning/benchmarks.ts';

/**
 * A new step needs only its entry in the table, even with inner steps and a request. Other code reads, plans
 * and compiles it without changes.
 */

type Twice = { readonly step: number; readonly steps: readonly StepDefinition[] };

const twice: StepKind<Twice> = {
  name: 'twice',
  summary: 'Sends a request, and runs its steps two times.',
  example: 'twice: [noop]',
  cost: 'One request.',
  atError: 'It never fails.',
  parse: (raw, at, scope) => ({ step: scope.nextRequest(), steps: scope.parseSteps(raw, at) }),
  compile({ steps }, compiler) {
    const inner = steps.flatMap((step) => compiler.compileStep(step));
    return [...inner, ...inner];
  },
  children: ({ steps }) => [{ steps, times: 2 }],
  requests: ({ step }) => [{ step, slas: [] }],
};

// Only this test may change the table of steps.
const table = stepKinds as Map<string, StepKind<unknown>>;

suite('a step that is new', () => {
  before(() => table.set('twice', twice));
  after(() => table.delete('twice'));

  const read = () => {
    const findings = new Findings();
    const { targets, ergonomics } = benchmark([]);
    const inner = [{ httpRequest: { GET: '/a', sla: { errorRatio: 0.5 } } }, 'stop'];
    const raw = [{ go: [{ twice: [{ twice: inner }, { httpRequest: { GET: '/b' } }] }] }];
    const scenario = parseScenario(raw, [], { targets, ergonomics, findings });
    assert.deepEqual(findings.list, []);
    assert.ok(scenario);
    return scenario;
  };

  test('counts with what is inside it, as often as it runs', () => {
    assert.equal(requestsPerRun(read()), 1 + 2 * (1 + 2 * 1 + 1));
    assert.deepEqual(
      requestSteps(read()).map(({ step, slas }) => [step, slas]),
      [
        [0, []],
        [1, []],
        [2, [{ errorRatio: 0.5 }]],
        [3, []],
      ],
    );
  });

  test('is planned', () => {
    const plan = planned(benchmark([phase('a', steady(1000), { scenario: read() })]));
    assert.equal(plan.estimate.requestsPerUser, 9);
    assert.equal(firstPhase(plan.benchmark).shards, 3);
  });

  test('is compiled', () => {
    const stops = {
      sequences: [
        {
          name: 'go',
          concurrency: 0,
          steps: [{ step: 'twice', body: { step: 0, steps: [{ step: 'stop', body: {} }] } }],
        },
      ],
    };
    // The environment is empty, because a step that only stops uses nothing of it.
    const compiled = compileScenario({ ...stops, initial: ['go'], maxRequests: 1 }, {
      builtIns: {},
    } as ScenarioEnvironment);
    assert.equal(compiled.sequences[0]?.steps.length, 2);
    assert.equal(compiled.maxSequences, 16);
  });

  test('is unknown to a plan once it is gone', () => {
    const scenario = read();
    table.delete('twice');
    try {
      assert.throws(
        () => requestsPerRun(scenario),
        /the plan has the unknown step, action or handler 'twice'/,
      );
    } finally {
      table.set('twice', twice);
    }
  });
});
