import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings } from '../../../../lib/driver/document/problem.ts';
import { parseScenario } from '../../../../lib/driver/scenario/parse.ts';
import { listen, runShard, runVirtually, targetAt, totals } from '../../session/shards.ts';

/** `parseHtml` in a scenario: the attribute of a tag, and the URLs of what a page embeds. */

const get = (parseHtml: unknown, path = '/foobar/index.html') => ({
  httpRequest: { GET: path, handler: { body: { parseHtml } } },
});

/** What is logged last behind a request for a page. */
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

  it('the path of the page counts without its query', async () =>
    assert.deepEqual(await urls('<img src=x.png>', {}, '/a/b?c=/d/'), ['/a/x.png']));
});

describe('what is wrong in a parseHtml body', () => {
  const rows: readonly (readonly [body: unknown, problems: readonly string[]])[] = [
    [{}, ['parseHtml: parseHtml needs onTagAttribute or onEmbeddedResource']],
    [
      { onTagAttribute: { tag: 'a', toVar: 'x' } },
      ['parseHtml.onTagAttribute: onTagAttribute needs tag and attribute'],
    ],
    [
      { onTagAttribute: { tag: 'a', attribute: 'href' } },
      ['parseHtml.onTagAttribute: expected one of toVar, toArray and processor'],
    ],
    [
      { onEmbeddedResource: {} },
      ['parseHtml.onEmbeddedResource: onEmbeddedResource needs processor or fetchResource'],
    ],
  ];
  for (const [body, problems] of rows)
    it(problems.join(), () => assert.deepEqual(problemsOf(body), problems));
});
