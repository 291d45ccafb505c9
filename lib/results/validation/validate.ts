import { createContext, Script } from 'node:vm';
import { validationLimits } from './limits.ts';

/** A violation of a JSON Schema in a part of a document. */
export type ValidationError = {
  /** Id of the schema that is violated. Null if the violation belongs to no schema. */
  readonly schemaId: number | null;
  readonly error: Violation;
};

export type Violation = {
  /** The violated keyword, such as `required`. `No schema` or `Execution error` in other cases. */
  readonly type: string;
  readonly message: string;
  /** JSON pointer (RFC 6901) into the validated part; empty for the whole part. */
  readonly path?: string;
  /** JSON pointer (RFC 6901) to the violated keyword in the JSON Schema. */
  readonly schemaPath?: string;
};

/** The violations of a value; empty if the value is valid. */
export type Check = (value: unknown, wantsAll: boolean) => readonly Violation[];

/** The JSON Schema runs in a V8 context of its own with a time limit, because any user may write one. */
const context = createContext({ check: undefined as (() => readonly Violation[]) | undefined });
const call = new Script('check()');

/**
 * The violations of a part of a document. For a large part it reports only the first violation.
 * @param part JSON text in UTF-8.
 * @param timeoutMs of the wall clock; absent: the bound of limits.ts.
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
    return [failed(`the validation with the JSON Schema failed: ${(error as Error).message}`)];
  } finally {
    context.check = undefined;
  }
}

export const failed = (message: string): Violation => ({ type: 'Execution error', message: cut(message) });

/** The most characters of the message of one violation. */
const messageMax = 300;

export const cut = (message: string): string =>
  message.length <= messageMax ? message : `${message.slice(0, messageMax)}...`;
