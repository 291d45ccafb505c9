import { scriptLimits } from './limits.ts';
import { localeMethods } from './locale.ts';
import { utcDates } from './utc-dates.ts';

/**
 * The first letter of a result of the prelude, the program around each function. It shows whether JSON text,
 * a problem or something else follows.
 */
export const outcome = {
  /** The function returned a value, which `written` converts to JSON. */
  value: 'v',
  /**
   * The function returned a number beyond 64 bits. Its text in JSON, a blank and the nearest integer of 64
   * bits follow.
   */
  beyond: 'b',
  /** The function failed. The reason follows. */
  problem: 'p',
  /** The function returned a promise, which must be settled first. */
  promise: 'w',
  /** The value has code of its own that would run while it is written, such as a getter or a proxy. */
  code: 'c',
} as const;

/**
 * The program that surrounds every function, inside the engine: it reads the argument, calls the function,
 * waits for one promise and writes the result as JSON. It runs in the engine, because each crossing between
 * engine and host costs as much as a hundred steps inside. It saves the language features that it needs
 * before a function can change them.
 *
 * The prelude writes the result of a function by the rules of the original server: integers, also bigints,
 * have 64 bits, and larger ones become the nearest such integer; NaN is the text "NaN"; undefined is null;
 * functions and symbols are their text; a typed array is a list; every other object is its own members. In
 * addition to the original, a Date is its ISO text, an Error its text (`Error: no value`) instead of an empty
 * object, and `new Number(5)` its value.
 *
 * Writing a large result takes longer than a function may. So `written` runs no code of the function. If a
 * value has code of its own, such as a getter, `written` gives up, and `writtenByFunction` writes the value
 * in the time of the function.
 */
