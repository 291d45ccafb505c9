import { Decimal, type JsonNumber } from './decimal.ts';
import type { Shape } from './shape.ts';

/**
 * A lossless JSON value: numbers keep their digits, objects the order of their members. If a name is
 * repeated, its last value counts, as in `jsonb` and JSON.parse.
 */
export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

/** An object. Objects with the same names in the same order share their names. */
export class JsonObject {
  readonly shape: Shape;
  /** A value for each name of the shape. */
  readonly values: readonly JsonValue[];

  constructor(shape: Shape, values: readonly JsonValue[]) {
    this.shape = shape;
    this.values = values;
  }
}

export const isNumber = (value: unknown): value is JsonNumber =>
  typeof value === 'number' || value instanceof Decimal;
