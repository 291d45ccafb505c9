import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings } from '../../../../lib/driver/document/problem.ts';
import { parseJsonQuery } from '../../../../lib/driver/scenario/json/parse-query.ts';
import { parseScenario } from '../../../../lib/driver/scenario/parse.ts';
import { listen, runShard, runVirtually, targetAt, totals } from '../../session/shards.ts';

/** The `json` processor and step in a scenario, from the document to the variables. */

const get = (body: unknown) => ({ httpRequest: { GET: '/', handler: { body } } });

/** Runs one user against a target that answers every request with `answer`. */
async function run(answer: string, ...steps: readonly unknown[]) {
  const { log, outcome, rows } = await runVirtually(
    { scenario: [{ main: steps }] },
    { answer: () => ({ kind: 'response', afterMs: 1, body: answer }) },
  );
  return { log, outcome, totals: totals(rows()) };
}

function problemsOf(...steps: readonly unknown[]): readonly string[] {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  parseScenario([{ main: steps }], [], { targets: [targetAt(1)], ergonomics, findings });
  return findings.list.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the json processor', () => {
  it('stores the first match, in both short forms', async () => {
    const { log } = await run(
      '{"id":[{"a":"x\\ty"},{"a":2}]}',
      get([{ json: '.id[].a -> first' }, { json: 'all <- .id' }]),
      { log: '${first} ${all}' },
    );
    assert.equal(log.at(-1), 'x\ty [{"a":"x\\ty"},{"a":2}]');
  });

  it('forgets the value of the response before', async () => {
    const answers = ['{"id":1}', '{}'];
    const { outcome } = await runVirtually(
      {
        scenario: [
          { main: [get({ json: '.id -> id' }), get({ json: '.id -> id' }), { log: '${id}' }, 'stop'] },
        ],
      },
      { answer: (_request, index) => ({ kind: 'response', afterMs: 1, body: answers[index] ?? '' }) },
    );
    assert.equal(outcome.errors.length, 0);
  });

  it('collects matches in an array, and hands them to processors', async () => {
    const nested = {
      json: { query: '.items[]', processor: [{ json: '.name -> name' }, { array: 'items[2]' }] },
    };
    const { log } = await run(
      '{"items":[{"name":"a"},{"name":"b"}]}',
      get([nested, { json: { query: '.items[].name', toArray: 'names[2]' } }]),
      { log: '${name} ${names} ${items}' },
    );
    assert.equal(log.at(-1), 'a [a, b] [{"name":"a"}, {"name":"b"}]');
  });

  it('keeps quotes and escapes with the option unquote: false', async () => {
    const { log } = await run('{"a":"\\u0041"}', get({ json: { query: '.a', toVar: 'a', unquote: false } }), {
      log: '${a}',
    });
    assert.equal(log.at(-1), '"\\u0041"');
  });

  it('passes the document on without what it deletes', async () => {
    const { log } = await run(
      '{"a":1,"b":"2\\n"}',
      get({ json: { query: '.a', delete: true, toVar: 'rest' } }),
      {
        log: '${rest}',
      },
    );
    assert.equal(log.at(-1), '{"b":"2\\n"}');
  });

  it('replaces by a pattern, by a list of one transformer, or by what actions make of a match', async () => {
    const replaces = [
      '"${city}"',
      [{ pattern: '"${city}"' }],
      [{ pattern: { pattern: '"${city}"' } }],
      { actions: { var: 'old', actions: { set: 'new <- "Brno"' }, pattern: '${new}' } },
    ];
    for (const replace of replaces) {
      const { log } = await run(
        '{"a":"x","b":2}',
        { set: 'city <- Brno' },
        get({ json: { query: '.a', replace, toVar: 'all' } }),
        {
          log: '${all}',
        },
      );
      assert.equal(log.at(-1), '{"a":"Brno","b":2}');
    }
  });

  it('puts the variable in the place of a match when actions have no pattern', async () => {
    for (const format of ['STRING', 'BYTES']) {
      const replace = { actions: { var: 'old', format } };
      const { log } = await run('{"a":"1\\u0030"}', get({ json: { query: '.a', replace, toVar: 'all' } }), {
        log: '${all} ${old}',
      });
      assert.equal(log.at(-1), '{"a":10} 10');
    }
  });

  it('row 60: a number is replaced by itself + 1, and sent back', async () => {
    const replace = {
      actions: {
        var: 'temp',
        actions: [{ stringToInt: 'temp -> age' }, { addToInt: 'age++' }],
        pattern: '${age}',
      },
    };
    const { target, outcome, rows } = await runVirtually(
      {
        scenario: [
          {
            main: [
              get({
                json: {
                  query: '.age',
                  replace: [replace],
                  processor: [{ store: { toVar: 'updated', format: 'BYTES' } }],
                },
              }),
              { httpRequest: { POST: '/', body: { fromVar: 'updated' } } },
            ],
          },
        ],
      },
      { answer: () => ({ kind: 'response', afterMs: 1, body: '{"name":"John Doe","age":33}' }) },
    );
    assert.deepEqual([outcome.errors, totals(rows()).responses], [[], 2]);
    assert.equal(
      Buffer.from((target.seen[1]?.body ?? '') as Uint8Array).toString(),
      '{"name":"John Doe","age":34}',
    );
  });

  it('ends a request with malformed JSON as an internal error', async () => {
    const { totals: sum, outcome } = await run('{"a":1,}', get({ json: '.b -> b' }));
    assert.deepEqual([sum.internalErrors, sum.responses, sum.invalid], [1, 0, 1]);
    assert.equal(outcome.errors.length, 1);
    assert.match(
      outcome.errors[0] ?? '',
      /: JSON is malformed at byte 7: expected a name in quotes, found '}'$/,
    );
    assert.equal(outcome.result, 'completed');
  });

  it('row 61 (JSON): takes 10 MB of chunks, whole or but for a member', async () => {
    const value = 'a'.repeat(10 * 1024 * 1024);
    const target = await listen((_request, response) => {
      response.write('{');
      for (let index = 0; index < 100; index += 1) response.write(`"crap${index}":"crap",`);
      for (const part of ['"foo":"', value, '"}']) response.write(part);
      response.end();
    });
    const { log, rows } = await runShard({
      scenario: [
        {
          main: [
            get([{ json: '.foo -> foo' }, { json: { query: '.foo', delete: true, toVar: 'rest' } }]),
            { log: '${foo}' },
            { log: '${rest}' },
          ],
        },
      ],
      target: targetAt(target.port),
    });
    target.close();
    assert.equal(totals(rows).responses, 1);
    // `assert.equal` is not used, because it would print both long texts.
    assert.ok(log.at(-2) === value);
    const rest = JSON.parse(log.at(-1) ?? '') as object;
    assert.deepEqual([Object.keys(rest).length, 'foo' in rest], [100, false]);
  });
});

