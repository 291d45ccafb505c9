import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { exchanges } from '../../../../lib/driver/http/exchange/limits.ts';
import { HtmlAttributes, htmlTokenizer } from '../../../../lib/driver/scenario/html/attributes.ts';
import { ChosenTag } from '../../../../lib/driver/scenario/html/chosen-tag.ts';
import { runVirtually } from '../../session/shards.ts';
import { Collected, cuts, feed, pieces, sequence, session } from '../fragments.ts';

/** The values of an attribute are found in order, in any style of page and with any fragments. */

before(() => htmlTokenizer.load());

/** The values in a page. They must be the same for every cut into fragments. */
function valuesIn(page: string | Buffer, tag = 'form', attribute = 'action', apart = 3): readonly string[] {
  const collected = new Collected();
  const reader = new HtmlAttributes([{ tag, attribute, target: collected }]);
  let whole: readonly string[] | undefined;
  for (const fragments of cuts(page, apart)) {
    feed(reader, fragments);
    whole ??= collected.values;
    assert.deepEqual(collected.values, whole, `cut at ${fragments.map(({ length }) => length)}`);
  }
  return whole ?? [];
}

describe('HTML attributes', () => {
  it('row 133: are collected in order', () =>
    assert.deepEqual(
      valuesIn(
        '<html><body><form action="run_some.php" method="post"><input></form>\n<form method=get action="no_content.php"></form>',
      ),
      ['run_some.php', 'no_content.php'],
    ));

  const rows: readonly (readonly [what: string, page: string, values: readonly string[]])[] = [
    ['in any case', '<FORM Action="a"><fOrM aCTION=b>', ['a', 'b']],
    ['in any order', '<form id=1 action=a class="x"><form class="x" id=\'1\' action=b>', ['a', 'b']],
    [
      'in any quotes or none',
      '<form action="a"><form action=\'b "c"\'><form action=d/e?f=g>',
      ['a', 'b "c"', 'd/e?f=g'],
    ],
    ['with blanks around', '<form\n\taction\n =\r\n "a"\n><form action = b >', ['a', 'b']],
    ['of tags that close themselves', '<form action="a"/><form action=b />', ['a', 'b']],
    [
      'with character references',
      '<form action="?a=1&amp;b=2&#38;c=&#x10d;&lt"><form action="&copy=1&nix;">',
      ['?a=1&b=2&c=č<', '&copy=1&nix;'],
    ],
    ['in other alphabets', '<form action="/čaj/茶/😀">', ['/čaj/茶/😀']],
    [
      'that are empty, but not those without a value',
      '<form action=""><form action><form action id=1>',
      [''],
    ],
    [
      'but not in comments',
      '<!-- <form action="a"> --><!----><form action="b"><!-- > <form action=c> -->',
      ['b'],
    ],
    [
      'but not in scripts and styles',
      '<script>"<form action=a>"</script><style><form action=b></style><form action=c>',
      ['c'],
    ],
    [
      'but not in text of titles and text areas',
      '<title><form action=a></title><textarea><form action=b></textarea><form action=c>',
      ['c'],
    ],
    [
      'but not of tags and attributes that look alike',
      '<forms action=a><xform action=b><form-x action=c><form actions=d data-action=e xaction=f>',
      [],
    ],
    ['but not inside other attributes', '<form title="action=a" alt=\'<form action="b">\' action=c>', ['c']],
    ['but not of closing tags and of text', '</form action="a"> <p>form action="b" < form action="c">', []],
    ['but not of what is cut off', '<form action="a"><form action="b', ['a']],
    ['inside one another', '<form action=a><form action=b>', ['a', 'b']],
  ];
  for (const [what, page, values] of rows)
    it(`are found ${what}`, () => assert.deepEqual(valuesIn(page), values));

  it('pass in the bytes of the page, whatever they mean', () => {
    const page = Buffer.from('<form action="caf\xe9">', 'latin1');
    const seen: Buffer[] = [];
    feed(
      new HtmlAttributes([
        { tag: 'form', attribute: 'action', target: { data: (_a, _b, bytes) => seen.push(bytes) } },
      ]),
      [page],
    );
    assert.deepEqual(seen, [Buffer.from('caf\xe9', 'latin1')]);
  });

  it('go to each handler that selects them', () => {
    const [one, two, other] = [new Collected(), new Collected(), new Collected()];
    const reader = new HtmlAttributes([
      { tag: 'img', attribute: 'src', target: one },
      { tag: 'img', attribute: 'src', target: two },
      { tag: 'img', attribute: 'alt', target: other },
      { tag: 'a', attribute: 'href', target: other },
    ]);
    feed(reader, pieces('<a href=x><img alt=y src=z>', 4));
    assert.deepEqual([one.values, two.values, other.values], [['z'], ['z'], ['x', 'y']]);
  });

  it('of several pages in a row, and of one behind a page that ended too early', () => {
    const collected = new Collected();
    const reader = new HtmlAttributes([{ tag: 'a', attribute: 'href', target: collected }]);
    reader.begin(session, sequence);
    for (const page of ['<a href=1>', '<!-- <a href=2>', '<script>', '<a href=3>'])
      reader.data(session, sequence, Buffer.from(page), true);
    assert.deepEqual(collected.values, ['1', '3']);
    for (const page of ['<a href="4', '<!-- ', '<textarea>', '<a href=&am', '<a hr']) {
      reader.begin(session, sequence);
      reader.data(session, sequence, Buffer.from(page), false);
      feed(reader, [Buffer.from('<a href=5>')]);
      assert.deepEqual(collected.values, ['5'], page);
    }
  });

  it('are bounded, and so is what is kept of everything else', () => {
    const reader = new HtmlAttributes([{ tag: 'a', attribute: 'href', target: new Collected() }]);
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const pour = (page: string): void => {
      reader.begin(session, sequence);
      reader.data(session, sequence, Buffer.from(page), false);
      for (let sent = 0; sent <= exchanges.valueBytesMax; sent += chunk.length)
        reader.data(session, sequence, chunk, false);
    };
    for (const page of ['<!-- ', '<', '<a ', '<a title="', '<script>', '<p>']) pour(page);
    assert.throws(() => pour('<a href="'), /^Error: an HTML attribute has more than 16,777,216 bytes$/);
  });

  it('are found behind names of any length', () => {
    const long = 'x'.repeat(1000);
    for (const size of [1, 7, 100, 4000]) {
      const collected = new Collected();
      feed(
        new HtmlAttributes([{ tag: 'a', attribute: 'href', target: collected }]),
        pieces(`<${long}a href=1><${long} href=2><a ${long}href=3 href=4>`, size),
      );
      assert.deepEqual(collected.values, ['4'], String(size));
    }
  });
});

