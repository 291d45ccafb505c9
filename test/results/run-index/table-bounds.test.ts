/**
 * Each limit of an index applies to values above it and not to the limit itself. Above a limit, a part of the
 * document is indexed in less detail.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kind } from '../../../lib/results/json/kind.ts';
import { Blocks, compress, expand } from '../../../lib/results/run-index/block.ts';
import { decodeHead, decodeTrailer, encodeTail, tailNeeded } from '../../../lib/results/run-index/head.ts';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import type { Table } from '../../../lib/results/run-index/index-types.ts';
import { checkIndexLimits, type IndexLimits, indexLimits } from '../../../lib/results/run-index/limits.ts';
import { indexed, nodeAt, stored, utf8 } from './stored.ts';

const fine = { tableBytesMin: 2, groupRowsMax: 1000 } as const;

async function tableOf(rows: readonly string[], limits: Partial<IndexLimits> = {}): Promise<Table> {
  const { index } = await indexed(`[${rows.join(',')}]`, { ...fine, ...limits });
  return index.table ?? assert.fail('no table');
}
function node(table: Table, ...path: readonly string[]) {
  const found = nodeAt(table, path);
  return typeof found === 'string' ? assert.fail(`${path.join('.')} is ${found}`) : found;
}
const hasColumn = (table: Table, ...path: readonly string[]): boolean =>
  node(table, ...path).column !== undefined;

test('a token of the largest cell is in a column, a longer one closes it and no other', async () => {
  const limits = { cellBytesMax: 10 };
  const rows = (length: number): readonly string[] => [
    '{"a":"x","b":1}',
    `{"a":"${'y'.repeat(length - 2)}","b":2}`,
    '{"a":3,"b":3}',
  ];
  assert.equal(hasColumn(await tableOf(rows(10), limits), 'a'), true);
  const closed = await tableOf(rows(11), limits);
  assert.equal(hasColumn(closed, 'a'), false);
  assert.equal(hasColumn(closed, 'b'), true);
  assert.deepEqual([node(closed, 'a').kinds, node(closed, 'a').count], [kind.string | kind.number, 3]);
});

test('a token longer than the window is counted and closes its column', async () => {
  const limits = { windowBytes: 64, tokenBytesMax: 16, cellBytesMax: 16 };
  const table = await tableOf(['{"a":1}', `{"a":"${'y'.repeat(100)}"}`, '{"a":null}', '{"b":2}'], limits);
  assert.deepEqual(
    [node(table, 'a').kinds, node(table, 'a').count, hasColumn(table, 'a'), hasColumn(table, 'b')],
    [kind.string | kind.number | kind.null, 3, false, true],
  );
  const scalars = await tableOf([`"${'y'.repeat(100)}"`, '7'], limits);
  assert.deepEqual([scalars.rows, scalars.paths.count, scalars.paths.column], [2, 2, undefined]);
});

test('a row may have so many members; one more makes it a dictionary', async () => {
  const row = (count: number, at = 0): string =>
    `{${Array.from({ length: count }, (_, one) => `"${one + at}":{"x":1}`).join(',')}}`;
  const record = await tableOf([row(5), row(4, 1)], { rowMembersMax: 5 });
  assert.deepEqual([record.paths.isComplete, record.paths.members.length], [true, 5]);
  assert.equal(hasColumn(record, '4', 'x'), true);
  const dictionary = await tableOf([row(5), row(1, 5), row(5)], { rowMembersMax: 5 });
  const { isComplete, members, kinds, count } = dictionary.paths;
  assert.deepEqual([isComplete, members, kinds, count], [false, [], kind.object, 3]);
  assert.equal(nodeAt(dictionary, ['0']), 'unknown');
});

test('a path that was given up is not written', async () => {
  // With the third row, `d` has more different members than a table may have columns, so the index stores `d`
  // as pairs of name and value. Then the first group of rows is not yet full.
  const rows = ['{"d":{"a":1,"b":{"c":2}}}', '{"d":{"a":3}}', '{"d":{"e":4,"f":5,"a":7}}', '{"d":{"a":6}}'];
  const limits = { ...fine, rowMembersMax: 3, groupRowsMax: 4 };
  const { result, bytes } = await stored([utf8(`[${rows.join(',')}]`)], limits);
  assert.ok('table' in result && result.table);
  const [group] = result.table.groups;
  // In the stored bytes, only the offsets of rows come before the head of the index.
  const head = decodeTrailer(bytes) ?? assert.fail();
  assert.deepEqual(group?.offsets.slice(0, 2), [0, bytes.length - tailNeeded(head)]);
});

test('a dictionary below rows gives up its paths, also those of its members, and leaves the others', async () => {
  const row = (at: number): string => `{"v":${at},"d":{"k${at}":{"x":1},"same":2},"w":${at}}`;
  const table = await tableOf([row(0), row(1), row(2), row(3)], { rowMembersMax: 3 });
  const dictionary = node(table, 'd');
  assert.deepEqual([dictionary.isComplete, dictionary.members, dictionary.count], [false, [], 4]);
  assert.deepEqual(
    [hasColumn(table, 'v'), hasColumn(table, 'w'), table.paths.isComplete],
    [true, true, true],
  );
  assert.equal(node(table, 'w').count, 4);
});

test('the paths of all objects are bounded together', async () => {
  const rows = ['{"a":{"x":1,"y":1},"b":{"z":1}}'];
  const all = await tableOf(rows, { pathsMax: 5 });
  assert.deepEqual([node(all, 'a').isComplete, node(all, 'b').isComplete], [true, true]);
  const some = await tableOf(rows, { pathsMax: 4 });
  assert.deepEqual([node(some, 'a').isComplete, node(some, 'b').isComplete], [true, false]);
  assert.equal(hasColumn(some, 'a', 'y'), true);
});

test('without other bounds a table has so many paths and columns, and a row so many members', async () => {
  const many = (count: number, value: string): string =>
    `{${Array.from({ length: count }, (_, at) => `"m${at}":${value}`).join(',')}}`;
  const { pathsMax, columnsMax, rowMembersMax } = indexLimits;
  const wide = await tableOf([many(rowMembersMax, '1')]);
  assert.deepEqual([wide.paths.isComplete, wide.paths.members.length], [true, rowMembersMax]);
  assert.equal(hasColumn(wide, `m${columnsMax - 1}`), true);
  const dictionary = await tableOf([many(rowMembersMax + 1, '1')]);
  assert.deepEqual([dictionary.paths.isComplete, dictionary.paths.members], [false, []]);
  // The document has six paths for each member, including the path of the member itself.
  const inner = many(5, '1');
  const deep = (count: number) => tableOf([many(count, inner)]);
  const fitting = Math.floor(pathsMax / 6);
  const full = await deep(fitting);
  assert.ok(full.paths.members.every((_, at) => node(full, `m${at}`).isComplete));
  assert.equal(hasColumn(full, 'm0', 'm4'), true);
  assert.equal(hasColumn(full, `m${fitting - 1}`, 'm4'), false, 'it is not among the first columns');
  const over = await deep(fitting + 1);
  assert.equal(node(over, `m${fitting}`).isComplete, false);
});

test('columns are bounded; paths beyond have none', async () => {
  const table = await tableOf(['{"a":1,"b":2,"c":3}', '{"a":1,"c":3}'], { columnsMax: 2 });
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => hasColumn(table, name)),
    [true, true, false],
  );
  assert.equal(node(table, 'c').count, 2);
});

test('objects are followed to a depth', async () => {
  const rows = ['{"a":{"b":{"c":1}}}'];
  const followed = await tableOf(rows, { columnDepthMax: 3 });
  assert.equal(hasColumn(followed, 'a', 'b', 'c'), true);
  const cut = await tableOf(rows, { columnDepthMax: 2 });
  assert.deepEqual([node(cut, 'a', 'b').isComplete, node(cut, 'a').isComplete], [false, true]);
  assert.equal(nodeAt(cut, ['a', 'b', 'c']), 'unknown');
  assert.equal(node(cut, 'a', 'b').kinds, kind.object);
  const steps = Array.from({ length: 8 }, () => 'a');
  const usual = await tableOf([`${'{"a":'.repeat(8)}{"a":1}${'}'.repeat(8)}`]);
  assert.equal(nodeAt(usual, [...steps, 'a']), 'unknown');
  assert.equal(node(usual, ...steps).isComplete, false);
});

test('a name longer than a token makes its object incomplete, and its value belongs to no path', async () => {
  const limits = { windowBytes: 64, tokenBytesMax: 16, cellBytesMax: 16 };
  const long = 'n'.repeat(100);
  // An object may repeat names. Then the table has no paths, but keeps its rows.
  const table = await tableOf([`{"a":1,"${long}":2}`, `{"a":1,"${long}":{"a":5}}`], limits);
  assert.deepEqual([table.rows, table.paths.isComplete, table.paths.members], [2, false, []]);
});

test('a table is worth so many bytes', async () => {
  for (const [source, hasTable] of [
    ['[1,2,3,4]', true],
    ['[1,2,345]', true],
    ['[1,2, 3]', false],
  ] as const) {
    const asRoot = await indexed(source, { ...fine, tableBytesMin: 9 });
    assert.equal(asRoot.index.table !== undefined, hasTable, source);
    const { index } = await indexed(`{"k":${source}}`, { ...fine, tableBytesMin: 9 });
    assert.equal(index.members?.[0]?.table !== undefined, hasTable, source);
    assert.equal(index.members?.[0]?.count, JSON.parse(source).length);
  }
});

const sizes = ({ groups }: Table): readonly number[] => groups.map(({ rows }) => rows);

test('a group has so many rows, and the last one what is left', async () => {
  const rows = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at));
  for (const [count, wanted] of [
    [3, [3]],
    [4, [4]],
    [5, [4, 1]],
    [8, [4, 4]],
    [0, []],
  ] as const)
    assert.deepEqual(sizes(await tableOf(rows(count), { groupRowsMax: 4 })), wanted);
});

test('a heavy group is closed at the next row', async () => {
  // Each cell of a column has nine bytes and a line feed.
  const rows = Array.from({ length: 200 }, () => '{"a":123456789}');
  for (const [groupBytesMax, wanted] of [
    [639, [64, 64, 64, 8]],
    [640, [65, 65, 65, 5]],
    [1279, [128, 72]],
    [1280, [129, 71]],
    [10_000, [200]],
  ] as const)
    assert.deepEqual(sizes(await tableOf(rows, { groupBytesMax })), wanted, String(groupBytesMax));
});

test('a column has blocks of the groups with values in it, as expanded', async () => {
  const rows = ['{"a":1}', '{"b":2}', '{}', '{}', '{"a":3}', '{"a":4}', '{"b":5}'];
  const { result, bytes } = await stored([utf8(`[${rows.join(',')}]`)], { ...fine, groupRowsMax: 2 });
  assert.ok('table' in result && result.table);
  const contents = (name: string): readonly (string | null)[] =>
    node(result.table as Table, name).column?.map(
      (block) =>
        block && new TextDecoder().decode(expand(bytes.subarray(block[0], block[0] + block[1]), block)),
    ) ?? [];
  assert.deepEqual(contents('a'), ['1\n\n', null, '3\n4\n', null]);
  assert.deepEqual(contents('b'), ['\n2\n', null, null, '5\n']);
});

test('names that are written in two ways are one path', async () => {
  const table = await tableOf([
    '{"a":1,"b":2}',
    '{"\\u0061":3,"b":4}',
    '{"b":5,"a":6}',
    '{"b":5,"\\u0061":6}',
  ]);
  assert.deepEqual(
    table.paths.members.map(([name, { count }]) => [name, count]),
    [
      ['a', 4],
      ['b', 4],
    ],
  );
});

test('rows of all kinds', async () => {
  const table = await tableOf(['1', '"x"', 'null', 'true', '[2]', '{"a":[{"b":1}]}', '7']);
  assert.deepEqual([table.paths.kinds, table.paths.count], [63, 7]);
  assert.equal(node(table, 'a').kinds, kind.array);
  assert.equal(node(table, 'a').items?.values.members[0]?.[0], 'b');
  assert.equal(nodeAt(table, ['a', 'b']), 'absent');
  assert.equal(table.paths.column?.length, 1);
});

test('schemas up to a bound; the last one of a place counts', async () => {
  const three = '[{"$schema":"x"},{"$schema":"y"},{"$schema":"z"}]';
  for (const [schemasMax, uris, hasMore] of [
    [3, ['x', 'y', 'z'], false],
    [2, ['x', 'y'], true],
  ] as const) {
    const { index } = await indexed(three, { schemasMax });
    assert.deepEqual([index.schemas.map(({ uri }) => uri), index.hasMoreSchemas], [uris, hasMore]);
  }
  const { index } = await indexed('[{"$schema":"x","$schema":"y"},{"$schema":"z","$schema":{}}]', {
    schemasMax: 1,
  });
  assert.deepEqual([index.schemas, index.hasMoreSchemas], [[{ uri: 'y', key: 0 }], true]);
});

test('a $schema is a string of that name, in whatever way the name is written', async () => {
  const escaped = [...'$schema'].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{"$schema":"x"}', ['x']],
    ['{"\\u0024schema":"\\u0078y"}', ['xy']],
    [`{"${escaped}":"x"}`, ['x']],
    ['{"$schemA":"x"}', []],
    ['{"aschema":"x","$schem":"y","$schemas":"z"}', []],
    ['{"\\u0025schema":"x"}', []],
    ['{"x\\u0024chema":"x"}', []],
    ['{"$schema":null,"a":"x"}', []],
    ['{"$schema":["x"],"a":"x"}', []],
    ['{"$schema":{"$schema":"x"},"a":"x"}', ['x']],
    ['{"$schema":"x","$schema":1}', []],
    ['{"a":{"$schema":"x"},"a":1}', []],
    [`{"$schema":"${'x'.repeat(300)}"}`, []],
    ['{"$\\u0073chema":"x"}', ['x']],
    ['{"$schem\\u0061":"x"}', ['x']],
    ['{"$schem\\u0061s":"x"}', []],
  ];
  for (const [source, uris] of cases) {
    const limits = { windowBytes: 64 * 2, tokenBytesMax: 50, cellBytesMax: 50 };
    const { index } = await indexed(source, limits);
    assert.deepEqual(
      index.schemas.map(({ uri }) => uri),
      uris,
      source,
    );
  }
});

test('members are listed up to bounds of their number and of the bytes of their names', async () => {
  const source = '{"a":1,"bc":2}';
  const cases: readonly (readonly [Partial<IndexLimits>, boolean])[] = [
    [{ membersMax: 2 }, true],
    [{ membersMax: 1 }, false],
    [{ memberNameBytesMax: 7 }, true],
    [{ memberNameBytesMax: 6 }, false],
  ];
  for (const [limits, isListed] of cases) {
    const { index } = await indexed(source, limits);
    assert.equal(index.members !== undefined, isListed, JSON.stringify(limits));
  }
  const many = await indexed('{"a":[1,2],"bc":[3],"d":[4]}', { ...fine, membersMax: 1 });
  assert.deepEqual(
    [many.index.members, many.index.root],
    [undefined, { start: 0, end: 28, kind: kind.object }],
  );
});

test('which member repeats names', async () => {
  const { index } = await indexed(
    '{"a":{"x":1,"x":2},"b":{"x":[{"y":1}]},"c":1,"d":[{"x":1,"x":1}],"e":[{"x":1}]}',
    fine,
  );
  assert.deepEqual(
    index.members?.map(({ repeatsNames }) => repeatsNames),
    [true, false, false, true, false],
  );
  assert.deepEqual(
    index.members?.map(({ table }) => table?.paths.isComplete),
    [undefined, undefined, undefined, false, true],
  );
  const atRoot = await indexed('{"a":{"x":1},"a":{"x":2}}');
  assert.deepEqual([atRoot.index.repeatsNames, atRoot.index.members?.[0]?.repeatsNames], [true, false]);
});

test('bounds that do not fit together are refused', () => {
  const cases: readonly (readonly [Partial<IndexLimits>, RegExp | undefined])[] = [
    [{}, undefined],
    [{ windowBytes: 2 * indexLimits.tokenBytesMax + 16 }, undefined],
    [{ windowBytes: 2 * indexLimits.tokenBytesMax + 15 }, /windowBytes must be large enough/],
    [{ cellBytesMax: indexLimits.tokenBytesMax }, undefined],
    [{ cellBytesMax: indexLimits.tokenBytesMax + 1 }, /cellBytesMax must not exceed/],
    [{ tableBytesMin: 20, groupRowsMax: 10 }, undefined],
    [{ tableBytesMin: 21, groupRowsMax: 10 }, /tableBytesMin must not exceed/],
    [{ tokenBytesMax: 8, cellBytesMax: 8 }, undefined],
    [{ tokenBytesMax: 7, cellBytesMax: 7 }, /words such as false/],
  ];
  for (const [limits, message] of cases) {
    const check = (): void => checkIndexLimits({ ...indexLimits, ...limits });
    if (message === undefined) check();
    else assert.throws(check, message);
  }
});

test('a group whose columns exceed the share of the index gives up the dearest ones', async () => {
  // Random numbers (Park and Miller 1988) that are the same in each run.
  let state = 7;
  const digits = (count: number): number => {
    state = (state * 16_807) % (2 ** 31 - 1);
    return Math.floor((state / 2 ** 31) * 10 ** count);
  };
  const rows = (count: number, dear: () => unknown) =>
    Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(90), cheap: digits(2), dear: dear() }));
  const columns = async (documents: readonly object[], shareMax: number) => {
    const { index, bytes } = await indexed(JSON.stringify(documents), { ...fine, shareMax });
    const table = index.table ?? assert.fail('no table');
    const names = ['id', 'text', 'cheap', 'dear'].filter((name) => hasColumn(table, name));
    const blocks = table.groups.length;
    return { names, blocks, share: bytes.length / index.documentBytes };
  };
  const usual = rows(2000, () => digits(15));
  assert.deepEqual((await columns(usual, 0.12)).names, ['id', 'text', 'cheap', 'dear']);
  const bounded = await columns(usual, 0.05);
  assert.deepEqual([bounded.names, bounded.share < 0.05], [['id', 'text', 'cheap'], true]);
  assert.deepEqual((await columns(usual, 0)).names, []);
  // A column that becomes too expensive in a later group is removed from all groups.
  const later = [...rows(2000, () => 1), ...rows(2000, () => digits(15))];
  assert.deepEqual((await columns(later.slice(0, 2000), 0.04)).names, ['id', 'text', 'cheap', 'dear']);
  const mixed = await columns(later, 0.04);
  assert.deepEqual([mixed.names, mixed.blocks, mixed.share < 0.041], [['id', 'text', 'cheap'], 4, true]);
});

test('blocks lie behind one another and are taken once', () => {
  const blocks = new Blocks();
  const contents = ['a'.repeat(1000), '', 'b'].map(utf8);
  const places = contents.map((content) => blocks.add(compress(content), content.length));
  blocks.addRaw(utf8('raw'));
  const bytes = Buffer.concat(blocks.take());
  assert.deepEqual([blocks.bytes, blocks.take()], [bytes.length, []]);
  for (const [at, place] of places.entries()) {
    const [start, length, expanded] = place;
    assert.equal(expanded, contents[at]?.length);
    const compressed = bytes.subarray(start, start + length);
    assert.deepEqual(new Uint8Array(expand(compressed, place)), contents[at]);
    for (const other of [expanded - 1, expanded + 1])
      if (other >= 0) assert.throws(() => expand(compressed, [start, length, other]));
    const damaged = Uint8Array.from(compressed);
    damaged[length - 1] = (damaged[length - 1] ?? 0) ^ 1;
    assert.throws(() => expand(damaged, place));
  }
  assert.equal(bytes.subarray(-3).toString(), 'raw');
});

test('the tail of an index tells its format, its head and whether it is one', async () => {
  const { index } = await indexed('{"a":1}');
  const tail = encodeTail(index);
  const trailer = decodeTrailer(tail) ?? assert.fail();
  assert.deepEqual([trailer.format, tailNeeded(trailer)], [1, tail.length]);
  assert.deepEqual(decodeHead(Buffer.concat([utf8('before'), tail]), trailer), index);
  assert.equal(decodeTrailer(tail.subarray(1 - 16)), undefined);
  assert.deepEqual(decodeTrailer(tail.subarray(-16)), trailer);
  for (let at = 1; at <= 8; at += 1) {
    const other = tail.slice();
    other[other.length - at] = 0;
    assert.equal(decodeTrailer(other), undefined);
  }
});

test('the bytes of an index are those that are written, or report the fault', async () => {
  const source = [utf8('{"a":'), utf8('1}')];
  const { bytes } = await builtIndex(source);
  assert.deepEqual(new Uint8Array(bytes), (await stored(source)).bytes);
  await assert.rejects(builtIndex([utf8('{"a":')]), {
    code: 'NOT_JSON',
    status: 400,
    message: 'the document is not JSON: line 1, column 6: expected a value, found the end of the text',
  });
});
