/**
 * A tape (a parsed document as an array of numbers) has every value of the document, by its name or index.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTape } from '../../../lib/results/json/tape/build-tape.ts';
import { Name, Node, Tape } from '../../../lib/results/json/tape/tape.ts';

function tapeOf(text: string): Tape {
  const tape = readTape(Buffer.from(text));
  return tape instanceof Tape ? tape : assert.fail(tape.reason);
}

/** Makes the value of a node again, by its names and indexes. */
function readAgain(node: Node, names: (object: object) => readonly string[], like: unknown): unknown {
  const { tape, at } = node;
  if (typeof like !== 'object' || like === null) return node.plain(Number);
  const keys = names(like);
  assert.equal(node.count, keys.length);
  const entries = keys.map((key) =>
    node.isArray ? tape.element(at, Number(key)) : tape.member(at, new Name(key)),
  );
  const values = keys.map((key, turn) =>
    readAgain(new Node(tape, entries[turn]!), names, (like as Readonly<Record<string, unknown>>)[key]),
  );
  return node.isArray ? values : Object.fromEntries(keys.map((key, turn) => [key, values[turn]]));
}

test('every value is found by its names and indexes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 1), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      const like = JSON.parse(text);
      assert.deepEqual(readAgain(tapeOf(text).root, Object.keys, like), like);
    }),
  );
});

test('an element of a long array of arrays is found', () => {
  const tape = tapeOf(JSON.stringify(Array.from({ length: 100 }, (_, at) => [at, [at]])));
  for (const at of [0, 63, 99])
    assert.equal(new Node(tape, tape.element(0, at)).json, `[${at},[${at}]]`, String(at));
});

test('a value knows the array or object that contains it, and an element its index', () => {
  const check = (tape: Tape, at: number): void => {
    for (const [index, value] of tape.values(at).entries()) {
      assert.equal(tape.parent(value), at);
      if (tape.gap(at) === 0) assert.equal(tape.index(at, value), index);
      if (tape.isOpen(value)) check(tape, value);
    }
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const tape = tapeOf(JSON.stringify([value, value]));
      assert.equal(tape.parent(0), -1);
      check(tape, 0);
    }),
  );
  check(tapeOf(JSON.stringify(Array.from({ length: 100 }, (_, at) => [at, [], { at }]))), 0);
});

test('names are found in the form in which they are read', () => {
  const tape = tapeOf('{"a\\u0062":1,"\\\\n":2,"\\n":3,"\\ud800":4,"é":5,"a":6}');
  const found = ['ab', '\\n', '\n', '\ud800', 'é', 'a', 'b'].map((name) => tape.member(0, new Name(name)));
  assert.deepEqual(
    found.map((at) => (at < 0 ? undefined : tape.token(at))),
    ['1', '2', '3', '4', '5', '6', undefined],
  );
});

test('a string longer than the window, and a name that may be repeated, are read', () => {
  const long = 'x'.repeat(3_000_000);
  const tape = tapeOf(`{"${long}":"${long}","b":1}`);
  assert.equal(tape.text(tape.member(0, new Name(long))), long);
  assert.equal(tape.token(tape.member(0, new Name('b'))), '1');
});
