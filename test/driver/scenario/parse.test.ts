import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { kindsOf } from '../../../bin/generate/benchmark-definitions.ts';
import { Findings } from '../../../lib/driver/document/problem.ts';
import { requestSteps } from '../../../lib/driver/scenario/demand/requests.ts';
import { parseRange } from '../../../lib/driver/scenario/handlers/status/range.ts';
import { parseScenario } from '../../../lib/driver/scenario/parse.ts';
import { kinds, stepKinds } from '../../../lib/driver/scenario/registry.ts';
import { targetAt } from '../session/shards.ts';

const steps = [...stepKinds.values()];

function load(raw: unknown, targets = [targetAt(8080)]) {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  const scenario = parseScenario(raw, ['scenario'], { targets, ergonomics, findings });
  const problems = findings.list.map(
    (finding) =>
      `${finding.path.join('.')}: ${finding.message}${finding.hint === undefined ? '' : ` (${finding.hint})`}`,
  );
  return { scenario, problems };
}

const one = (...list: readonly unknown[]): unknown => [{ main: list }];

/**
 * The variables and sequences that the examples of steps read, wait for and start, without the sequence of an
 * example itself.
 */
const written = [
  { set: { var: 'basket', objectArray: { size: 3 } } },
  ...['busy', 'city', 'encoding', 'names', 'response', 'text', 'type'].map((name) => ({
    set: `${name} <- x`,
  })),
  ...['matches', 'page', 'price', 'seen'].map((name) => ({ setInt: `${name} <- 1` })),
  { scheduleDelay: { key: 'pace', duration: '1s' } },
];
const inCompany = (step: unknown): unknown => ({
  initialSequences: [{ main: [step] }, { other: written }],
  sequences: [{ 'greet[9]': ['noop'] }],
});
const isWarned = /never starts|is deprecated/;

describe('the three forms of a scenario', () => {
  it('a list of sequences is chained in order', () => {
    const { scenario, problems } = load([{ a: ['noop'] }, { b: ['noop'] }]);
    assert.deepEqual(problems, []);
    assert.deepEqual(scenario?.initial, ['a']);
    assert.deepEqual(
      scenario?.sequences.map((sequence) => [sequence.name, sequence.next]),
      [
        ['a', 'b'],
        ['b', undefined],
      ],
    );
  });

  it('initialSequences all start, orderedSequences start with the first, sequences wait', () => {
    const { scenario } = load({
      initialSequences: [{ a: ['noop'] }, { b: ['noop'] }],
      orderedSequences: [{ c: ['noop'] }, { d: ['noop'] }],
      sequences: [{ 'e[4]': ['noop'] }],
    });
    assert.deepEqual(scenario?.initial, ['a', 'b', 'c']);
    assert.equal(scenario?.sequences.find((sequence) => sequence.name === 'e')?.concurrency, 4);
  });
});

describe('every registered kind', () => {
  it('is a step of the format, and each of these is there', () => {
    assert.deepEqual([...stepKinds.keys()].sort(), Object.keys(kindsOf('step')).sort());
  });

  for (const step of steps) {
    it(`${step.name} loads its own example and has a summary`, () => {
      const { problems, scenario } = load(inCompany(parse(step.example)));
      assert.deepEqual(
        problems.filter((problem) => !isWarned.test(problem)),
        [],
      );
      assert.equal(scenario?.sequences[0]?.steps[0]?.step, step.name);
      assert.match(step.summary, /\.$/);
    });
  }

  const locations: { readonly [G in keyof typeof kinds]: (part: unknown) => unknown } = {
    action: (part) => ({ onCompletion: part }),
    processor: (part) => ({ body: part }),
    statusHandler: (part) => ({ status: part }),
    headerHandler: (part) => ({ header: part }),
    rawBytesHandler: (part) => ({ rawBytes: part }),
    transformer: (part) => ({ body: { json: { query: '.a', replace: part, toVar: 'b' } } }),
  };
  for (const group of Object.keys(locations) as (keyof typeof kinds)[]) {
    it(`in ${group} is one of the format, and each of these is there`, () =>
      assert.deepEqual([...kinds[group].keys()].sort(), Object.keys(kindsOf(group)).sort()));
    for (const kind of kinds[group].values()) {
      it(`${group} ${kind.name} loads its own example`, () => {
        const handler = locations[group](parse(kind.example));
        const { problems } = load(inCompany({ httpRequest: { GET: '/', handler } }));
        assert.deepEqual(
          problems.filter((problem) => !isWarned.test(problem)),
          [],
        );
        assert.match(kind.summary, /\.$/);
      });
    }
  }
});