it('An attribute may have as many bytes as a value, and not one more', () => {
  const read = (length: number): number | undefined => {
    const collected = new Collected();
    const reader = new HtmlAttributes([{ tag: 'form', attribute: 'action', target: collected }]);
    feed(reader, [Buffer.from(`<form action="${'a'.repeat(length)}">`)]);
    return collected.values[0]?.length;
  };
  assert.equal(read(exchanges.valueBytesMax), exchanges.valueBytesMax);
  assert.throws(() => read(exchanges.valueBytesMax + 1), /an HTML attribute has more than/);
});

describe('a tag that others of its attributes choose', () => {
  const rows: readonly (readonly [
    what: string,
    where: Readonly<Record<string, string>>,
    values: readonly string[],
  ])[] = [
    ['by one', { name: '_csrf' }, ['t1', 't2']],
    ['by two', { name: '_csrf', type: 'hidden' }, ['t2']],
    ['by none that is there', { name: 'other' }, []],
    ['by a value in another case, which is another one', { name: '_CSRF' }, []],
    ['by a value with references and other alphabets', { name: 'č&d' }, ['t3']],
    ['by nothing', {}, ['n', 't1', 't2', 't3', 'first']],
  ];
  const page = `<input name=user value=n><INPUT NAME="_csrf" value="t1"><input value=t2 type=hidden name=_csrf>
<input name="č&amp;d" value=t3><input name=_csrf><meta name=_csrf value=no><input value="first" value="second">`;
  for (const [what, where, values] of rows)
    it(what, () => {
      const collected = new Collected();
      const chosen = new ChosenTag(
        { tag: 'input', attribute: 'value', where: Object.entries(where) },
        collected,
      );
      const reader = new HtmlAttributes(chosen.watched, () => chosen.tagEnd());
      for (const fragments of cuts(page, 40)) {
        feed(reader, fragments);
        assert.deepEqual(collected.values, values);
      }
    });

  it('is read by parseHtml', async () => {
    const parseHtml = {
      onTagAttribute: {
        tag: 'INPUT',
        attribute: 'value',
        where: { NAME: '_csrf', type: 'hidden' },
        toVar: 'token',
      },
    };
    const { log } = await runVirtually(
      {
        scenario: {
          initialSequences: [
            {
              main: [
                { httpRequest: { GET: '/', handler: { body: { parseHtml } } } },
                { log: { message: 'token ${token}' } },
              ],
            },
          ],
        },
      },
      { answer: () => ({ kind: 'response', afterMs: 1, body: page }) },
    );
    assert.ok(
      log.some((line) => line.includes('token t2')),
      log.join(),
    );
  });
});
