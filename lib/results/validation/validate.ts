import { createContext, Script } from 'node:vm';
import { validationLimits } from './limits.ts';

/** What is wrong with a part of a document, as a JSON Schema sees it. */
export type ValidationError = {
  /** Null where there is no schema to blame. */
  readonly schemaId: number | null;
  readonly error: Violation;
};

export type Violation = {
  /**
   * The keyword that does not hold, such as `required`; `No schema` or `Execution error` where that is not
   * the matter.
   */
  readonly type: string;
  readonly message: string;
  /** JSON pointer into the part that was validated; empty for all of it. */
  readonly path?: string;
  /** JSON pointer into the JSON Schema. */
  readonly schemaPath?: string;
};

/** What a JSON Schema says of a value; nothing when all is well. */
export type Check = (value: unknown, wantsAll: boolean) => readonly Violation[];

/** A JSON Schema is the work of anybody: it must not take the process for itself, however it is made. */
const context = createContext({ check: undefined as (() => readonly Violation[]) | undefined });
const call = new Script('check()');

/**
 * What a JSON Schema says of a part of a document. Of a large one it names the first violation alone.
 * @param part JSON text in UTF-8.
 * @param timeoutMs of the wall clock; absent: that of limits.ts.
 */
export function violationsOf(
  check: Check,
  part: Uint8Array | string,
  timeoutMs: number = validationLimits.validationMs,
): readonly Violation[] {
  try {
    const value: unknown = JSON.parse(typeof part === 'string' ? part : Buffer.from(part).toString('utf8'));
    context.check = () => check(value, part.length <= validationLimits.validationAllBytesMax);
    const found = call.runInContext(context, { timeout: timeoutMs }) as readonly Violation[];
    return found.slice(0, validationLimits.validationErrorsMax);
  } catch (error) {
    return [failed(`the validation was given up: ${(error as Error).message}`)];
  } finally {
    context.check = undefined;
  }
}

export const failed = (message: string): Violation => ({ type: 'Execution error', message: cut(message) });

/** Characters of one message. */
const messageMax = 300;

export const cut = (message: string): string =>
  message.length <= messageMax ? message : `${message.slice(0, messageMax)}...`;
