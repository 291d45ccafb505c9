/**
 * The part of the program around a function (the prelude) that replaces the local time zone by UTC. So a
 * laptop and a Lambda function compute the same value. The engine would read the time zone of its machine, so
 * this Date does not use the engine's local time.
 */
export const utcDates = `
  const HostDate = Date;
  const { prototype, UTC: utc, parse: hostParse, now } = HostDate;
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    define(prototype, 'get' + part, prototype['getUTC' + part]);
    if (part !== 'Day') define(prototype, 'set' + part, prototype['setUTC' + part]);
  }
  const timeOf = Function.prototype.call.bind(prototype.getTime);
  const textOf = Function.prototype.call.bind(prototype.toUTCString);
  const formatted = (write) => function () { return isNaN(timeOf(this)) ? 'Invalid Date' : write(this); };
  const day = (date) => textOf(date).replace(/^(\\w+), (\\d+) (\\w+) (-?\\d+) .*$/, '$1 $3 $2 $4');
  const clock = (date) => textOf(date).replace(/^.* ([\\d:]+ GMT)$/, '$1+0000 (UTC)');
  define(prototype, 'getYear', function () { return this.getUTCFullYear() - 1900; });
  define(prototype, 'setYear', function (year) {
    const whole = Math.trunc(year);
    const date = isNaN(timeOf(this)) ? this.setTime(0) && this : this;
    return date.setUTCFullYear(whole >= 0 && whole <= 99 ? 1900 + whole : whole);
  });
  define(prototype, 'getTimezoneOffset', function () { return isNaN(timeOf(this)) ? NaN : 0; });
  define(prototype, 'toString', formatted((date) => day(date) + ' ' + clock(date)));
  define(prototype, 'toDateString', formatted(day));
  define(prototype, 'toTimeString', formatted(clock));

  // A text of a date that has a time zone, or that has no time and therefore means UTC, means the same on
  // every machine. For other texts, the date and time that the machine reads are taken as UTC.
  const hasZone = /(?:Z|GMT|UTC?|[ECMP][SD]T|[+-]\\d\\d:?\\d\\d)\\s*(?:\\(.*\\))?\\s*$/i;
  const isDay = /^\\s*[+-]?\\d{4,6}(?:-\\d\\d(?:-\\d\\d)?)?\\s*$/;
  const parseUtc = (text) => {
    const found = hostParse(text);
    if (isNaN(found) || hasZone.test(text) || isDay.test(text)) return found;
    const zoned = hostParse(text + 'Z');
    return isNaN(zoned) ? hostParse(text + ' GMT') : zoned;
  };
  const instantOf = (value) => {
    if (value instanceof HostDate) return timeOf(value);
    const plain = typeof value === 'object' && value !== null ? primitiveOf(value) : value;
    return typeof plain === 'string' ? parseUtc(plain) : Number(plain);
  };
  const primitiveOf = (value) => {
    const convert = value[Symbol.toPrimitive];
    if (convert !== undefined && convert !== null) return convert.call(value, 'default');
    const own = value.valueOf();
    return typeof own === 'object' ? value.toString() : own;
  };
  function UtcDate(...parts) {
    if (new.target === undefined) return new HostDate().toString();
    const time = parts.length === 0 ? now() : parts.length === 1 ? instantOf(parts[0]) : utc(...parts);
    return Reflect.construct(HostDate, [time], new.target);
  }
  define(UtcDate, 'name', 'Date');
  define(UtcDate, 'length', 7);
  define(UtcDate, 'UTC', utc);
  define(UtcDate, 'now', now);
  define(UtcDate, 'parse', (text) => parseUtc('' + text));
  Object.defineProperty(UtcDate, 'prototype', { value: prototype, writable: false });
  define(prototype, 'constructor', UtcDate);
  globalThis.Date = UtcDate;
`;
