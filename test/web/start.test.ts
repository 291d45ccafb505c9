import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BurstForecast, BurstRefusal, DocumentProblem } from '../../lib/api.generated.ts';
import { client } from '../../lib/client/index.ts';
import { writeDocument } from '../../lib/import/document/document.ts';
import { draftFor } from '../../lib/import/init.ts';
import { Starter } from '../../lib/web/data/burst/burst-starter.ts';
import { bandsOf } from '../../lib/web/screens/start/bands.ts';
import { pathFor, textOf } from '../../lib/web/screens/start/chosen-files.ts';
import { example } from '../../lib/web/screens/start/example.ts';
import { indexAt, wordLength } from '../../lib/web/screens/start/places.ts';
import { givenTo, needsIn, whyNot } from '../../lib/web/screens/start/readiness.ts';

/** The parts of the page that starts a burst which need no browser. */
describe('the page that starts a burst', () => {
  it('has the document of downpour init as its example', () => {
    const written = writeDocument(draftFor('https://shop.example.com').draft, {
      name: 'example',
      about: 'A benchmark to begin with.',
      schema: './x.json',
      commands: [],
    });
    const [, body] = written.split(/^# yaml-language-server.*\n#\n/);
    assert.equal(example, body);
  });

  it('finds the place of a problem in the text', () => {
    const text = 'name: a\n\nphases: [x]\n';
    for (const [line, column, index] of [
      [1, 1, 0],
      [1, 7, 6],
      [1, 99, 7],
      [2, 1, 8],
      [3, 9, 17],
      [4, 1, text.length],
      [99, 1, text.length],
    ] as const)
      assert.equal(indexAt(text, line, column), index, `${line}:${column}`);
    assert.equal(wordLength(text, 0), 4);
    assert.equal(wordLength(text, 18), 1);
    assert.equal(wordLength(text, text.length), 1);
    assert.equal(wordLength('x'.repeat(50_000), 0), 80);
  });

  it('draws the phases over their time', () => {
    const phases = [
      {
        name: 'warm',
        load: '',
        start: '',
        startMs: 0,
        durationMs: 10_000,
        usersPerSec: { initial: 0, target: 50 },
        shards: 1,
      },
      {
        name: 'main',
        load: '',
        start: '',
        startMs: 10_000,
        durationMs: 30_000,
        usersPerSec: { initial: 100, target: 100 },
        shards: 1,
      },
      { name: 'open', load: '', start: '', startMs: 20_000, shards: 1 },
    ];
    assert.deepEqual(bandsOf(phases), {
      endMs: 40_000,
      peak: 100,
      bands: [
        { name: 'warm', points: '0,120 0,120 250,60 250,120' },
        { name: 'main', points: '250,120 250,0 1000,0 1000,120' },
        { name: 'open', points: '500,120 500,116 1000,116 1000,120' },
      ],
    });
    assert.deepEqual(bandsOf([]), { endMs: 0, peak: 0, bands: [] });
  });

  it('finds the path that a file belongs to', () => {
    const needed = ['a/users.csv', 'users.csv', 'body.txt'];
    assert.equal(pathFor('users.csv', needed), 'users.csv');
    assert.equal(pathFor('users.csv', ['a/users.csv']), 'a/users.csv');
    assert.equal(pathFor('csv', needed), undefined);
  });

  it('reads no file that is too large for a document', async () => {
    assert.equal(await textOf(new File(['name: a'], 'a.yaml')), 'name: a');
    assert.equal(await textOf(new File([new Uint8Array(5_000_001)], 'a.yaml')), undefined);
  });

  it('says why a document cannot be started', () => {
    const forecast: BurstForecast = {
      shards: 1,
      drivesAtOnce: 1,
      dollars: 0,
      targets: [],
      phases: [],
      parameters: [],
      files: [],
      problems: [],
    };
    const at: DocumentProblem = { severity: 'error', path: [], line: 7, column: 1, message: 'no' };
    const refusal: BurstRefusal = {
      code: 'BENCHMARK_REFUSED',
      message: 'the benchmark has no phases',
      problems: [{ ...at, severity: 'warning' }],
    };
    const check = { judgement: forecast, isPresent: true };
    const ready = { text: 'name: a', check, needed: [], files: new Map(), isSecure: true };
    assert.equal(whyNot(ready), undefined);
    assert.match(whyNot({ ...ready, text: ' \n' }) ?? '', /Write a document/);
    assert.match(whyNot({ ...ready, check: { ...check, isPresent: false } }) ?? '', /^Wait until the check/);
    assert.match(whyNot({ ...ready, check: { error: new Error('x'), isPresent: true } }) ?? '', /could not/);
    assert.equal(whyNot({ ...ready, check: { ...check, judgement: refusal } }), refusal.message);
    const wrong = { ...refusal, problems: [...refusal.problems, at] };
    assert.match(
      whyNot({ ...ready, check: { ...check, judgement: wrong } }) ?? '',
      /1 problem, the first in line 7/,
    );
    const needed = ['a.txt', 'b.txt'];
    const files = new Map([['a.txt', { size: 2_000_000 }]]);
    assert.match(whyNot({ ...ready, needed, files }) ?? '', /b\.txt/);
    files.set('b.txt', { size: 1_000_000 });
    assert.equal(whyNot({ ...ready, needed, files }), undefined);
    assert.match(whyNot({ ...ready, needed, files, isSecure: false }) ?? '', /HTTPS/);
    files.set('b.txt', { size: 1_000_001 });
    assert.match(whyNot({ ...ready, needed, files }) ?? '', /downpour run/);
  });

  it('sends the values of parameters that the document has, and keeps the fields while it is unreadable', () => {
    const parameters = [{ name: 'HOST' }, { name: 'RATE', default: '2' }, { name: '__proto__' }];
    const values = { HOST: 'http://a', RATE: '', OLD: '7' };
    assert.deepEqual(givenTo(parameters, values), { HOST: 'http://a' });
    const before = { parameters, files: ['a.txt'] };
    assert.deepEqual(needsIn({ code: '', message: '', problems: [] }, before), before);
    const none = { code: '', message: '', problems: [], parameters: [], files: [] };
    assert.deepEqual(needsIn(none, before), { parameters: [], files: [] });
  });

  it('repeats a start without an answer with its idempotency key, and no other start', async () => {
    const keys: (string | undefined)[] = [];
    let answer = (): Response => new Response('<p>', { headers: { 'content-type': 'text/html' } });
    const api = client('http://api', {
      fetch: async (_, { headers }) => {
        keys.push(headers['idempotency-key']);
        return answer();
      },
    });
    const starter = new Starter(api);
    const order = { document: 'name: a', parameters: { A: '1' } };
    const none = new Map<string, File>();
    const refused = { code: 'FOREIGN' };
    await assert.rejects(starter.start(order, none), refused);
    await assert.rejects(starter.start({ ...order, parameters: { A: '1' } }, none), refused);
    await assert.rejects(starter.start({ ...order, parameters: { A: '2' } }, none), refused);
    answer = () => Response.json({ code: 'BENCHMARK_REFUSED', message: 'no', problems: [] }, { status: 400 });
    await assert.rejects(starter.start({ ...order, parameters: { A: '2' } }, none), { status: 400 });
    answer = () => Response.json({ id: 'b-1', stopToken: 'x' }, { status: 202 });
    for (let times = 0; times < 2; times++)
      assert.equal((await starter.start({ ...order, parameters: { A: '2' } }, none)).id, 'b-1');
    const [first, second, other, same, ...rest] = keys;
    assert.equal(second, first);
    assert.equal(same, other);
    assert.equal(new Set([first, other, ...rest]).size, 4);
  });
});