describe('the json step', () => {
  const page = { store: { toVar: 'page', format: 'BYTES' } };

  it('row 44: reads bytes and decodes escapes to a real line break', async () => {
    const { log } = await run(
      '{ "foo" : "bar\\nbar" }',
      get(page),
      { json: { fromVar: 'page', query: '.foo', toVar: 'output' } },
      { log: '${output}' },
    );
    assert.equal(log.at(-1), 'bar\nbar');
  });

  it('reads values inside an object and an array', async () => {
    const { log } = await run(
      '{"a":{"b":null},"c":[1,{"d":"e"}]}',
      get(page),
      ...['.a', '.a.b', '.c[0]', '.c[1]'].flatMap((query) => [
        { json: { fromVar: 'page', query, toVar: 'output' } },
        { log: '${output}' },
      ]),
    );
    assert.deepEqual(log.slice(-4), ['{"b":null}', 'null', '1', '{"d":"e"}']);
  });

  it('reads what the processor has stored as bytes', async () => {
    const { log } = await run(
      '{"a":{"b":1}}',
      get({ json: { query: '.a', toVar: 'page', format: 'BYTES' } }),
      { json: { fromVar: 'page', query: '.b', toVar: 'output' } },
      { log: '${output}' },
    );
    assert.equal(log.at(-1), '1');
  });

  it('of empty bytes does nothing, not even to the variable', async () => {
    const { log, outcome } = await run(
      '',
      get(page),
      { set: 'output <- before' },
      { json: { fromVar: 'page', query: '.foo', toVar: 'output' } },
      { log: '${output}' },
    );
    assert.deepEqual([log.at(-1), outcome.result], ['before', 'completed']);
  });

  it('fails the phase over text, over an unset variable and over malformed JSON', async () => {
    const step = { json: { fromVar: 'page', query: '.foo', toVar: 'output' } };
    const rows = [
      [
        { store: 'page' },
        '{}',
        "json reads bytes, but variable 'page' has none; store them with 'format: BYTES'",
      ],
      [{ json: { query: '.a', toVar: 'page' } }, '{}', "variable 'page' is not set"],
      [page, '{', "JSON ends after 1 byte, where a name in quotes or '}' was expected"],
    ] as const;
    for (const [body, answer, reason] of rows) {
      const { outcome } = await run(answer, get(body), step);
      assert.deepEqual([outcome.result, outcome.reason?.endsWith(`: ${reason}`)], ['failed', true]);
    }
  });
});

