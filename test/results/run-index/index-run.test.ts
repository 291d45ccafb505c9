/**
 * An index contains the same facts as the value that JSON.parse returns, wherever the document is cut into
 * chunks.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { kind } from '../../../lib/results/json/kind.ts';
import { expand } from '../../../lib/results/run-index/block.ts';
import { indexRun, isProblem } from '../../../lib/results/run-index/index-run.ts';
import type { Block, PathNode, RunIndex, Span, Table } from '../../../lib/results/run-index/index-types.ts';
import { RowSpans } from '../../../lib/results/run-index/row-offsets.ts';
import { cases } from '../../runner/cases.ts';
import { documents } from './documents.ts';
import { cut, indexed, nodeAt, small, stored, utf8 } from './stored.ts';

const text = new TextDecoder('utf-8', { ignoreBOM: true });

test('every span, count, kind and cell is what JSON.parse finds', () =>
  fc.assert(
    fc.asyncProperty(documents, async (source) => {
      const { index, bytes } = await indexed(source, small);
      check(index, bytes, source);
    }),
    { numRuns: cases(600, 3000) },
  ));

test('cuts between bytes make no difference', () =>
  fc.assert(
    fc.asyncProperty(
      documents,
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
      async (source, sizes) => {
        const [whole, chunked] = [
          await stored([utf8(source)], small),
          await stored(cut(utf8(source), sizes), small),
        ];
        assert.deepEqual(chunked.result, whole.result);
        assert.deepEqual(chunked.bytes, whole.bytes);
      },
    ),
    { numRuns: cases(100, 500) },
  ));

test('the sum of all bytes is computed only on request', async () => {
  const source = utf8('{"a":[1,2,3]}');
  const index = await indexRun(cut(source, [3]), { write: () => undefined, hashes: true });
  assert.ok(!isProblem(index));
  const { sha256, ...others } = index;
  assert.equal(sha256, createHash('sha256').update(source).digest('hex'));
  assert.deepEqual((await stored([source])).result, others);
});

test('a repeated name keeps its first place and its last value', async () => {
  const { index } = await indexed('{"a":1,"b":[2],"\\u0061":{"$schema":"x"},"b":{"$schema":"y"},"b":3}');
  assert.deepEqual(
    index.members?.map(({ name, start, end }) => [name, start, end]),
    [
      ['a', 24, 39],
      ['b', 64, 65],
    ],
  );
  assert.deepEqual(index.schemas, [{ uri: 'x', key: 'a' }]);
  assert.equal(index.repeatsNames, true);
});

test('schemas of the root, of members and of elements of a root array', async () => {
  const inObject = await indexed(
    '{"$schema":"r","a":{"$schema":"a","x":{"$schema":"no"}},"b":[{"$schema":"no"}],"c":{"\\u0024schema":"c"},"d":{"$schema":1}}',
  );
  assert.deepEqual(inObject.index.schemas, [{ uri: 'r' }, { uri: 'a', key: 'a' }, { uri: 'c', key: 'c' }]);
  const inArray = await indexed('[{"$schema":"x"},1,{"y":{"$schema":"no"},"$schema":"z"}]');
  assert.deepEqual(inArray.index.schemas, [
    { uri: 'x', key: 0 },
    { uri: 'z', key: 2 },
  ]);
  const wide = '{"a":1,"b":{"c":2,"$schema":"no"},"c":3,"d":[4],"e":5,"$schema":"x"}';
  const columns = await indexed(`[${wide},${wide},7,${wide},{"a":1}]`, {
    rowMembersMax: 2,
    tableBytesMin: 8,
  });
  assert.deepEqual(
    columns.index.schemas.map(({ key }) => key),
    [0, 1, 3],
  );
  assert.deepEqual([columns.index.table?.rows, columns.index.table?.paths.isComplete], [5, false]);
  const many = await indexed('[{"$schema":"x"},{"$schema":"x"}]', { schemasMax: 1 });
  assert.deepEqual([many.index.schemas.length, many.index.hasMoreSchemas], [1, true]);
});

test('a root object with too many or too long names has no members, and knows of repetitions', async () => {
  const source = '{"a":{"x":1,"x":2},"b":[1,2,3],"c":3}';
  for (const limits of [{ membersMax: 2 }, { memberNameBytesMax: 8 }]) {
    const { index } = await indexed(source, { ...small, ...limits });
    assert.deepEqual([index.members, index.repeatsNames], [undefined, true]);
  }
  assert.equal((await indexed(source, { ...small, membersMax: 3 })).index.members?.length, 3);
});

test('a name longer than a token might be a repeated one, and is no member of a root object', async () => {
  const long = 'n'.repeat(200);
  const inMember = await indexed(`{"a":{"${long}":{"x":[1]}},"t":[{"${long}":1,"b":2},{"b":3}]}`, small);
  const [a, t] = inMember.index.members ?? [];
  assert.deepEqual([a?.repeatsNames, t?.repeatsNames, t?.table?.rows], [true, true, 2]);
  const atRoot = await indexed(`{"${long}":{"x":[1]},"a":1}`, small);
  assert.deepEqual([atRoot.index.members, atRoot.index.repeatsNames], [undefined, true]);
});

test('objects of many names are watched for repetitions up to a bound', async () => {
  const members = (count: number): string[] => Array.from({ length: count }, (_, at) => `"n${at}":${at}`);
  const source = (list: readonly string[]): string => `{"d":{${list.join(',')}}}`;
  const repeats = async (list: readonly string[]): Promise<boolean> =>
    (await indexed(source(list), { watchedNamesMax: 1000 })).index.repeatsNames;
  for (const count of [15, 16, 17, 100, 1000]) {
    assert.equal(await repeats(members(count)), false, `${count} names`);
    for (const at of [0, count >> 1, count - 1])
      assert.equal(await repeats([...members(count), `"n${at}":0`]), true, `${count} names and ${at} again`);
  }
  assert.equal(await repeats(members(1001)), true);
});

test('rows like dictionaries, deep rows and too many columns make a table incomplete, never wrong', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => {
    const own = Array.from({ length: 9 }, (_, at) => `"k${row}-${at}":${at}`).join(',');
    return `{"v":${row},"d":{${own}},"deep":{"x":{"y":{"z":1}}},"${row % 3}":1}`;
  });
  const source = `{"t":[${rows.join(',')}]}`;
  for (const limits of [{ rowMembersMax: 20 }, { pathsMax: 7 }, { columnsMax: 2 }, { columnDepthMax: 1 }]) {
    const { index, bytes } = await indexed(source, { tableBytesMin: 6, groupRowsMax: 7, ...limits });
    check(index, bytes, source);
  }
  const { index } = await indexed(source, { tableBytesMin: 6, rowMembersMax: 20 });
  const table = index.members?.[0]?.table;
  assert.ok(table !== undefined);
  assert.equal(nodeAt(table, ['d', 'k1-1']), 'unknown');
  assert.equal(nodeAt(table, ['nope']), 'absent');
});

test('a group has at most 32,768 rows', async () => {
  const rows = Array.from({ length: 32_769 }, (_, at) => `{"id":${at}}`);
  const { index } = await indexed(`[${rows.join(',')}]`);
  assert.deepEqual(
    index.table?.groups.map(({ rows: count }) => count),
    [32_768, 1],
  );
});

test('a document of a hundred windows keeps its sum, size and spans', async () => {
  const row = (at: number): string => `{"id":${at},"text":"${'ä'.repeat(at % 40)}","v":[${at}]}`;
  const source = `{"rows":[${Array.from({ length: 3000 }, (_, at) => row(at)).join(',\n')}],"log":"${'x'.repeat(9999)}","end":null}`;
  const limits = {
    windowBytes: 2048,
    tokenBytesMax: 512,
    cellBytesMax: 50,
    groupRowsMax: 1024,
    tableBytesMin: 2048,
  };
  const { index, bytes } = await indexed(source, limits);
  check(index, bytes, source);
  assert.equal(index.members?.[0]?.table?.groups.length, 3);
  assert.equal(
    nodeAt(index.members?.[0]?.table as Table, ['text']),
    index.members?.[0]?.table?.paths.members[1]?.[1],
  );
});

/** Compares an index with the document from which it was made. */
function check(index: RunIndex, stored: Uint8Array, source: string): void {
  const document = utf8(source);
  const cutOut = ({ start, end }: Span): string => text.decode(document.subarray(start, end));
  const parsed: unknown = JSON.parse(source.replace(/^\ufeff/, ''));
  assert.equal(index.documentBytes, document.length);
  assert.deepEqual(JSON.parse(cutOut(index.root)), parsed);
  assert.equal(cutOut(index.root), source.replace(/^\ufeff/, '').trim());
  assert.equal(index.root.kind, kindOf(parsed));
  assert.equal(index.repeatsNames, repeats(cutOut(index.root)));
  if (Array.isArray(parsed) && index.table)
    checkTable(index.table, parsed, stored, cutOut, cutOut(index.root));
  if (index.root.kind !== kind.object) return;
  const members = index.members ?? [];
  const byName = Object.entries(parsed as object).sort(byPlaceIn(cutOut(index.root)));
  assert.deepEqual(
    members.map(({ name }) => name),
    byName.map(([name]) => name),
  );
  members.forEach((member, at) => {
    const value: unknown = byName[at]?.[1];
    assert.deepEqual(JSON.parse(cutOut(member)), value);
    assert.equal(cutOut(member), cutOut(member).trim());
    assert.equal(member.kind, kindOf(value));
    assert.equal(member.repeatsNames, repeats(cutOut(member)));
    if (!Array.isArray(value)) return;
    assert.equal(member.count, value.length);
    if (member.table) checkTable(member.table, value, stored, cutOut, cutOut(member));
  });
}

