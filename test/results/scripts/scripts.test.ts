import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { scriptLimits } from '../../../lib/results/scripts/limits.ts';
import { openScripts, type Watch } from '../../../lib/results/scripts/scripts.ts';

/** Functions of users are called as the original calls them, and have access only to their argument. */

/**
 * A millisecond passes with each read of the clock, so that a function ends at the same point on every
 * machine.
 */
let ms = 0;
const evaluate = openScripts(() => {
  ms += 1;
  return ms;
});
async function json(script: string, argument: unknown = null): Promise<string> {
  const result = await evaluate(script, JSON.stringify(argument));
  assert.ok('json' in result, JSON.stringify(result));
  return result.json;
}
async function problem(script: string, argument: unknown = null): Promise<string> {
  const result = await evaluate(script, JSON.stringify(argument));
  assert.ok('problem' in result, JSON.stringify(result));
  return result.problem;
}

suite('a function', () => {
  test('is an expression of any form (row 12)', async () => {
    assert.equal(await json('v => v + 1', 41), '42');
    assert.equal(await json('({ a, b }) => a / b', { a: 1, b: 4 }), '0.25');
    assert.equal(await json('function (v) { return v.key }', { key: 'x' }), '"x"');
    assert.equal(await json('(v => v.key);', { key: [1] }), '[1]');
    assert.equal(await json('v => v // the last line', 1), '1');
    assert.equal(await json('v => [v].map(([x]) => x ** 2)[0]', [3]), '9');
  });

  for (const [script, value] of [
    ['() => new Date(2024, 0, 1)', '"2024-01-01T00:00:00.000Z"'],
    ['() => new Date("2024-07-01T12:00:00")', '"2024-07-01T12:00:00.000Z"'],
    ['() => new Date("2024-07-01T12:00:00+02:00")', '"2024-07-01T10:00:00.000Z"'],
    ['() => new Date("2024-07-01")', '"2024-07-01T00:00:00.000Z"'],
    ['() => new Date("Jul 1, 2024 10:00")', '"2024-07-01T10:00:00.000Z"'],
    ['() => Date.parse("2024-07-01T12:00:00.250")', '1719835200250'],
    ['() => new Date(1719835200000).getHours()', '12'],
    ['() => new Date(1719835200000).getTimezoneOffset()', '0'],
    ['() => `${new Date(1719835200000)}`', '"Mon Jul 01 2024 12:00:00 GMT+0000 (UTC)"'],
    ['() => new Date(1719835200000).toLocaleString().replace("\u202f", " ")', '"7/1/2024, 12:00:00 PM"'],
    ['() => new Date(1719835200000).toLocaleDateString("de", { month: "long" })', '"Juli"'],
    ['() => new Date(1719835200000).toLocaleTimeString("en-GB", { timeZone: "Asia/Tokyo" })', '"21:00:00"'],
    ['() => { const at = new Date(0); at.setHours(5); return at; }', '"1970-01-01T05:00:00.000Z"'],
    ['() => new (class extends Date { hour() { return this.getHours(); } })(2024, 0, 1, 3).hour()', '3'],
    ['() => [new Date() instanceof Date, typeof Date(), Date.name, Date.length]', '[true,"string","Date",7]'],
    ['() => [new Date(NaN) + "", new Date("x").getTimezoneOffset()]', '["Invalid Date","NaN"]'],
    ['() => new Date(NaN).toLocaleString()', '"Invalid Date"'],
  ] as const)
    test(`sees UTC on every machine: ${script}`, async () => {
      const zone = process.env.TZ;
      try {
        for (const other of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
          process.env.TZ = other;
          assert.equal(await json(script), value, other);
        }
      } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      }
    });

  test('writes numbers for a locale, which is en-US unless the function names another', async () => {
    assert.equal(
      await json(
        'v => [v.toLocaleString(), v.toLocaleString("de", { maximumFractionDigits: 1 }), [v, NaN] + ""]',
        1234567.891,
      ),
      '["1,234,567.891","1.234.567,9","1234567.891,NaN"]',
    );
    const wrong = await evaluate('v => v.toLocaleString("not a locale")', '1');
    assert.match('problem' in wrong ? wrong.problem : '', /^RangeError: /);
  });

  test('refuses many locales, because no time limit ends their evaluation', async () => {
    const many = await evaluate('v => (5).toLocaleString(Array(v).fill("en"))', '200');
    assert.equal(
      'problem' in many ? many.problem : '',
      `RangeError: locales and options have at most ${scriptLimits.scriptLocaleLengthMax} characters`,
    );
  });

  test('compares texts by their code units', async () => {
    const script = 'v => [v.sort((x, y) => x.localeCompare(y, "de", { numeric: true })), typeof Intl]';
    assert.equal(await json(script, ['b', 'a2', 'B', 'a10']), '[["B","a10","a2","b"],"undefined"]');
  });

  test('gives typed arrays as lists, and boxed values as what is in them', async () => {
    assert.equal(await json('v => Float64Array.from(v).sort()', [3, 1, 2]), '[1,2,3]');
    assert.equal(
      await json('() => [new Uint8Array(2), new Number(5), new String("a"), Object(false)]'),
      '[[0,0],5,"a",false]',
    );
  });

  test('that throws something else than an error reports what', async () => {
    assert.equal(await problem('() => { throw { why: [1] }; }'), '{"why":[1]}');
    assert.equal(await problem('() => { throw "no"; }'), 'no');
    assert.equal(await problem('() => { throw null; }'), 'null');
  });

  test('may be asynchronous: one promise is awaited (row 13)', async () => {
    assert.equal(await json('async v => (await v) + 1', 1), '2');
    assert.equal(await json('v => new Promise(resolve => Promise.resolve(v).then(resolve))', 1), '1');
    assert.equal(await json('async v => [Promise.resolve(v)]', 1), '[{}]');
  });

  test('that gives a promise which is rejected has the reason for its value', async () => {
    assert.equal(await json('async v => { throw v }', { why: 1 }), '{"why":1}');
    assert.equal(await json('() => Promise.reject(new RangeError("no"))'), '"RangeError: no"');
    assert.equal(await problem('() => new Promise(() => 0)'), 'the promise is never settled');
  });

  test('reaches no network, no file, no module and no timer (row 14)', async () => {
    assert.equal(
      await json('async url => (await fetch(url)).json()', 'http://127.0.0.1:1'),
      `"ReferenceError: 'fetch' is not defined"`,
    );
    const names = 'fetch require process global setTimeout std os print WebAssembly XMLHttpRequest';
    const list = names
      .split(' ')
      .map((name) => `typeof ${name}`)
      .join();
    assert.deepEqual(JSON.parse(await json(`() => [${list}]`)), Array(10).fill('undefined'));
    assert.equal(await json('() => import("fs")'), `"ReferenceError: could not load module 'fs'"`);
    assert.match(await problem('v => require("fs")'), /^ReferenceError/);
  });
});

