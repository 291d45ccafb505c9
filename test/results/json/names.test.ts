/**
 * A repeated name is always detected. A new name never counts as repeated in the orders and numbers that
 * documents have.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NameHashes } from '../../../lib/results/json/name-hashes.ts';
import { RepeatedNames } from '../../../lib/results/json/repeated-names.ts';

const utf8 = new TextEncoder();
const depthMax = 4;

/** Reads objects as the scanner does: the likely name first. Written names are in quotes. */
class Reader {
  readonly names: RepeatedNames;
  #depth = 0;

  constructor(namesMax = 10_000) {
    this.names = new RepeatedNames(depthMax, namesMax);
  }
  open(): void {
    this.#depth += 1;
    this.names.open(this.#depth);
  }
  close(): void {
    this.names.close(this.#depth);
    this.#depth -= 1;
  }
  /** Returns whether the name was the likely one, and whether it is repeated. */
  name(written: string): { readonly isLikely: boolean; readonly isRepeated: boolean } {
    const bytes = utf8.encode(`,"${written}":`);
    const end = bytes.length - 2;
    const likely = this.names.likelyEnd(this.#depth, bytes, 2);
    if (likely === -1) return { isLikely: false, isRepeated: this.names.repeats(this.#depth, bytes, 2, end) };
    assert.equal(likely, end);
    return { isLikely: true, isRepeated: false };
  }
  /** Reads one object without repeated names. Returns for each name whether it was the likely one. */
  object(names: readonly string[]): readonly boolean[] {
    this.open();
    const found = names.map((name) => this.name(name));
    this.close();
    assert.ok(found.every(({ isRepeated }) => !isRepeated));
    return found.map(({ isLikely }) => isLikely);
  }
}

const spelled = (name: string): string =>
  [...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const name = fc
  .constantFrom('a', 'b', 'ab', 'ba', '', 'aa', 'c', 'd', 'ü', 'name')
  .chain((one) => fc.constantFrom(one, one, one, spelled(one)));
/** Names, and objects that open (`{`) and close (`}`). */
const walk = fc.array(fc.oneof({ weight: 4, arbitrary: name }, fc.constantFrom('{', '}')), { maxLength: 60 });

test('random objects, one in another', () => {
  let likely = 0;
  fc.assert(
    fc.property(fc.array(walk, { minLength: 1, maxLength: 12 }), (walks) => {
      const reader = new Reader();
      const hashes = new NameHashes(depthMax, 10_000);
      for (const steps of walks) {
        const open: Set<string>[] = [];
        const enter = (): void => {
          open.push(new Set());
          reader.open();
          hashes.open(open.length);
        };
        const leave = (): void => {
          hashes.close(open.length);
          reader.close();
          open.pop();
        };
        enter();
        for (const step of steps) {
          if (step === '{' && open.length < depthMax) enter();
          else if (step === '}' && open.length > 1) leave();
          else if (step !== '{' && step !== '}') {
            const decoded = JSON.parse(`"${step}"`) as string;
            const isRepeated = open.at(-1)?.has(decoded);
            open.at(-1)?.add(decoded);
            const found = reader.name(step);
            assert.equal(found.isRepeated, isRepeated);
            if (found.isLikely) likely += 1;
            const bytes = utf8.encode(`"${step}"`);
            assert.equal(hashes.repeats(open.length, bytes, 1, bytes.length - 1), isRepeated);
          }
        }
        while (open.length > 0) leave();
      }
    }),
    { numRuns: 1000 },
  );
  assert.ok(likely > 100);
});

const many = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `n${at}`);

test('hashes of many names, at all sizes of their tables', () => {
  const bytes = many(5000).map((one) => utf8.encode(one));
  const hashes = new NameHashes(depthMax, 5000);
  const repeats = (depth: number, at: number): boolean =>
    hashes.repeats(depth, bytes[at] ?? assert.fail(), 0, bytes[at]?.length ?? 0);
  for (const turn of [1, 2]) {
    hashes.open(1);
    for (let at = 0; at < 3; at += 1) assert.equal(repeats(1, at), false, `turn ${turn}`);
    hashes.open(2);
    for (let at = 0; at < 5000; at += 1) {
      assert.equal(repeats(2, at), false, `name ${at}, turn ${turn}`);
      for (const again of [at, at >> 1, 0]) assert.equal(repeats(2, again), true, `name ${again} of ${at}`);
    }
    // A name beyond the watched number may be a repeated name.
    assert.equal(hashes.repeats(2, utf8.encode('new'), 0, 3), true);
    hashes.close(2);
    hashes.open(2);
    for (let at = 4999; at > 4900; at -= 1) assert.equal(repeats(2, at), false);
    hashes.close(2);
    assert.equal(repeats(1, 2), true);
    assert.equal(repeats(1, 3), false);
    hashes.close(1);
  }
});

test('names of the same length, of the same bytes and with one byte more are different', () => {
  const hashes = new NameHashes(1, 100);
  hashes.open(1);
  const names = ['ab', 'ba', 'a', 'b', 'aab', 'aba', 'baa', '', '\u0001', '\u0001\u0001'];
  for (const one of names) {
    const bytes = utf8.encode(one);
    assert.equal(hashes.repeats(1, bytes, 0, bytes.length), false, one);
  }
});

test('the second object of a kind has likely names, up to 64 of them', () => {
  const reader = new Reader();
  const names = many(66);
  assert.deepEqual(new Set(reader.object(names)), new Set([false]));
  assert.deepEqual(
    reader.object(names).map(Number),
    names.map((_, at) => Number(at < 64)),
  );
});

test('a likely name is compared to its end and its quote', () => {
  const reader = new Reader();
  reader.object(['abc']);
  for (const other of ['ab', 'abcd', 'abd', 'xbc', '']) {
    reader.open();
    assert.deepEqual(reader.name(other), { isLikely: false, isRepeated: false });
    reader.close();
    reader.object(['abc']);
  }
});

test('the name that followed last time is the likely one', () => {
  const reader = new Reader();
  reader.object(['a', 'b']);
  reader.object(['a', 'c']);
  assert.deepEqual(reader.object(['a', 'c']), [true, true]);
  assert.deepEqual(reader.object(['a', 'b']), [true, false]);
  assert.deepEqual(reader.object(['a', 'b']), [true, true]);
});

test('up to 32 names that may follow the same ones are remembered', () => {
  const reader = new Reader();
  for (const one of many(32)) assert.deepEqual(reader.object(['a', one]).at(-1), false);
  for (const one of many(32)) {
    reader.object(['a', one]);
    assert.deepEqual(reader.object(['a', one]), [true, true], one);
  }
  for (const _ of [1, 2, 3]) assert.deepEqual(reader.object(['a', 'n32']), [true, false]);
  reader.open();
  reader.name('a');
  reader.name('n40');
  assert.deepEqual(reader.name('a'), { isLikely: false, isRepeated: true });
  assert.deepEqual(reader.name('n40'), { isLikely: false, isRepeated: true });
});

test('a depth whose objects depart 256 times has no likely names; others keep theirs', () => {
  const reader = new Reader();
  const departing = many(65);
  for (let turn = 0; turn < 255; turn += 1) reader.object(departing);
  assert.equal(reader.object(departing)[0], true);
  assert.deepEqual(new Set(reader.object(departing)), new Set([false]));
  reader.open();
  reader.object(['x']);
  assert.deepEqual(reader.object(['x']), [true]);
  assert.equal(reader.name('x').isRepeated, false);
  assert.equal(reader.name('x').isRepeated, true);
});

test('4096 sequences are remembered in all', () => {
  const reader = new Reader();
  // Each object adds the sequences of its 64 names except the first.
  for (let one = 0; one < 32; one += 1) reader.object(many(64).map((name) => `${one}${name}`));
  for (let one = 0; one < 31; one += 1) reader.object(['0n0', ...many(63).map((name) => `x${one}${name}`)]);
  reader.object(['1n0', ...many(94).map((name) => `y${name}`)].slice(0, 64));
  const count = 32 * 64 + 31 * 63 + 63;
  const rest = 4096 - count;
  assert.ok(rest > 1 && rest < 63);
  const last = ['2n0', ...many(rest + 1).map((name) => `z${name}`)];
  reader.object(last);
  reader.object(last);
  assert.deepEqual(
    reader.object(last).map(Number),
    last.map((_, at) => Number(at <= rest)),
  );
});
