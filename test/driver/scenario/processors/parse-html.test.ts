import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings } from '../../../../lib/driver/document/problem.ts';
import { scenarios } from '../../../../lib/driver/scenario/limits.ts';
import { parseScenario } from '../../../../lib/driver/scenario/parse.ts';
import { listen, runShard, runVirtually, targetAt, totals } from '../../session/shards.ts';

/** `parseHtml` in a scenario finds the attribute of a tag, and the URLs of embedded resources. */

const get = (parseHtml: unknown, path = '/foobar/index.html') => ({
  httpRequest: { GET: path, handler: { body: { parseHtml } } },
});

/** The last line of the log after a request for a page. */
async function logged(page: string, ...steps: readonly unknown[]): Promise<string | undefined> {
  const { log, outcome } = await runVirtually(
    { scenario: [{ main: steps }] },
    { answer: () => ({ kind: 'response', afterMs: 1, body: page }) },
  );
  assert.deepEqual(outcome.errors, []);
  return log.at(-1);
}

function problemsOf(parseHtml: unknown): readonly string[] {
  const findings = new Findings();
  const ergonomics = { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true };
  parseScenario([{ main: [get(parseHtml)] }], [], { targets: [targetAt(1)], ergonomics, findings });
  return findings.list.map(({ path, message }) => `${path.slice(6).join('.')}: ${message}`);
}

describe('onTagAttribute', () => {
  const page = '<FORM action="run_some.php"></FORM><form Action=no_content.php>';

  it('row 133: collects the values of a page in an array', async () => {
    const onTagAttribute = { tag: 'FORM', attribute: 'action', toArray: 'actions[3]' };
    assert.equal(
      await logged(
        page,
        get({ onTagAttribute }),
        { getSize: { fromVar: 'actions', toVar: 'length' } },
        { log: '${length} ${actions}' },
      ),
      '2 [run_some.php, no_content.php, ]',
    );
  });

  it('stores the first, and hands all to processors', async () => {
    const onTagAttribute = {
      tag: 'form',
      attribute: 'ACTION',
      toVar: 'first',
      processor: { count: 'found' },
    };
    assert.equal(await logged(page, get({ onTagAttribute }), { log: '${first} ${found}' }), 'run_some.php 2');
  });

  it('takes a page over real sockets in chunks', async () => {
    const target = await listen((_request, response) => {
      for (const part of ['<form act', 'ion="a', 'b">', '<!-- <form ', 'action=c> -->']) response.write(part);
      response.end();
    });
    const onTagAttribute = { tag: 'form', attribute: 'action', toArray: 'actions[3]' };
    const { log, rows } = await runShard({
      scenario: [{ main: [get({ onTagAttribute }), { log: '${actions}' }] }],
      target: targetAt(target.port),
    });
    target.close();
    assert.deepEqual([totals(rows).responses, log.at(-1)], [1, '[ab, , ]']);
  });
});