test('an argument is read as source is', async () => {
  assert.equal(await json('v => v.length', 'a\u2028b\u2029\0'), '5');
  const text = '{"__proto__":{"a":1},"b":2}';
  assert.deepEqual(await evaluate('v => [v.a, Object.keys(v)]', text), { json: '[1,["b"]]', output: [] });
  const escaped = text.replace('__proto__', '\\u005f_proto__');
  assert.deepEqual(await evaluate('v => v.a', escaped), { json: '1', output: [] });
});

const results: readonly (readonly [string, string])[] = [
  ['undefined', 'null'],
  ['null', 'null'],
  ['true', 'true'],
  ['"a\\n\\u0000\\ud800"', '"a\\n\\u0000\\ud800"'],
  ['1.50', '1.5'],
  ['-0', '0'],
  ['NaN', '"NaN"'],
  ['"x" * 2', '"NaN"'],
  ['1e300', '9223372036854775807'],
  ['Infinity', '9223372036854775807'],
  ['-Infinity', '-9223372036854775808'],
  ['2 ** 62', '4611686018427387904'],
  ['1e-7', '1e-7'],
  ['[10n, 9007199254740993n]', '[10,9007199254740993]'],
  ['[2n ** 70n, -(2n ** 70n)]', '[9223372036854775807,-9223372036854775808]'],
  ['Symbol("s")', '"Symbol(s)"'],
  ['x => x', '"x => x"'],
  ['[1, , undefined, [NaN]]', '[1,null,null,["NaN"]]'],
  ['({ b: undefined, a: { c: 1 }, get d() { return 2 } })', '{"b":null,"a":{"c":1},"d":2}'],
  ['new Map([[1, 2]])', '{}'],
];

test('a result is written as the original stores it', async () => {
  for (const [script, wanted] of results) assert.equal(await json(`() => (${script})`), wanted, script);
});

const texts: readonly (readonly [string, string])[] = [
  ['new Date(0)', '"1970-01-01T00:00:00.000Z"'],
  ['new Date("never")', '"NaN"'],
  ['({ toJSON: () => 1 })', '{"toJSON":"() => 1"}'],
  ['new TypeError("t")', '"TypeError: t"'],
  ['[Infinity]', '[9223372036854775807]'],
];

