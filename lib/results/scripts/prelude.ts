import { limits } from '../limits.ts';
import { utcDates } from './utc-dates.ts';

/** What a call of the prelude gives: a letter, and after it JSON text or a problem. */
export const outcome = {
  /** A value, which `written` writes. */
  value: 'v',
  /** Why there is no value. */
  problem: 'p',
  /** A promise, which is to be settled first. */
  promise: 'w',
} as const;

/**
 * The program that surrounds every function inside the engine, in which alone it runs: it reads the argument, calls, waits for
 * one promise and writes the result as JSON. Written there and not here because each step across the border of the engine
 * costs as much as a hundred inside. What it needs of the language it takes before any function can change it.
 *
 * A result is written by these rules, which are those of the original: integers are those of 64 bits, and what is beyond
 * becomes the nearest one; NaN is the text "NaN"; undefined is null; functions, symbols and bigints are their text; a typed
 * array is a list; everything else is its own members. Beyond the original, a Date is its ISO text, an Error its message rather
 * than an empty object, and `new Number(5)` its value.
 */
export const prelude = `(() => {
  {${utcDates}}
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { keys } = Object;
  const { apply } = Reflect;
  const { abs, trunc } = Math;
  const { toISOString } = Date.prototype;
  const { then } = Promise.prototype;
  const [GlobalPromise, GlobalDate, GlobalError, Big, text] = [Promise, Date, Error, BigInt, String];
  const boxes = [Number, String, Boolean, BigInt];
  const Bytes = DataView;
  const evaluate = eval;
  const depthMax = ${limits.scriptResultDepthMax};
  const int64 = 2 ** 63;

  let lines = [];
  const log = (...values) => {
    if (lines.length >= ${limits.scriptLinesMax}) return;
    let line = '';
    for (let n = 0; n < values.length; n += 1)
      line += (n === 0 ? '' : ' ') + (typeof values[n] === 'string' ? values[n] : write(values[n], 0));
    lines[lines.length] = line.length > ${limits.scriptLineLengthMax} ? line.slice(0, ${limits.scriptLineLengthMax}) : line;
  };
  globalThis.console = { debug: log, error: log, info: log, log, trace: log, warn: log };

  // The same numbers in every call, so that a value that is computed again is the value that it was (mulberry32).
  let seed = 0x9e3779b9;
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  function number(value) {
    if (value !== value) return '"NaN"';
    if (value !== trunc(value)) return '' + value;
    if (value >= int64) return '9223372036854775807';
    if (value <= -int64) return '-9223372036854775808';
    return abs(value) > Number.MAX_SAFE_INTEGER ? text(Big(value)) : '' + value;
  }

  function write(value, depth) {
    switch (typeof value) {
      case 'string': return stringify(value);
      case 'number': return number(value);
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return 'null';
      case 'object': return value === null ? 'null' : members(value, depth + 1);
      default: return stringify(text(value));
    }
  }

  function members(value, depth) {
    if (depth > depthMax) throw new GlobalError('the result contains itself, or has more than ' + depthMax + ' levels');
    if (value instanceof GlobalError) return stringify(text(value));
    if (value instanceof GlobalDate) return +value === +value ? stringify(apply(toISOString, value, [])) : '"NaN"';
    for (let n = 0; n < boxes.length; n += 1)
      if (value instanceof boxes[n]) return write(apply(boxes[n].prototype.valueOf, value, []), depth);
    let json = '';
    if (isArray(value) || (isView(value) && !(value instanceof Bytes))) {
      for (let n = 0; n < value.length; n += 1) json += (n === 0 ? '' : ',') + write(value[n], depth);
      return '[' + json + ']';
    }
    const names = keys(value);
    for (let n = 0; n < names.length; n += 1)
      json += (n === 0 ? '' : ',') + stringify(names[n]) + ':' + write(value[names[n]], depth);
    return '{' + json + '}';
  }

  // A member __proto__ of source is the prototype, one of JSON is a member like any other.
  const argument = (json) =>
    json.includes('__proto__') || json.includes('\\\\u005') ? evaluate('(' + json + ')') : parse(json);

  const failed = (error) => {
    const isPlain = typeof error === 'object' && error !== null && !(error instanceof GlobalError);
    return '${outcome.problem}' + (isPlain ? write(error, 0) : text(error));
  };
  let result;
  let state = '${outcome.promise}';
  const settle = (value) => { result = value; state = '${outcome.value}'; };
  return {
    run(make, json) {
      try {
        const value = make()(argument(json));
        if (value instanceof GlobalPromise) apply(then, value, [settle, settle]);
        else settle(value);
        return state;
      } catch (error) {
        return failed(error);
      }
    },
    written() {
      try {
        return state === '${outcome.promise}' ? '${outcome.problem}the promise is never settled' : state + write(result, 0);
      } catch (error) {
        return failed(error);
      }
    },
    lines: () => (lines.length === 0 ? '' : stringify(lines)),
  };
})()`;
