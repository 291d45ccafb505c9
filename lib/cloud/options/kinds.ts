/**
 * The syntax of an option's value. Files contain JSON and command lines contain text, and both are accepted.
 */
export type Kind<Value> = {
  /** The description of a valid value, which follows "expected" in messages. */
  readonly expected: string;
  /** The type of a value in a program, as TypeScript writes it. */
  readonly type: string;
  /** Reads a value. Undefined when the value is not valid. */
  readonly read: (given: unknown) => Value | undefined;
  /** The value has parts that commas separate, so a command line may give them one by one. */
  readonly isList?: true;
};

/** Any text that is not empty, or a text of one form. */
export function text(form: RegExp = /\S/, expected = 'a text that is not empty'): Kind<string> {
  return {
    expected,
    type: 'string',
    read: (given) => {
      const value = typeof given === 'string' ? given.trim() : '';
      return value !== '' && form.test(value) ? value : undefined;
    },
  };
}

export function choice<const Value extends string>(...values: readonly Value[]): Kind<Value> {
  return {
    expected: `one of ${values.join(', ')}`,
    type: values.map((value) => `'${value}'`).join(' | '),
    read: (given) => values.find((value) => value === given),
  };
}

/**
 * Texts of one form, separated by commas. A file may have a list. The result is one text with commas and no
 * blanks.
 * @param most The largest number of texts.
 */
export function list(form: RegExp, expected: string, most = Number.POSITIVE_INFINITY): Kind<string> {
  return {
    expected: most === Number.POSITIVE_INFINITY ? expected : `at most ${most} ${expected}`,
    isList: true,
    type: 'string | readonly string[]',
    read: (given) => {
      const parts = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [];
      const values = parts.map((part) => (typeof part === 'string' ? part.trim() : ''));
      const isRight = values.length > 0 && values.length <= most && values.every((value) => form.test(value));
      return isRight ? values.join(',') : undefined;
    },
  };
}

/** True or false. A file may contain the value without quotes. */
export const flag: Kind<boolean> = {
  expected: 'true or false',
  type: 'boolean',
  read: (given) =>
    given === true || given === 'true' ? true : given === false || given === 'false' ? false : undefined,
};

export const amount: Kind<number> = {
  expected: 'a number above 0',
  type: 'number',
  read: (given) => numberOf(given, (value) => value > 0),
};

export const count: Kind<number> = {
  expected: 'a whole number above 0',
  type: 'number',
  read: (given) => numberOf(given, (value) => value > 0 && Number.isInteger(value)),
};

/** A whole number from 1 to `most`. */
export const countTo = (most: number): Kind<number> => ({
  expected: `a whole number from 1 to ${most}`,
  type: 'number',
  read: (given) => numberOf(given, (value) => value >= 1 && value <= most && Number.isInteger(value)),
});

/** A number from the list `values`. */
export const countOf = (...values: readonly number[]): Kind<number> => ({
  expected: `one of ${values.join(', ')}`,
  type: 'number',
  read: (given) => numberOf(given, (value) => values.includes(value)),
});

/** A number, or `none`. */
export const countOrNone: Kind<number | 'none'> = {
  expected: `${count.expected}, or none`,
  type: "number | 'none'",
  read: (given) => (given === 'none' ? 'none' : count.read(given)),
};

export const share: Kind<number> = {
  expected: 'a number from 0 to 1',
  type: 'number',
  read: (given) => numberOf(given, (value) => value >= 0 && value <= 1),
};

function numberOf(given: unknown, holds: (value: number) => boolean): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) && holds(value) ? value : undefined;
}