function checkTable(
  table: Table,
  rows: readonly unknown[],
  stored: Uint8Array,
  cutOut: (span: Span) => string,
  source: string,
): void {
  const block = (one: Block): Uint8Array => expand(stored.subarray(one[0], one[0] + one[1]), one);
  assert.equal(table.rows, rows.length);
  const spans = table.groups.flatMap((group) => {
    const found = new RowSpans(block(group.offsets), group);
    const own = Array.from({ length: group.rows }, (_, row) => found.of(row));
    // A query that reads the bytes of a group reads all of its rows.
    assert.ok(group.start <= (own[0]?.start ?? 0), `${group.start} is behind the first row`);
    assert.equal(group.end, own.at(-1)?.end);
    return own;
  });
  assert.deepEqual(
    spans.map((span) => JSON.parse(cutOut(span)) as unknown),
    rows,
  );
  const hasNames = !repeats(source);
  const groupRows = table.groups.map((group) => group.rows);
  checkNode(table.paths, rows, spans.map(cutOut), groupRows, hasNames);
  if (!hasNames)
    assert.deepEqual(
      [table.paths.isComplete, table.paths.members, table.paths.column],
      [false, [], undefined],
    );

  function checkNode(
    node: PathNode,
    values: readonly unknown[],
    written: readonly string[],
    groups: readonly number[],
    isTop: boolean,
  ): void {
    const kinds = values.reduce<number>((sum, value) => sum | (value === undefined ? 0 : kindOf(value)), 0);
    assert.equal(node.kinds, kinds);
    assert.equal(node.count, values.filter((value) => value !== undefined).length);
    if (node.column !== undefined) {
      assert.equal(node.column.length, table.groups.length);
      const cells = node.column.flatMap((one, group) => lines(one && block(one), groups[group] ?? 0));
      const wanted = values.map((value) =>
        value === undefined || (typeof value === 'object' && value !== null) ? '' : value,
      );
      assert.deepEqual(
        cells.map((cell) => (cell === '' ? '' : (JSON.parse(cell) as unknown))),
        wanted,
      );
      assert.ok(cells.every((cell, row) => written[row]?.includes(cell)));
    }
    if (node.items !== undefined) {
      const { rows, lengths, values: elements } = node.items;
      const arrays = values.map((value) => (Array.isArray(value) ? (value as unknown[]) : []));
      let first = 0;
      const counts = groups.map((count) => {
        first += count;
        return arrays.slice(first - count, first).flat().length;
      });
      assert.deepEqual(rows, counts);
      const found = lengths?.flatMap((one, group) => lines(one && block(one), groups[group] ?? 0));
      const wanted = values.map((value) => (Array.isArray(value) ? String(value.length) : ''));
      if (found !== undefined) assert.deepEqual(found, wanted);
      const texts = arrays.flatMap((array, at) => array.map(() => written[at] ?? ''));
      checkNode(elements, arrays.flat(), texts, counts, isTop);
    }
    const objects = values.filter((value) => isObject(value));
    const names = new Set(objects.flatMap((value) => Object.keys(value)));
    if (isTop && node.isComplete) assert.deepEqual(new Set(node.members.map(([name]) => name)), names);
    for (const [name, member] of node.members)
      checkNode(
        member,
        values.map((value) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined)),
        written,
        groups,
        isTop,
      );
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const lines = (content: Uint8Array | null, rows: number): readonly string[] =>
  content === null ? Array.from({ length: rows }, () => '') : text.decode(content).split('\n').slice(0, -1);

function kindOf(value: unknown): number {
  if (value === null) return kind.null;
  if (Array.isArray(value)) return kind.array;
  return kind[typeof value as 'boolean' | 'number' | 'string' | 'object'];
}

/**
 * Object.entries puts names that look like indexes first. This function sorts names by their first appearance
 * in the document instead.
 */
function byPlaceIn(source: string): (one: [string, unknown], other: [string, unknown]) => number {
  const order = namesOf(source).top;
  return ([one], [other]) => order.indexOf(one) - order.indexOf(other);
}

const repeats = (source: string): boolean => namesOf(source).repeats;

/** Finds the names of every object, in order, with a second, slow parser. */
function namesOf(source: string): { readonly top: readonly string[]; readonly repeats: boolean } {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gsu;
  const open: (string[] | null)[] = [];
  const top: string[] = [];
  let [repeated, last] = [false, ''];
  for (const [found] of source.matchAll(token)) {
    if (found === '{') open.push([]);
    if (found === '[') open.push(null);
    if (found === '}' || found === ']') open.pop();
    if (found === ':') {
      const name = JSON.parse(last) as string;
      if (open.at(-1)?.includes(name)) repeated = true;
      open.at(-1)?.push(name);
      if (open.length === 1) top.push(name);
    }
    last = found;
  }
  return { top, repeats: repeated };
}

test('the reader of the tests knows names', () =>
  assert.deepEqual(namesOf('{"a":{"x":1,"\\u0078":2},"b":[{"x":1},{"x":1}]}'), {
    top: ['a', 'b'],
    repeats: true,
  }));