describe('faults that a schema cannot express are refused with their place', () => {
  const rows: readonly (readonly [name: string, raw: unknown, problems: readonly string[]])[] = [
    [
      'an unknown step',
      one({ htpRequest: { GET: '/' } }),
      ["scenario.0.main.0.htpRequest: unknown step 'htpRequest' (did you mean 'httpRequest'?)"],
    ],
    [
      'an empty path',
      one({ httpRequest: { GET: '' } }),
      ["scenario.0.main.0.httpRequest.GET: path is empty (write '/' for the root of the target)"],
    ],
    [
      'ranges of statuses that exclude each other',
      one(
        { httpRequest: { GET: '/', handler: { status: [{ range: 200 }, { range: 429 }] } } },
        { httpRequest: { GET: '/', handler: [{ status: { range: 429 } }, { status: { range: '2xx' } }] } },
        { httpRequest: { GET: '/', handler: { status: [{ range: '2xx' }, { range: '200-204' }, 'stats'] } } },
      ),
      ['scenario.0.main.0.httpRequest.handler.status', 'scenario.0.main.1.httpRequest.handler'].map(
        (place) =>
          `${place}: no status is in all of these ranges, so each response is invalid (to accept several, write 'multiplex: { "200, 429": stats, other: { range: 200 } }')`,
      ),
    ],
    [
      'a path that does not begin with /',
      one(
        { httpRequest: { GET: 'products' } },
        { set: 'id <- 7' },
        { httpRequest: { GET: 'products/${id}' } },
        { httpRequest: { GET: '${id}' } },
        { httpRequest: { GET: 'http://${id}/a' } },
        { httpRequest: { OPTIONS: '*' } },
        { httpRequest: { CONNECT: 'example.com:443' } },
      ),
      [
        "scenario.0.main.0.httpRequest.GET: the path 'products' does not begin with / (write '/products')",
        "scenario.0.main.2.httpRequest.GET: the path 'products/' does not begin with / (write '/products/')",
      ],
    ],
    [
      'headers that HTTP does not allow',
      one({
        httpRequest: {
          GET: '/',
          headers: { 'x y': 'a', 'x-a': 'one\ntwo', 'Transfer-Encoding': 'chunked', 'x-b': 'tab\tand é' },
        },
      }),
      [
        "scenario.0.main.0.httpRequest.headers.x y: 'x y' is not a valid header name; use only letters, digits and '-'",
        'scenario.0.main.0.httpRequest.headers.x-a: the value of the header x-a has a character that HTTP does not allow, such as a line break; remove the character',
        'scenario.0.main.0.httpRequest.headers.Transfer-Encoding: the header transfer-encoding is not allowed, because Downpour sends each body with its content-length; remove this header',
      ],
    ],
    [
      'a header that asks for another protocol',
      one({ httpRequest: { GET: '/', headers: { Upgrade: 'websocket' } } }),
      [
        'scenario.0.main.0.httpRequest.headers.Upgrade: Downpour speaks only HTTP, so a request never becomes a websocket or another protocol (remove this header)',
      ],
    ],
    [
      'headers that no request could be sent with',
      one(
        { httpRequest: { GET: '/', headers: { host: 'a', Host: 'b' } } },
        { httpRequest: { POST: '/', headers: [{ 'Content-Length': '3' }], body: 'é$${x}' } },
        { httpRequest: { POST: '/', headers: { 'content-length': 7 }, body: 'é$${x}' } },
        { httpRequest: { POST: '/', headers: { 'content-length': '0x3' }, body: { fromFile: 'any' } } },
        { httpRequest: { POST: '/', headers: { 'content-length': '3' }, body: { fromFile: 'any' } } },
        { httpRequest: { GET: '/', headers: { 'content-length': '3' } } },
      ),
      [
        "scenario.0.main.0.httpRequest.headers.host: this header replaces the Host header that Downpour makes from the target (to load a host at another address, write its name as 'host' in http, and the address in 'addresses'; cookies and redirects then work)",
        "scenario.0.main.0.httpRequest.headers.Host: this header replaces the Host header that Downpour makes from the target (to load a host at another address, write its name as 'host' in http, and the address in 'addresses'; cookies and redirects then work)",
        'scenario.0.main.0.httpRequest.headers.Host: a request must have exactly one Host header (remove one of the two)',
        'scenario.0.main.1.httpRequest.headers.Content-Length: the header content-length is 3, but the body has 6 bytes; leave this header out',
        'scenario.0.main.2.httpRequest.headers.content-length: the header content-length is 7, but the body has 6 bytes; leave this header out',
        'scenario.0.main.3.httpRequest.headers.content-length: the header content-length of the request is not a whole number of bytes; leave this header out',
        'scenario.0.main.5.httpRequest.headers.content-length: the header content-length is 3, but the body has 0 bytes; leave this header out',
      ],
    ],
    [
      'a handler that does not exist',
      one({ httpRequest: { GET: '/', handler: { body: 'clearHttpCach' } } }),
      [
        "scenario.0.main.0.httpRequest.handler.body: unknown processor 'clearHttpCach' (did you mean 'clearHttpCache'?)",
      ],
    ],
    [
      'a read that nothing writes',
      one({ set: 'city <- Brno' }, { httpRequest: { GET: '/${citty}' } }),
      [
        "scenario.0.main.1.httpRequest.GET: variable 'citty' has no value, because no step sets it (did you mean 'city'?)",
      ],
    ],
    [
      'a variable of two kinds',
      one({ set: 'n <- 1' }, { setInt: 'n <- 1' }),
      [
        "scenario.0.main.1.setInt: variable 'n' is used as a whole number here, but as text or an array in scenario[0].main[0].set (use two variables with different names; 'setInt' sets a whole number, and 'stringToInt' reads one from a text)",
      ],
    ],
    [
      'a built-in that does not exist',
      one({ log: '${hyperfoil.agent.idd}' }),
      [
        "scenario.0.main.0.log: variable 'hyperfoil.agent.idd' is not a built-in variable (did you mean 'hyperfoil.agent.id'?)",
      ],
    ],
    [
      'a write to a built-in',
      one({ set: 'hyperfoil.run.id <- x' }),
      [
        "scenario.0.main.0.set: a step cannot set the built-in variable 'hyperfoil.run.id' (choose a name that does not begin with 'hyperfoil.')",
      ],
    ],
    [
      'a loop that is not first',
      one('noop', { loop: { counterVar: 'i', repeats: 2, steps: ['noop'] } }),
      ['scenario.0.main.1.loop: loop must be the first step of its sequence (start a new sequence with it)'],
    ],
    [
      'no initial sequence',
      { sequences: [{ a: ['noop'] }] },
      [
        'scenario: the scenario has no initial sequence, so its users would do nothing (list the first sequence under initialSequences)',
      ],
    ],
    [
      'a malformed sequence name',
      [{ 'a[x]': ['noop'] }],
      [
        "scenario.0.a[x]: sequence name 'a[x]' is malformed, expected 'name' or 'name[N]' with a whole number N",
      ],
    ],
    [
      'a malformed sequence name with a parameter, which another step names',
      [{ main: [{ newSequence: 'a' }] }, { 'a[!param N 2]': ['noop'] }],
      [
        `scenario.1.a[!param N 2]: sequence name 'a[!param N 2]' is malformed, expected 'name' or 'name[N]' with a whole number N (join its parts, as in !concat [ "name[", !param N, "]" ])`,
      ],
    ],
    [
      'a sequence twice',
      [{ a: ['noop'] }, { a: ['noop'] }],
      ["scenario: sequence 'a' is defined twice (rename or remove one of the two)"],
    ],
    [
      'no path',
      one({ httpRequest: { method: 'GET' } }),
      [
        "scenario.0.main.0.httpRequest: httpRequest needs a method and a path (write for example 'GET: /path')",
      ],
    ],
    [
      'two methods',
      one({ httpRequest: { GET: '/', POST: '/' } }),
      ['scenario.0.main.0.httpRequest: httpRequest has several methods: GET, POST (keep only one of them)'],
    ],
    [
      'an unknown authority',
      one({ httpRequest: { GET: '/', authority: 'other:1' } }),
      [
        "scenario.0.main.0.httpRequest.authority: no http target has the authority 'other:1'; use the host and port of an entry of 'http'",
      ],
    ],
    [
      'an unknown endpoint',
      one({ httpRequest: { GET: '/', endpoint: { value: 'x' } } }),
      [
        "scenario.0.main.0.httpRequest.endpoint: no http target has the name 'x'; use the name of an entry of 'http'",
      ],
    ],
    [
      'a URL of no target',
      one({ httpRequest: { GET: 'http://elsewhere/' } }),
      [
        "scenario.0.main.0.httpRequest: no http target has the protocol, host and port of the URL 'http://elsewhere/'; add an entry to 'http'",
      ],
    ],
    [
      'a zero addition',
      one({ addToInt: { var: 'i', value: 0 } }),
      [
        "scenario.0.main.0.addToInt: addToInt needs var and a whole number value that is not 0 (write 'addToInt: name += 1')",
      ],
    ],
    [
      'min above max',
      one({ randomInt: 'i <- 5 .. 1' }),
      ['scenario.0.main.0.randomInt: randomInt has min 5 above max 1 (reduce min, or increase max)'],
    ],
    [
      'a pause of an unknown unit',
      one({ thinkTime: '20d' }),
      [
        "scenario.0.main.0.thinkTime: time '20d' must be a number with a unit ns, us, ms, s, m or h, such as 20ms (write '480h')",
      ],
    ],
    [
      'a limit as a percentage',
      one({ httpRequest: { GET: '/', sla: { limits: { '99': '10ms' } } } }),
      [
        "scenario.0.main.0.httpRequest.sla.limits.99: limit key '99' must be a quantile from 0 to 1 (write '0.99')",
      ],
    ],
    [
      'a method beside the method',
      one({ httpRequest: { GET: '/', method: 'POST' } }),
      ['scenario.0.main.0.httpRequest: httpRequest has several methods: method, GET (keep only one of them)'],
    ],
    [
      'a loop of nothing',
      one({ loop: { counterVar: 'i', repeats: 2, steps: [] } }),
      ["scenario.0.main.0.loop: loop has no steps (add at least one step to 'steps')"],
    ],
    [
      'a loop of steps that are refused',
      one({ loop: { counterVar: 'i', repeats: 2, steps: ['clearHttpCach'] } }),
      ["scenario.0.main.0.loop.steps.0: unknown step 'clearHttpCach' (did you mean 'clearHttpCache'?)"],
    ],
    [
      'limits just outside the quantiles',
      one({
        httpRequest: {
          GET: '/',
          sla: {
            limits: { '1.5': '10ms', '-0.1': '10ms', '101': '10ms', '100': '10ms', '1': '10ms', '0': '10ms' },
          },
        },
      }),
      [
        "scenario.0.main.0.httpRequest.sla.limits.100: limit key '100' must be a quantile from 0 to 1 (write '1')",
        "scenario.0.main.0.httpRequest.sla.limits.101: limit key '101' must be a quantile from 0 to 1 (write '0.99' for the 99th percentile)",
        "scenario.0.main.0.httpRequest.sla.limits.1.5: limit key '1.5' must be a quantile from 0 to 1 (write '0.015')",
        "scenario.0.main.0.httpRequest.sla.limits.-0.1: limit key '-0.1' must be a quantile from 0 to 1 (write '0.99' for the 99th percentile)",
      ],
    ],
    [
      'a limit in a list of them',
      one({ httpRequest: { GET: '/', sla: [{ errorRatio: 0.1 }, { limits: { '99': '10ms' } }] } }),
      [
        "scenario.0.main.0.httpRequest.sla.1.limits.99: limit key '99' must be a quantile from 0 to 1 (write '0.99')",
      ],
    ],
    [
      'one of several numbers',
      one({ setInt: { var: 'n', min: [1, { value: 'x' }] } }),
      [
        "scenario.0.main.0.setInt.min.1.value: must be a whole number from -2147483648 to 2147483647, found 'x'",
      ],
    ],
    [
      'weights whose sum is no number',
      one({ randomItem: { toVar: 'a', list: { x: 1e308, y: 1e308 } } }),
      [
        'scenario.0.main.0.randomItem.list: the weights together are too large (write smaller weights with the same ratios)',
      ],
    ],
    [
      'a weight that is none',
      one({ randomItem: { toVar: 'a', list: [{ x: ' ' }, { y: -1 }, { z: 'Infinity' }, 'w'] } }),
      ['x', 'y', 'z'].map(
        (item, index) =>
          `scenario.0.main.0.randomItem.list.${index}.${item}: weight of '${item}' must be a number of at least 0`,
      ),
    ],
    [
      'only weights of 0',
      one({ randomItem: { toVar: 'a', list: { x: 0, y: 0 } } }),
      [
        'scenario.0.main.0.randomItem.list: every weight is 0, so there is nothing to draw (give one a weight above 0)',
      ],
    ],
    [
      'a JSON query without dot',
      one({ httpRequest: { GET: '/', handler: { body: { json: 'id -> id' } } } }),
      ["scenario.0.main.0.httpRequest.handler.body.json: JSON query 'id' must start with '.' (write '.id')"],
    ],
  ];
  for (const [name, raw, problems] of rows) {
    it(name, () => {
      assert.deepEqual(load(raw).problems, problems);
    });
  }

  it('several targets without a default need an authority or endpoint', () => {
    const targets = [
      targetAt(1, { isDefault: false, name: 'a' }),
      targetAt(2, { isDefault: false, name: 'b' }),
    ];
    assert.match(
      load(one({ httpRequest: { GET: '/' } }), targets).problems.join(),
      /must name one of them; add 'endpoint' or 'authority'/,
    );
    assert.deepEqual(
      load(one({ httpRequest: { GET: '/', endpoint: { value: 'b' } } }), targets).problems,
      [],
    );
    assert.deepEqual(load(one({ httpRequest: { GET: 'http://127.0.0.1:2/x' } }), targets).problems, []);
  });
});

