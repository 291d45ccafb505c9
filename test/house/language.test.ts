import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import {
  commentsOf,
  findings,
  literalsOf,
  proseOf,
  type Rules,
  readRules,
  type Text,
  titlesOf,
  wideComments,
} from './language.ts';
import { writtenFiles } from './texts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The line width of the formatter. */
const codeWidth = Number(JSON.parse(read('biome.json')).formatter.lineWidth);

/**
 * How many listed words each area may have. A number may only fall: lower it to the count that the test
 * prints when you mend texts. A page that is not here has none.
 */
const bounds = {
  pages: {} as Readonly<Record<string, number>>,
  messages: 0,
  comments: 0,
  titles: 0,
  wideComments: 0,
};

describe('texts follow docs/language.md', () => {
  const rules = readRules(root);
  const files = writtenFiles(root);
  const sources = files.filter((file) => /\.(ts|tsx|js)$/.test(file) && !file.endsWith('.generated.ts'));

  const commented = [
    ...sources,
    ...files.filter((file) => /\.(ya?ml|sh|py|go)$|^\.ci\/|^Dockerfile$/.test(file)),
  ];

  const pages = files.filter((file) => file.endsWith('.md'));
  for (const page of pages.filter((file) => file !== 'docs/language.md'))
    it(page, () => bounded(page, countIn(rules, page, proseOf(read(page))), bounds.pages[page] ?? 0));

  it('every page with a number is there', () =>
    assert.deepEqual(
      Object.keys(bounds.pages).filter((page) => !pages.includes(page)),
      [],
    ));

  describe('messages, help and the report page', () => {
    let texts: ReadonlyMap<string, readonly Text[]>;
    before(() => {
      texts = literalsOf(
        root,
        (file) => /^(lib|bin|functions|bench)\//.test(file) && !file.startsWith('bin/docs/'),
      );
    });
    it('in literals of code', () => {
      assert.ok(texts.size > 100, `only ${texts.size} files were read`);
      bounded(
        'messages',
        [...texts].flatMap(([file, found]) => countIn(rules, file, found)),
        bounds.messages,
      );
    });
  });

  it('comments', () =>
    bounded(
      'comments',
      commented.flatMap((file) => countIn(rules, file, commentsOf(read(file)))),
      bounds.comments,
    ));

  it('titles of tests', () =>
    bounded(
      'titles',
      sources
        .filter((file) => file.startsWith('test/'))
        .flatMap((file) => countIn(rules, file, titlesOf(read(file)))),
      bounds.titles,
    ));

  it('comments are as wide as code at most', () =>
    bounded(
      'wide comment lines',
      sources.flatMap((file) =>
        wideComments(read(file), codeWidth).map((line) => `${file}:${line} is too wide`),
      ),
      bounds.wideComments,
    ));
});

describe('the counter of words', () => {
  const rules: Rules = { words: ['told', 'one that'], openings: ['What', 'Of'] };
  const rows: readonly (readonly [text: string, found: readonly string[]])[] = [
    ['You are told the id.', ['told']],
    ['Take one that fits. What remains is kept.', ['one that', 'What ...']],
    ['| Of several values the first. |', ['Of ...']],
    ['What is due?', []],
    ['Downpour stores what it measured.', []],
    ['The field `told` and the word untold.', []],
  ];
  for (const [text, found] of rows) it(text, () => assert.deepEqual(findings(rules, text), found));

  it('reads its words from the page', () => {
    const { words, openings } = readRules(root);
    assert.ok(words.includes('nobody') && openings.includes('Whoever'));
  });

  it('joins lines of a paragraph, and leaves code out', () =>
    assert.deepEqual(proseOf('# A\n\none\nthat fits\n```sh\ntold\n```\n- x\n'), [
      { line: 1, text: '# A' },
      { line: 3, text: 'one that fits' },
      { line: 8, text: '- x' },
    ]));

  it('finds comments of each kind, and no private members', () =>
    assert.deepEqual(
      commentsOf('/** One\n * that fits. */\nconst a = 1;\n  // two\n\n#root = 1;\n# three\n').map(
        ({ text }) => text,
      ),
      ['One that fits.', 'two', 'three'],
    ));

  it('finds the titles of tests and groups', () =>
    assert.deepEqual(titlesOf("suite('a key', () => {\n  it.skip(`is ${kept}`, () => {});\n"), [
      { line: 1, text: 'a key' },
      { line: 2, text: 'is ${kept}' },
    ]));
});

const countIn = (rules: Rules, file: string, texts: readonly Text[]): readonly string[] =>
  texts.flatMap(({ line, text }) => findings(rules, text).map((word) => `${file}:${line} ${word}`));

/** Fails when more than `most` were found, and shows the first 40. */
function bounded(area: string, found: readonly string[], most: number): void {
  if (process.env.DOWNPOUR_COUNT_WORDS !== undefined)
    process.stderr.write(`#COUNT ${area} ${found.length}\n`);
  const some = found.slice(0, 40).join('\n');
  assert.ok(
    found.length <= most,
    `${area} has ${found.length} of the words that docs/language.md replaces, and may have ${most}:\n${some}`,
  );
}