describe('faults in a json body', () => {
  const rows: readonly (readonly [body: unknown, problems: readonly string[]])[] = [
    [{ toVar: 'a' }, ['json: json needs query and one of toVar, toArray and processor']],
    ['.a', ['json: json needs query and one of toVar, toArray and processor']],
    [{ query: '.a' }, ['json: json needs query and one of toVar, toArray and processor']],
    [{ query: 'a', toVar: 'a' }, ["json.query: JSON query 'a' must start with '.'"]],
    [{ query: '.a', toArray: 'a' }, ["json.toArray: the array 'a' needs its maximum length in brackets"]],
    [
      { query: '.a', toVar: 'a', delete: true, replace: '1' },
      ['json.delete: json has both delete and replace for the matches of its query: give one of the two'],
    ],
    [
      { query: '.a', toVar: 'a', replace: [{ pattern: '1' }, { pattern: '2' }] },
      [
        'json.replace: replace needs exactly one member that makes the new text, found several; keep one of them',
      ],
    ],
    [
      { query: '.a', toVar: 'a', replace: { actions: {} } },
      ['json.replace.actions: actions needs var, the variable that gets the matched text'],
    ],
    [
      { query: '.a', toVar: 'a', replace: '${b}' },
      ["json.replace.pattern: variable 'b' has no value, because no step sets it"],
    ],
  ];
  for (const [body, problems] of rows)
    it(problems.join(', '), () =>
      assert.deepEqual(
        problemsOf(get({ json: body })),
        problems.map((problem) => `0.main.0.httpRequest.handler.body.${problem}`),
      ),
    );

  it('a step needs fromVar, also in its short form', () =>
    assert.deepEqual(problemsOf({ json: '.a -> b' }, { log: '${b}' }), [
      '0.main.0.json: json needs fromVar, the variable with the JSON text, query, and one of toVar, toArray and processor',
    ]));
});

describe('a query in another language', () => {
  for (const [text, meant] of [
    ['$.token', '.token'],
    ['token', '.token'],
    ['$.items[*].id', '.items[].id'],
    ["$['a']['b'][0]", '.a.b[0]'],
    ['$[0]', '.[0]'],
    ['.a[*]', '.a[]'],
    ['$..token', undefined],
    ['.items[?(@.a)]', undefined],
    ['$', undefined],
  ] as const)
    it(`${text}: ${meant === undefined ? 'no advice' : `write ${meant}`}`, () => {
      const parsed = parseJsonQuery(text);
      assert.ok('problem' in parsed);
      assert.equal(parsed.hint, meant === undefined ? undefined : `write '${meant}'`);
    });
});

describe('JSON queries', () => {
  for (const query of ['id', '.a..b', '.a[x]', '.a[1', '..', '.', '', '[0]', '.a[2:1]', '.a[-1]'])
    it(`'${query}' is refused`, () => assert.ok('problem' in parseJsonQuery(query)));
  it('blanks around the short form do not matter', () =>
    assert.deepEqual(problemsOf(get({ json: '  .a  ->  b ' }), { log: '${b}' }), []));
});
