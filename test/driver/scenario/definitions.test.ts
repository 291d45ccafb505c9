import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { planVersion } from '../../../lib/driver/model/plan.ts';
import type { ScenarioDefinition } from '../../../lib/driver/model/scenario.ts';
import { compileScenario } from '../../../lib/driver/scenario/compile.ts';
import type { ScenarioEnvironment } from '../../../lib/driver/scenario/kind.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { kinds, stepKinds } from '../../../lib/driver/scenario/registry.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import { targetAt } from '../session/shards.ts';
import { VirtualClock } from '../virtual-clock.ts';

/**
 * A scenario is read once and used by every fork, iteration and shard. It is plain JSON, and no code changes
 * it.
 */

function load(raw: unknown): ScenarioDefinition {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scenario = parseScenario(raw, [], { targets: [targetAt(80)], ergonomics, findings });
  assert.ok(scenario);
  return scenario;
}

/** The places in a definition whose value is not plain JSON. An absent member may be undefined. */
function strangers(value: unknown, at = ''): readonly string[] {
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return [];
  const own = typeof value === 'object' ? Object.getPrototypeOf(value) : undefined;
  if (own !== Object.prototype && own !== Array.prototype) return [at];
  return Object.entries(value as object).flatMap(([key, member]) => strangers(member, `${at}/${key}`));
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

const handlers: { readonly [group: string]: (part: unknown) => object } = {
  action: (part) => ({ onCompletion: part }),
  processor: (part) => ({ body: part }),
  statusHandler: (part) => ({ status: part }),
  headerHandler: (part) => ({ header: part }),
  rawBytesHandler: (part) => ({ rawBytes: part }),
};
const examples = [
  ...[...stepKinds.values()].map(({ name, example }) => [`step ${name}`, parse(example)] as const),
  ...Object.entries(handlers).flatMap(([group, location]) =>
    [...kinds[group as keyof typeof kinds].values()].map(
      ({ name, example }) =>
        [`${group} ${name}`, { httpRequest: { GET: '/', handler: location(parse(example)) } }] as const,
    ),
  ),
];

const around = (step: unknown) => ({
  initialSequences: [{ 'main[2]': [step] }],
  sequences: [{ 'greet[2]': ['noop'] }],
});

suite('row 29: the definition of', () => {
  for (const [name, step] of examples)
    test(`${name} is plain JSON, and the same each time`, () => {
      const raw = around(step);
      const definition = load(raw);
      assert.deepEqual(strangers(definition), []);
      assert.deepEqual(load(raw), definition);
    });
});

/**
 * A hash of the forms of all definitions. When it changes, increase `planVersion`, because plans of the last
 * release have the old forms.
 */
const formsOf2 = 'a89ecf765374655a';

test('the bodies of all kinds have the forms of their plan version', () => {
  const forms = examples.map(([, step]) => inOneOrder(load(around(step))));
  const hash = createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 16);
  assert.deepEqual([planVersion, hash], [2, formsOf2]);
});

/** Sorts members by name, because their order does not belong to a form. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOneOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, inOneOrder(member)]);
}

test('row 29: users of two scenarios made of one definition share nothing', async () => {
  const loop = { counterVar: 'i', repeats: 3, steps: [{ newSequence: 'each' }, { thinkTime: '5ms' }] };
  const each = [
    { addToInt: { var: 'n', value: 1, orElseSetTo: 1 } },
    { setInt: { var: 'own[.]', fromVar: 'n' } },
    { scheduleDelay: { key: 'k[.]', duration: '3ms', fromLast: null } },
    { awaitDelay: 'k[.]' },
    { log: '${own[.]}' },
  ];
  const definition = freeze(
    load({ initialSequences: [{ main: [{ loop }] }], sequences: [{ 'each[3]': each }] }),
  );
  const time = new VirtualClock();
  const logs = [0, 1].map((number) => {
    const log: string[] = [];
    const environment = {
      log: (line: string) => log.push(line),
      builtIns: {},
    } as unknown as ScenarioEnvironment;
    const scenario = compileScenario(definition, environment);
    for (const id of [0, 1]) {
      const session = new Session(id, scenario, {
        clock: time.clock,
        finished: () => false,
        ended: () => log.push('ended'),
        failed: (error) => assert.fail(String(error)),
      });
      time.clock.after(number + id, () => session.start(time.clock.nowNs(), time.clock.nowNs()));
    }
    return log;
  });
  await time.pass(50);
  const expected = ['1', '1', '2', '2', '3', '3', 'ended', 'ended'];
  assert.deepEqual(logs, [expected, expected]);
});

test('row 16: a loop with requests, a log in it and steps behind it loads', () => {
  const findings = new Findings();
  const raw = parse(`
- loopSequence:
  - loop:
      counterVar: counter
      repeats: 10
      steps:
      - httpRequest:
          GET: /foo/\${counter}
      - log: "Looped \${counter} times"
  - log: Done
- behind:
  - noop
`);
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scenario = parseScenario(raw, [], { targets: [targetAt(80)], ergonomics, findings });
  assert.deepEqual(findings.list, []);
  assert.deepEqual(
    scenario?.sequences.map(({ name, next, runs, steps }) => [
      name,
      next,
      runs,
      steps.map(({ step }) => step),
    ]),
    [
      ['loopSequence', 'behind', 1, ['loop', 'log']],
      ['behind', undefined, 1, ['noop']],
    ],
  );
});