describe('onEmbeddedResource', () => {
  const urls = async (
    page: string,
    more: object = {},
    path = '/foobar/index.html',
  ): Promise<readonly string[]> => {
    const onEmbeddedResource = { processor: { array: 'urls[20]' }, ...more };
    const text = await logged(page, get({ onEmbeddedResource }, path), { log: '${urls}' });
    return (
      text
        ?.slice(1, -1)
        .split(', ')
        .filter((url) => url !== '') ?? []
    );
  };

  it('row 134: finds what every kind of tag embeds, and nothing else', async () =>
    assert.deepEqual(
      await urls(
        '<link href=/a.css><script src="/b.js"></script><img src=/c.png alt=/x><embed src=/d><frame src=/e><iframe src=/f></iframe>' +
          '<object data=/g></object><a href=/x></a><source src=/x><img href=/x><link src=/x><object src=/x>',
      ),
      ['/a.css', '/b.js', '/c.png', '/d', '/e', '/f', '/g'],
    ));

  it('a script does not end at />, as in browsers', async () => {
    const page = (end: string) =>
      `<script src=/a.js ${end}><img src=/b.png><script src=/c.js></script><img src=/d.png>`;
    assert.deepEqual(await urls(page('/')), ['/a.js', '/d.png']);
    assert.deepEqual(await urls(page('></script')), ['/a.js', '/b.png', '/c.js', '/d.png']);
  });

  const rows: readonly (readonly [written: string, url: string | undefined])[] = [
    ['/styles/style.css', '/styles/style.css'],
    ['stuff.js', '/foobar/stuff.js'],
    ['./stuff.js', '/foobar/stuff.js'],
    ['../favicon.ico', '/favicon.ico'],
    ['?page=2', '/foobar/index.html?page=2'],
    ['generate.php?a=1&amp;b=x y#top', '/foobar/generate.php?a=1&b=x%20y'],
    ['http://127.0.0.1/a.js', '/a.js'],
    ['HTTP://127.0.0.1:80/a.js', '/a.js'],
    ['//127.0.0.1/a.js', '/a.js'],
    ['http://127.0.0.1', '/'],
    ['http://127.0.0.1:81/a.js', undefined],
    ['https://127.0.0.1/a.js', undefined],
    ['http://elsewhere/a.js', undefined],
    ['//elsewhere/a.js', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['javascript:void(0)', undefined],
    ['http://[', undefined],
    ['', undefined],
    [' ', undefined],
  ];
  for (const [written, url] of rows)
    it(`'${written}' is ${url ?? 'left out'}`, async () =>
      assert.deepEqual(await urls(`<img src="${written}">`), url === undefined ? [] : [url]));

  it('other hosts are taken as well when they are not ignored', async () =>
    assert.deepEqual(
      await urls('<img src="//elsewhere/a?b"><img src=https://other:8443><img src=data:x>', {
        ignoreExternal: false,
      }),
      ['http://elsewhere/a?b', 'https://other:8443/'],
    ));

  const based: readonly (readonly [head: string, urls: readonly string[]])[] = [
    ['<base href="/assets/v2/">', ['/assets/v2/x.png', '/y.png']],
    ['<BASE target=_top href=../up/>', ['/up/x.png', '/y.png']],
    ['<base href="//127.0.0.1/a/b">', ['/a/x.png', '/y.png']],
    ['<base target=_top><base href=/first/><base href=/second/>', ['/first/x.png', '/y.png']],
    ['<base href="http://elsewhere/">', []],
    // A browser ignores these base addresses, and so does Downpour.
    ['<base href="data:,x">', ['/foobar/x.png', '/y.png']],
    ['<base href="http://[">', ['/foobar/x.png', '/y.png']],
    ['<!-- <base href=/no/> -->', ['/foobar/x.png', '/y.png']],
    ['<base href="#">', ['/foobar/x.png', '/y.png']],
  ];
  for (const [head, found] of based)
    it(`resources are relative to the base of the page: ${head}`, async () =>
      assert.deepEqual(await urls(`<head>${head}</head><img src=x.png><img src=/y.png>`), found));

  const links: readonly (readonly [link: string, isLoaded: boolean])[] = [
    ['<link href=/a>', true],
    ['<link rel=stylesheet href=/a>', true],
    ['<link href=/a rel="shortcut ICON">', true],
    ['<link rel="alternate stylesheet" href=/a />', true],
    ['<link rel=preload as=font href=/a>', true],
    ['<link rel=modulepreload href=/a><link rel=canonical>', true],
    ['<link rel=canonical href=/a>', false],
    ['<link href=/a rel=next>', false],
    ['<link rel=alternate type=application/rss+xml href=/a>', false],
    ['<link rel="preconnect dns-prefetch" href=/a>', false],
    ['<link rel href=/a>', true],
    ['<link rel="" href=/a>', false],
    ['<link rel=stylesheet><a href=/a></a>', false],
  ];
  for (const [link, isLoaded] of links)
    it(`a browser ${isLoaded ? 'loads' : 'does not load'} ${link}`, async () =>
      assert.deepEqual(await urls(link), isLoaded ? ['/a'] : []));

  it('links come in the order of the page', async () =>
    assert.deepEqual(await urls('<img src=/1><link href=/2 rel=icon><link rel=next href=/x><img src=/3>'), [
      ...['/1', '/2', '/3'],
    ]));

  it('the base of one page is not that of the next', async () => {
    const read = get({ onEmbeddedResource: { processor: { array: 'urls[3]' } } });
    const pages = ['<base href=/a/><img src=x.png>', '<img src=x.png>'];
    const { log } = await runVirtually(
      { scenario: [{ main: [read, read, { log: '${urls}' }] }] },
      { answer: () => ({ kind: 'response', afterMs: 1, body: pages.shift() ?? '' }) },
    );
    assert.equal(log.at(-1), '[/foobar/x.png, , ]');
  });

  it('the path of the page counts without its query', async () =>
    assert.deepEqual(await urls('<img src=x.png>', {}, '/a/b?c=/d/'), ['/a/x.png']));
});

describe('fetchResource', () => {
  const page =
    '<link href="/styles/style.css"><script src=stuff.js></script><img src="/generate.php?foo=bar"><img src=//elsewhere/x.png>';

  /** Runs one user. Every request except those for pages takes 10 ms. */
  const run = (scenario: unknown, more: object = {}) =>
    runVirtually(
      { scenario, shardConnections: { core: 20, max: 20 }, ...more },
      {
        answer: ({ path }) =>
          path.endsWith('.html')
            ? { kind: 'response', afterMs: 1, body: page }
            : { kind: 'response', afterMs: 10 },
      },
    );

  it("row 134: a queue of one's own, fetchResource, and an array with a sequence for each value", async () => {
    const metric = ['.*.js', '.*.css', '(.*.php).* -> $1', '-> other'];
    const resource = (fromVar: string, handler: object = {}) => ({
      httpRequest: { GET: { fromVar }, metric, handler },
    });
    const onCompletion = { set: 'allFetched <- true' };
    const queue = { var: 'queued', maxSize: 4, concurrency: 2, sequence: 'embedded', onCompletion };
    const legacy = [{ addToInt: 'latch += 1' }, { array: 'urls[16]' }, { newSequence: 'legacyEmbedded' }];
    const { rows, outcome } = await run({
      orderedSequences: [
        { manual: [get({ onEmbeddedResource: { processor: { queue } } }), { awaitVar: 'allFetched' }] },
        {
          automatic: [
            { unset: 'allFetched' },
            get({
              onEmbeddedResource: {
                fetchResource: { maxResources: 16, metric: ['([^?]*)(\\?.*)? -> $1'], onCompletion },
              },
            }),
            { awaitVar: 'allFetched' },
          ],
        },
        {
          legacy: [
            { setInt: 'latch <- 0' },
            get({ onEmbeddedResource: { processor: legacy } }),
            { awaitInt: { var: 'latch', equalTo: 0 } },
          ],
        },
      ],
      sequences: [
        { 'embedded[2]': [resource('queued[.]')] },
        {
          'legacyEmbedded[16]': [
            resource('urls[.]', { onCompletion: [{ unset: 'urls[.]' }, { addToInt: 'latch -= 1' }] }),
          ],
        },
      ],
    });
    assert.deepEqual(outcome.errors, []);
    const hits = Object.fromEntries(
      [...new Set(rows().map(({ metric: name }) => name))].map((name) => [
        name,
        totals(rows(), name).responses,
      ]),
    );
    assert.deepEqual(hits, {
      manual: 1,
      automatic: 1,
      legacy: 1,
      '/styles/style.css': 3,
      '/foobar/stuff.js': 3,
      '/generate.php': 3,
    });
  });

  it('downloads so many at once, drops what finds no place, and completes once', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `<img src=${index}.png>`).join('');
    const fetchResource = {
      maxResources: 5,
      concurrency: 3,
      onCompletion: { addToInt: { var: 'done', value: 1, orElseSetTo: 1 } },
    };
    const { rows, log, outcome, target } = await runVirtually(
      {
        scenario: [
          {
            main: [get({ onEmbeddedResource: { fetchResource } }), { awaitVar: 'done' }, { log: '${done}' }],
          },
        ],
        shardConnections: { core: 20, max: 20 },
      },
      { answer: ({ path }) => ({ kind: 'response', afterMs: 10, body: path.endsWith('.html') ? many : '' }) },
    );
    assert.deepEqual(outcome.errors, []);
    const fetched = target.seen.slice(1);
    assert.deepEqual(
      fetched.map(({ path }) => path),
      Array.from({ length: 8 }, (_, index) => `/foobar/${index}.png`),
    );
    const instants = fetched.map(({ atNs }) => Math.round((atNs - (fetched[0]?.atNs ?? 0)) / 1e6));
    assert.deepEqual(instants, [0, 0, 0, 10, 10, 10, 20, 20]);
    assert.equal(totals(rows(), 'main_fetchResources').responses, 8);
    assert.equal(log.at(-1), '1');
  });

  it('a page completes without waiting for its resources, and other hosts get no requests', async () => {
    const fetchResource = { maxResources: 9, onCompletion: { log: 'fetched' } };
    const { log, target, outcome } = await run([
      {
        main: [
          get({ onEmbeddedResource: { fetchResource, ignoreExternal: false } }),
          { log: 'behind the page' },
        ],
      },
    ]);
    assert.deepEqual(outcome.errors, []);
    assert.deepEqual([log, target.seen.length], [['behind the page', 'fetched'], 4]);
  });
});