describe('limits of request steps', () => {
  it('are found by step number, also inside loops, and nothing is filled in for what is not written', () => {
    const { scenario } = load(
      one(
        { loop: { counterVar: 'i', repeats: 2, steps: [{ httpRequest: { GET: '/' } }] } },
        { httpRequest: { GET: '/', sla: { limits: [{ 0.99: '10 ms' }], window: '10s', errorRatio: 0.1 } } },
      ),
    );
    assert.ok(scenario !== undefined);
    assert.deepEqual(requestSteps(scenario), [
      { step: 0, metric: 'main', request: 'GET /', slas: [] },
      {
        step: 1,
        metric: 'main',
        request: 'GET / #2',
        slas: [{ errorRatio: 0.1, limits: [[0.99, 10e6]], windowMs: 10_000 }],
      },
    ]);
  });
});

describe('row 96: status ranges', () => {
  const rows: readonly (readonly [text: string, range: readonly [number, number] | undefined])[] = [
    ['200', [200, 200]],
    ['2xx', [200, 299]],
    ['20x', [200, 209]],
    ['3xx', [300, 399]],
    ['201 - 205', [201, 205]],
    ['200-299', [200, 299]],
    ['2x0', undefined],
    ['600', undefined],
    ['299-200', undefined],
    ['2xx-3xx', undefined],
    ['ok', undefined],
  ];
  for (const [text, range] of rows) {
    it(`${text} is ${range === undefined ? 'refused' : range.join(' to ')}`, () => {
      const found = parseRange(text);
      assert.deepEqual(found && [found.min, found.max], range);
    });
  }
});
