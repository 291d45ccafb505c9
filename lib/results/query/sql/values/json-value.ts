import { readTape } from '../../../json/tape/build-tape.ts';
import { Node, Tape } from '../../../json/tape/tape.ts';
import { QueryError } from '../../query-error.ts';
import { Decimal, type JsonNumber, numberOfToken } from './decimal.ts';

/** A value of a document, a computed scalar, or an object that `.keyvalue()` made. */
export type JsonValue = Scalar | Node | MadeObject;
export type Scalar = null | boolean | string | JsonNumber;

/** A value inside an object that `.keyvalue()` made: a value of the document, or the id or the key. */
export type MadeValue = Node | string | number;

/** An object `{id, key, value}`, which is the order of `jsonb` too. */
export class MadeObject {
  readonly id: number;
  readonly key: string;
  readonly value: MadeValue;

  constructor(id: number, key: string, value: MadeValue) {
    this.id = id;
    this.key = key;
    this.value = value;
  }

  get values(): readonly MadeValue[] {
    return Object.values(this);
  }
}

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof Decimal;

/** Converts a scalar of a document to its JavaScript value, with all digits. Other values do not change. */
export const plain = <Value>(value: Value): Exclude<Value, Node> | Scalar | Node =>
  value instanceof Node ? value.plain(numberOfToken) : (value as Exclude<Value, Node>);

/** The most levels of nested arrays and objects, unless the caller sets another number. */
const nestingDefault = 1000;

/**
 * The value of a JSON text.
 * @param nestingMax the most levels of nested arrays and objects.
 * @throws QueryError in the same cases as `documentRoot`.
 */
export const readJson = (text: string, nestingMax = nestingDefault): Node =>
  documentRoot(readTape(Buffer.from(text)), nestingMax);

/**
 * The value of a document.
 * @throws QueryError 22P02 if its text is not JSON, 54001 if it is nested too deeply.
 */
export function documentRoot(tape: ReturnType<typeof readTape>, nestingMax: number): Node {
  if (!(tape instanceof Tape))
    throw new QueryError('22P02', 'invalid input syntax for type json', { position: tape.offset });
  if (tape.depth > nestingMax) throw new QueryError('54001', 'the document is nested too deeply');
  return tape.root;
}