test('a date, an error and an inner function are written as texts, and an inner Infinity as a number', async () => {
  for (const [script, wanted] of texts) assert.equal(await json(`() => (${script})`), wanted, script);
});

test('a failure is a problem with its message', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['v => {', /^SyntaxError: /],
    ['3', /^TypeError: not a function$/],
    ['', /^SyntaxError: /],
    ['v => v.a.b', /^TypeError: cannot read property 'b' of undefined$/],
    ['v => { throw "bad" }', /^bad$/],
    ['v => { throw Error("x".repeat(5000)) }', /^Error: x{993}$/],
    ['v => { const a = {}; a.a = a; return a }', /^Error: the result contains itself/],
    ['function f(v) { return f(v) + 1 }', /^InternalError: stack overflow$/],
  ];
  for (const [script, wanted] of cases) assert.match(await problem(script, {}), wanted, script);
});

suite('a function that does not end', () => {
  const wanted = `the function was stopped, because it took longer than ${scriptLimits.scriptMs} ms`;
  for (const script of [
    'v => { for (;;); }',
    'v => { for (;;) try { for (;;); } catch {} }',
    'async v => { for (;;) await 0 }',
    'async v => { for (;;) try { await (async () => { for (;;); })() } catch {} }',
    'v => /(a+)+$/.test("a".repeat(40) + "b")',
    '(() => { for (;;); })()',
  ])
    test(`is ended: ${script}`, async () => assert.equal(await problem(script), wanted));

  test('is ended by processor time and not by the number of its steps', async () => {
    let now = 0;
    const patient = openScripts(() => now);
    const busy = 'v => { let n = 0; while (n < 1e6) n += 1; return n }';
    assert.deepEqual(await patient(busy, '0'), { json: '1000000', output: [] });
    const hasty = openScripts(() => {
      now += scriptLimits.scriptMs + 1;
      return now;
    });
    assert.deepEqual(await hasty(busy, '0'), { problem: wanted, output: [] });
  });

  test('writes its result in time of its own', async () => {
    let now = 0;
    const scripts = openScripts(() => {
      now += scriptLimits.scriptMs / 2;
      return now;
    });
    const long = 'v => Array.from({ length: 9000 }, (_, n) => n)';
    const result = await scripts(long, '0');
    assert.ok('json' in result, JSON.stringify(result));
  });
});

suite('code of a function that runs while its result is written counts as its own time', () => {
  const endless = 'for(;;);';
  const results = {
    'a getter': `({ get a(){ ${endless} } })`,
    'a getter deep inside': `[{ b: [{ get a(){ ${endless} } }] }]`,
    'a getter of an element': `Object.defineProperty([], 0, { get(){ ${endless} }, enumerable: true })`,
    'a getter of all arrays, where an element is missing': `(Object.defineProperty(Array.prototype, 0, { get(){ ${endless} } }), [,])`,
    'a proxy': `new Proxy({}, { ownKeys(){ ${endless} } })`,
    'a revocable proxy': `Proxy.revocable({}, { ownKeys(){ ${endless} } }).proxy`,
    'a proxy made otherwise': `Reflect.construct(Proxy, [{}, { getPrototypeOf(){ ${endless} } }])`,
    'a proxy for an array': `new Proxy([], { get(){ ${endless} } })`,
    'a proxy for a prototype': `Object.create(new Proxy({}, { getPrototypeOf(){ ${endless} } }))`,
    'the text of a function': `Object.assign(() => 0, { toString(){ ${endless} } })`,
    'the text of an error': `Object.assign(new Error(), { toString(){ ${endless} } })`,
    'a kind of errors': `(Object.defineProperty(Error, Symbol.hasInstance, { value(){ ${endless} } }), {})`,
    'the time of a date': `Object.assign(new Date(0), { valueOf(){ ${endless} } })`,
    'a changed global': `(globalThis.Number = { get MAX_SAFE_INTEGER(){ ${endless} } }, 2 ** 60)`,
    'the JSON of lines': `(Array.prototype.toJSON = () => { ${endless} }, console.log(1), 1)`,
  };
  for (const [what, result] of Object.entries(results))
    test(what, async () => {
      for (const script of [`v => (${result})`, `async v => (${result})`]) {
        const before = ms;
        await evaluate(script, 'null');
        assert.ok(ms - before < 10 * scriptLimits.scriptMs, `${ms - before} ms: ${script}`);
      }
    });

  test('and a result of code that is quick is written', async () => {
    assert.equal(await json('v => ({ get a(){ return 1 }, b: [2] })'), '{"a":1,"b":[2]}');
    assert.equal(await json('v => new Proxy({ a: 1 }, {})'), '{"a":1}');
    assert.equal(await json('v => new Proxy([1, 2], {})'), '[1,2]');
    assert.equal(await json('v => Object.assign(() => 0, { toString: () => "f" })'), '"f"');
    assert.equal(
      await json('v => [new Date(0), new TypeError("no")]'),
      '["1970-01-01T00:00:00.000Z","TypeError: no"]',
    );
    assert.equal(await problem('v => Proxy({}, {})'), 'TypeError: constructor requires new');
    assert.match(await problem('v => ({ get a(){ throw new Error("no") } })'), /^Error: no/);
  });
});

