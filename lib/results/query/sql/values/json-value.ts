import { Decimal, type JsonNumber } from './decimal.ts';
import type { Shape } from './shape.ts';

/**
 * A JSON value that has lost nothing: numbers keep their digits, objects the order of their members. Of
 * members with the same name the last one counts, as in `jsonb` and JSON.parse.
 */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

/** Members of objects with the same names in the same order share their names. */
export class JsonObject {
  readonly shape: Shape;
  /** One for each name of the shape. */
  readonly values: readonly JsonValue[];

  constructor(shape: Shape, values: readonly JsonValue[]) {
    this.shape = shape;
    this.values = values;
  }
}

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof Decimal;
