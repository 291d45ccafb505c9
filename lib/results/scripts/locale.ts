import { scriptLimits } from './limits.ts';

/**
 * A call of `toLocaleString`, or of a similar method, from inside the JavaScript engine. Absent parts are
 * null.
 */
type Call = readonly [
  method: 'toLocaleDateString' | 'toLocaleString' | 'toLocaleTimeString',
  /** A number as text, or the time of a date in milliseconds. */
  value: string | number,
  locales: string | string[] | null,
  options: object | null,
];

/**
 * Writes a number or a date for a locale, which the engine cannot do. Without a locale it uses `en-US`, and
 * dates use UTC, so that the text is the same on every machine.
 * @param call a `Call` as JSON.
 * @throws RangeError or TypeError, for the function, when a locale or an option is invalid.
 */
export function localised(call: string): string {
  if (call.length > scriptLimits.scriptLocaleLengthMax)
    throw new RangeError(`locales and options have at most ${scriptLimits.scriptLocaleLengthMax} characters`);
  const [method, value, locales, options] = JSON.parse(call) as Call;
  if (typeof value === 'string') return Number(value).toLocaleString(locales ?? 'en-US', { ...options });
  return new Date(value)[method](locales ?? 'en-US', { timeZone: 'UTC', ...options });
}

/**
 * The part of the program around a function (the prelude) that replaces these methods. Its `locale` calls
 * `localised`.
 */
export const localeMethods = `
  const { stringify } = JSON;
  const replace = (target, methods) => {
    for (const name in methods)
      Object.defineProperty(target, name, { value: methods[name], writable: true, configurable: true, enumerable: false });
  };
  const dateMethod = (name) => ({
    [name](locales, options) {
      const time = this.getTime();
      return isNaN(time) ? 'Invalid Date' : locale(stringify([name, time, locales, options]));
    },
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    replace(Date.prototype, dateMethod(name));
  replace(Number.prototype, {
    toLocaleString(locales, options) {
      return locale(stringify(['toLocaleString', '' + this, locales, options]));
    },
  });
`;