test('a function that takes too much memory is ended, and the next one has all of it again', async () => {
  const wanted = `the function needs more than ${scriptLimits.scriptBytesMax / 2 ** 20} MB`;
  const greedy = 'v => { const all = []; for (;;) all.push(new Array(100_000).fill(7)) }';
  const patient = openScripts(() => 0);
  for (let n = 0; n < 3; n += 1)
    assert.deepEqual(await patient(greedy, '0'), { problem: wanted, output: [] });
  const large = 'v => new Uint8Array(20 * 2 ** 20).every(byte => byte === 0)';
  assert.deepEqual(await patient(large, '0'), { json: 'true', output: [] });
});

suite('nothing of a call is there in the next one:', () => {
  const leaks: Readonly<Record<string, string>> = {
    'a global': 'v => globalThis.n = (globalThis.n ?? 0) + 1',
    'a variable outside the function': '(() => { let n = 0; return v => n += 1 })()',
    'a member of the function': 'function f(v) { return f.n = (f.n ?? 0) + 1 }',
    'a changed prototype': 'v => [].n = Array.prototype.n = ([].n ?? 0) + 1',
    'a changed function of the language':
      'v => { const n = (Math.abs.n ?? 0) + 1; Math.abs = () => 9; Math.abs.n = n; JSON.stringify = Array.isArray = () => "no"; return n }',
    'a registered symbol':
      'v => { const s = Symbol.for("s"); return Object(s).constructor.n = (Symbol.n ?? 0) + 1 }',
    'a regular expression of source': 'v => (s => { const r = /a/g; r.test(s); return r.lastIndex })("aa")',
    'a job that waits':
      'v => { Promise.resolve().then(() => { globalThis.n = 2 }); return globalThis.n ?? 1 }',
    'a line of the console': 'v => { console.log("x"); return 1 }',
    'a random number': 'v => Math.random() === 0.3588899802416563 ? 1 : 2',
  };
  for (const [what, script] of Object.entries(leaks))
    test(what, async () => {
      for (let n = 0; n < 3; n += 1) assert.equal(await json(script), '1');
      const { output } = await evaluate(script, '0');
      assert.equal(output.length, what === 'a line of the console' ? 1 : 0);
    });

  test('in another function neither, whether the first one fails or not', async () => {
    await json('v => { globalThis.leak = 1; Array.prototype.leak = 1; return 1 }');
    await problem('v => { globalThis.leak = 1; Array.prototype.leak = 1; throw 1 }');
    await problem('v => { globalThis.leak = 1; for (;;); }');
    assert.equal(await json('v => [typeof leak, [].leak]'), '["undefined",null]');
  });
});

suite('a text that is more than an expression changes nothing for others:', () => {
  const change = 'Array.prototype.map = () => "changed"';
  for (const text of [
    `v => v }; ${change}; () => { const other = v => v`,
    `v => v }, (${change}), () => { const other = v => v`,
    `v => v }\n${change}\n{`,
    `v => v //\n}; ${change}; () => { \`\${1}`,
  ])
    test(text, async () => {
      assert.match(await problem(text), /^SyntaxError: /);
      assert.equal(await json('v => [v].map(n => n)', 1), '[1]');
    });

  test('statements behind it run with each call, and are forgotten with it', async () => {
    assert.equal(await json(`v => [v].map(n => n); ${change}`, 1), '"changed"');
    assert.equal(await json('v => [v].map(n => n)', 1), '[1]');
  });
});

test('lines of the console are kept, bounded, also of what fails', async () => {
  const lines = async (script: string) => (await evaluate(script, '0')).output;
  assert.deepEqual(await lines('v => { console.log("a", { b: [1] }, undefined); console.error(2) }'), [
    ...['a {"b":[1]} null', '2'],
  ]);
  assert.deepEqual(await lines('v => { console.info("before"); throw 1 }'), ['before']);
  assert.deepEqual(await lines('v => { console.info("before"); for (;;); }'), ['before']);
  const many = await lines('v => { for (let n = 0; n < 1000; n += 1) console.log("x".repeat(5000)) }');
  assert.deepEqual(
    [many.length, many[0]?.length],
    [scriptLimits.scriptLinesMax, scriptLimits.scriptLineLengthMax],
  );
});