describe('faults in a parseHtml body', () => {
  const rows: readonly (readonly [body: unknown, problems: readonly string[]])[] = [
    [{}, ['parseHtml: parseHtml needs onTagAttribute or onEmbeddedResource']],
    [
      { onTagAttribute: { tag: 'a', toVar: 'x' } },
      [
        'parseHtml.onTagAttribute: onTagAttribute needs tag, attribute and one of toVar, toArray and processor',
      ],
    ],
    [
      { onTagAttribute: { tag: 'a', attribute: 'href' } },
      [
        'parseHtml.onTagAttribute: onTagAttribute needs tag, attribute and one of toVar, toArray and processor',
      ],
    ],
    [
      { onEmbeddedResource: {} },
      ['parseHtml.onEmbeddedResource: onEmbeddedResource needs processor or fetchResource'],
    ],
    [
      { onEmbeddedResource: { fetchResource: { concurrency: 1e6, maxResources: 1 } } },
      [
        `parseHtml.onEmbeddedResource.fetchResource.concurrency: concurrency must be a whole number from 1 to ${scenarios.atOnceUserMax}`,
      ],
    ],
    [
      { onEmbeddedResource: { fetchResource: { concurrency: 2 } } },
      ['parseHtml.onEmbeddedResource.fetchResource: fetchResource needs maxResources'],
    ],
    [
      { onEmbeddedResource: { fetchResource: { maxResources: 1, onCompletion: { log: '${x}' } } } },
      [
        "parseHtml.onEmbeddedResource.fetchResource.onCompletion.log: variable 'x' has no value, because no step sets it",
      ],
    ],
  ];
  for (const [body, problems] of rows)
    it(problems.join(), () => assert.deepEqual(problemsOf(body), problems));
});
