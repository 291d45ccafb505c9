import { Node } from '../../../json/tape.ts';

/**
 * A scalar of a document becomes its value, and a number the nearest double. Other values do not change:
 * arrays and objects, and computed values.
 */
export const plain = (value: unknown): unknown => (value instanceof Node ? value.plain(Number) : value);

export const isArray = (value: unknown): value is Node => value instanceof Node && value.isArray;
export const isObject = (value: unknown): value is Node => value instanceof Node && value.isObject;
export const isContainer = (value: unknown): value is Node => value instanceof Node && value.isContainer;