test('an engine that failed is replaced', async () => {
  assert.match(
    await problem('v => eval("(".repeat(20_000) + "1" + ")".repeat(20_000))'),
    /^the JavaScript engine failed in this function .*simplify it/,
  );
  assert.equal(await json('v => v', 1), '1');
});

test('functions that are requested at one time are watched together, for 50 ms of processor time', async () => {
  const watches = async (msOfALook: number): Promise<number> => {
    let [now, count] = [0, 0];
    const clock = (): number => {
      now += msOfALook;
      return now;
    };
    const scripts = openScripts(clock, (_, work) => {
      count += 1;
      return work();
    });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => scripts(`v => v + ${n}`, '1')));
    assert.deepEqual(
      answers.map((answer) => ('json' in answer ? answer.json : answer.problem)),
      Array.from({ length: 9 }, (_, n) => String(n + 1)),
    );
    return count;
  };
  assert.equal(await watches(0.1), 1);
  assert.equal(await watches(20), 9);
});

test('between functions that are watched apart others have their turn', async () => {
  const order: string[] = [];
  const turns = openScripts(
    () => {
      ms += 1;
      return ms;
    },
    (_, work) => work(),
    async () => {
      order.push('turn');
    },
  );
  // The script engine calls the same function once for each value, as a filter over many values does.
  for (const value of [1, 2]) {
    await turns('v => v', String(value));
    order.push(String(value));
  }
  assert.deepEqual(order, ['turn', '1', 'turn', '2']);
});

test('an error of a watch reaches all waiting calls, and the next call is evaluated', async () => {
  let isBroken = true;
  const scripts = openScripts(
    () => 0,
    (_, work) => {
      if (isBroken) throw new Error('no thread');
      return work();
    },
  );
  const answers = await Promise.allSettled(['1', '2'].map((argument) => scripts('v => v', argument)));
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'rejected' ? answer.reason.message : answer.status)),
    ['no thread', 'no thread'],
  );
  isBroken = false;
  assert.deepEqual(await scripts('v => v', '3'), { json: '3', output: [] });
});

suite('a function that was interrupted', () => {
  /**
   * A time limit for the engine. It interrupts the first `calls` calls, and records the time that each call
   * gets.
   */
  function interrupting(calls: number) {
    const given: number[] = [];
    const watch: Watch = (ms, work) => {
      given.push(ms);
      const evaluation = work();
      return given.length <= calls ? undefined : evaluation;
    };
    return { given, watch };
  }

  test('is called again, with more time and another engine, while its own time is not used up', async () => {
    const { given, watch } = interrupting(2);
    const scripts = openScripts(() => 0, watch);
    assert.deepEqual(await scripts('v => v + 1', '1'), { json: '2', output: [] });
    assert.deepEqual(given, [250, 1000, 4000]);
    assert.deepEqual(await scripts('v => v + 1', '2'), { json: '3', output: [] });
    assert.deepEqual(given.slice(3), [250]);
  });

  test('has taken too long when its own time is used up', async () => {
    const { given, watch } = interrupting(1);
    let now = 0;
    const scripts = openScripts(
      () => now,
      (ms, work) => {
        const evaluation = watch(ms, work);
        now += 5000;
        return evaluation;
      },
    );
    const problem = `the function was stopped, because it took longer than ${scriptLimits.scriptMs} ms`;
    assert.deepEqual(await scripts('v => v + 1', '1'), { problem, output: [] });
    assert.deepEqual(await scripts('v => v + 1', '1'), { json: '2', output: [] });
    assert.deepEqual(given, [250, 250]);
  });
});

test('more functions than an engine keeps are evaluated all the same', async () => {
  const scripts = openScripts(() => 0);
  const padding = `/* ${'x'.repeat(60_000)} */`;
  const count = scriptLimits.scriptsKeptLength / 60_000 + 3;
  for (let round = 0; round < 2; round += 1)
    for (let n = 0; n < count; n += 1)
      assert.deepEqual(await scripts(`v => v + ${n} ${padding}`, '1'), { json: String(n + 1), output: [] });
});

test('an engine keeps functions that take several megabytes', async () => {
  const large = (value: number) => `() => [${'x => x, '.repeat(8000)} ${value}].pop()`;
  for (const _ of ['compiled', 'kept'])
    for (let value = 0; value < 5; value += 1) assert.equal(await json(large(value)), `${value}`);
});