export const prelude = `((locale) => {
  {${utcDates}}
  {${localeMethods}}
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { create, getPrototypeOf, keys } = Object;
  const { apply } = Reflect;
  const { abs, trunc } = Math;
  const { MAX_SAFE_INTEGER } = Number;
  const { getTime, toISOString } = Date.prototype;
  const bound = (method) => Function.prototype.call.bind(method);
  const getterOf = bound(Object.prototype.__lookupGetter__);
  const { then } = Promise.prototype;
  const [GlobalPromise, GlobalError, Big, text] = [Promise, Error, BigInt, String];
  const [errors, dates, objects, bytes] = [Error.prototype, Date.prototype, Object.prototype, DataView.prototype];
  // Wrapper objects, such as new Number(5), and how to get their values.
  const boxes = [Number.prototype, String.prototype, Boolean.prototype, BigInt.prototype];
  const unboxes = [Number.prototype.valueOf, String.prototype.valueOf, Boolean.prototype.valueOf, BigInt.prototype.valueOf];
  const boxOf = (prototype) => {
    for (let n = 0; n < 4; n += 1) if (boxes[n] === prototype) return n;
    return -1;
  };
  const evaluate = eval;
  const depthMax = ${scriptLimits.scriptResultDepthMax};
  const int64 = 2 ** 63;

  // All proxies that the user's function made. A result must not contain a proxy, and JavaScript has no other
  // way to recognise one.
  const proxies = new WeakSet();
  const [isKnown, know] = [bound(WeakSet.prototype.has), bound(WeakSet.prototype.add)];
  const OwnProxy = Proxy;
  const { revocable } = Proxy;
  globalThis.Proxy = function Proxy(target, handler) {
    if (new.target === undefined) throw new TypeError('constructor requires new');
    const proxy = new OwnProxy(target, handler);
    know(proxies, proxy);
    return proxy;
  };
  globalThis.Proxy.revocable = (target, handler) => {
    const made = revocable(target, handler);
    know(proxies, made.proxy);
    return made;
  };

  // True while code of the user's function may run.
  let mayRun = true;
  const runs = () => {
    if (!mayRun) throw undefined;
  };
  /** The prototype that decides how an object is written. Most objects have none of these. */
  const kindOf = (value) => {
    for (let each = value; each !== null && each !== objects; each = getPrototypeOf(each)) {
      if (isKnown(proxies, each)) runs();
      if (each === errors || each === dates || each === bytes || boxOf(each) >= 0) return each;
    }
  };

  const lines = create(null);
  let lineCount = 0;
  const log = (...values) => {
    if (lineCount >= ${scriptLimits.scriptLinesMax}) return;
    let line = '';
    for (let n = 0; n < values.length; n += 1)
      line += (n === 0 ? '' : ' ') + (typeof values[n] === 'string' ? values[n] : write(values[n], 0));
    lines[lineCount++] = line.length > ${scriptLimits.scriptLineLengthMax} ? line.slice(0, ${scriptLimits.scriptLineLengthMax}) : line;
  };
  globalThis.console = { debug: log, error: log, info: log, log, trace: log, warn: log };

  // Random numbers that are the same in every call (mulberry32), so that a recomputed value is the same.
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
    return abs(value) > MAX_SAFE_INTEGER ? integer(abs(value) < int64 ? Big(value) : value) : '' + value;
  }

  /** Writes a bigint, or a number beyond 64 bits. */
  function integer(value) {
    if (value >= int64) return '9223372036854775807';
    if (-value >= int64) return '-9223372036854775808';
    return text(value);
  }

  function write(value, depth) {
    switch (typeof value) {
      case 'string': return stringify(value);
      case 'number': return number(value);
      case 'bigint': return integer(value);
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return 'null';
      case 'object': return value === null ? 'null' : members(value, depth + 1);
      case 'function': runs();
      default: return stringify(text(value));
    }
  }

  function memberOf(value, name) {
    if (!mayRun && getterOf(value, name) !== undefined) runs();
    return value[name];
  }

  function members(value, depth) {
    if (depth > depthMax) throw new GlobalError('the result contains itself, or has more than ' + depthMax + ' levels');
    const kind = kindOf(value);
    if (kind === errors) {
      runs();
      return stringify(text(value));
    }
    if (kind === dates) {
      const time = apply(getTime, value, []);
      return time === time ? stringify(apply(toISOString, value, [])) : '"NaN"';
    }
    const box = boxOf(kind);
    if (box >= 0) return write(apply(unboxes[box], value, []), depth);
    let json = '';
    if (isArray(value) || (isView(value) && kind !== bytes)) {
      for (let n = 0; n < value.length; n += 1) json += (n === 0 ? '' : ',') + write(memberOf(value, n), depth);
      return '[' + json + ']';
    }
    const names = keys(value);
    for (let n = 0; n < names.length; n += 1)
      json += (n === 0 ? '' : ',') + stringify(names[n]) + ':' + write(memberOf(value, names[n]), depth);
    return '{' + json + '}';
  }

  // In JavaScript, assigning __proto__ sets the prototype. In JSON it is a member like any other.
  const argument = (json) =>
    json.includes('__proto__') || json.includes('\\\\u005') ? evaluate('(' + json + ')') : parse(json);

  const failed = (error) => {
    const isPlain = typeof error === 'object' && error !== null && !(error instanceof GlobalError);
    return '${outcome.problem}' + (isPlain ? write(error, 0) : text(error));
  };
  let result;
  let state = '${outcome.promise}';
  const settle = (value) => { result = value; state = '${outcome.value}'; };
  const writes = (own) => {
    mayRun = own;
    try {
      if (state === '${outcome.promise}') return '${outcome.problem}the promise is never settled';
      const isNumber = typeof result === 'number' || typeof result === 'bigint';
      const isBeyond = isNumber && (result >= int64 || -result >= int64);
      return (isBeyond ? '${outcome.beyond}"' + result + '" ' : state) + write(result, 0);
    } catch (error) {
      // The getter of an error's message may also be code of the function.
      return own ? failed(error) : '${outcome.code}';
    }
  };
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
    written: () => writes(false),
    writtenByFunction: () => writes(true),
    lines() {
      let json = '';
      for (let n = 0; n < lineCount; n += 1) json += (n === 0 ? '[' : ',') + stringify(lines[n]);
      return json === '' ? '' : json + ']';
    },
  };
})`;
