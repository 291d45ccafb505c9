import { type DatetimeFault, misfit, TextCursor } from './text-cursor.ts';

/** The numbers that the fields of a template set. 0 means that no field set the number. */
const noNumbers = () => ({
  hour: 0,
  isAfternoon: 0,
  minute: 0,
  second: 0,
  secondOfDay: 0,
  /** The day of the week, counted from 1 for Sunday. 0: not set. */
  weekday: 0,
  day: 0,
  dayOfYear: 0,
  month: 0,
  millisecond: 0,
  microsecond: 0,
  year: 0,
  isBeforeChrist: 0,
  week: 0,
  weekOfMonth: 0,
  century: 0,
  julian: 0,
  zoneHour: 0,
  zoneMinute: 0,
  /** The sign of a time zone: 1 or -1. 0 without a time zone. */
  zoneSign: 0,
  /** The digits of the fraction to which seconds are rounded. */
  precision: 0,
  yearDigits: 0,
});

type NumberField = keyof ReturnType<typeof noNumbers>;

/** All values that were read from a text. */
export type DatetimeFields = Record<NumberField, number> & {
  hasHalves: boolean;
  convention: Field['convention'];
};

/** A field of a template, such as `YYYY`. */
export type Field = About & {
  /** The name of the field in capitals, such as `YYYY`. */
  readonly name: string;
  /**
   * True for a field that is a number. A number before this field, without a separator, must have its full
   * length and takes no more digits.
   */
  readonly isDigits: boolean;
  /** True when the template may have `TH` after the field, which reads two more letters, as in `1st`. */
  readonly mayBeOrdinal: boolean;
  readonly read: Read;
};

type About = {
  /** The part of a datetime that the field sets. Absent: none. */
  readonly part?: 'date' | 'time' | 'zone';
  /** The calendar that the field belongs to. One template cannot mix calendars. */
  readonly convention?: 'gregorian' | 'isoWeek';
};

/**
 * Reads the text of a field.
 * @returns a fault if the text does not fit the field.
 */
type Read = (reader: FieldReader) => DatetimeFault | undefined;

/** A text with the values read so far, and the current field. */
export class FieldReader {
  readonly text: TextCursor;
  readonly fields: DatetimeFields = { ...noNumbers(), hasHalves: false, convention: undefined };
  /** The field as it is written in the template. */
  #written = '';
  /** True if the field reads all digits that follow. */
  #isOpen = false;

  constructor(text: string) {
    this.text = new TextCursor(text);
  }

  read({ read }: Field, written: string, isOpen: boolean): DatetimeFault | undefined {
    this.#written = written;
    this.#isOpen = isOpen;
    return read(this);
  }

  integer(length: number, into?: NumberField): DatetimeFault | undefined {
    const value = this.text.integer(this.#written, length, this.#isOpen);
    if (typeof value !== 'number') return value;
    return into && this.set(into, value);
  }

  word(words: readonly string[], into: NumberField, numberOf: (index: number) => number) {
    const index = this.text.word(words, this.#written);
    return typeof index === 'number' ? this.set(into, numberOf(index)) : index;
  }

  set(into: NumberField, value: number): DatetimeFault | undefined {
    const known = this.fields[into];
    this.fields[into] = value;
    if (known === 0 || known === value) return undefined;
    return misfit(`conflicting values for "${this.#written}" field in formatting string`);
  }

  /** The fault of a field that only `to_char` supports. */
  onlyForOutput(): DatetimeFault {
    const reason = `formatting field "${this.#written}" is only supported in to_char`;
    return { sqlState: '0A000', reason };
  }
}

/** Builds the function that reads an integer. If no field is given, the integer is read and ignored. */
const digits =
  (length: number, into?: NumberField): Read =>
  (reader) =>
    reader.integer(length, into);

const word =
  (words: readonly string[], into: NumberField, numberOf = (index: number): number => index): Read =>
  (reader) =>
    reader.word(words, into, numberOf);

/** Builds the function that reads a field and then changes the values that were read. */
const then =
  (read: Read, next: (fields: DatetimeFields, text: TextCursor) => void): Read =>
  (reader) => {
    const fault = read(reader);
    if (fault === undefined) next(reader.fields, reader.text);
    return fault;
  };

const hourOfHalf = then(digits(2, 'hour'), (fields) => {
  fields.hasHalves = true;
});

const noon = (before: string, after: string): Read =>
  then(word([before, after], 'isAfternoon'), (fields) => {
    fields.hasHalves = true;
  });

const era = (after: string, before: string): Read => word([after, before], 'isBeforeChrist');

const weekday = (words: readonly string[]): Read =>
  then(word(words, 'weekday'), (fields) => {
    fields.weekday += 1;
  });

const isoWeekday = then(digits(1, 'weekday'), (fields) => {
  fields.weekday = fields.weekday >= 7 ? 1 : fields.weekday + 1;
});

/**
 * Builds the function that reads a fraction of a second: `25` is 25 hundredths, a quarter of a second, and so
 * is `250`, in thousandths.
 */
const fraction = (places: 3 | 6, into: 'millisecond' | 'microsecond', length: number = places): Read =>
  then(digits(length, into), (fields, text) => {
    fields[into] *= 10 ** Math.max(0, places - text.length);
  });

const roundedFraction = (precision: number): Read =>
  then(fraction(6, 'microsecond', precision), (fields) => {
    fields.precision = precision;
  });

const zoneHour: Read = (reader) => {
  reader.fields.zoneSign = reader.text.match(/^[-+ ]/)?.[0] === '-' ? -1 : 1;
  return reader.integer(2, 'zoneHour');
};

const zoneMinute = then(digits(2, 'zoneMinute'), (fields) => {
  fields.zoneSign ||= 1;
});

/**
 * Builds the function that reads a year. A year with fewer than four digits means the year nearest to 2020
 * with these last digits.
 */
const year = (length: number): Read =>
  then(digits(length, 'year'), (fields, text) => {
    if (length < 4 && text.length < 4) fields.year = nearestYear(fields.year);
    fields.yearDigits = length;
  });

function nearestYear(short: number): number {
  if (short < 70) return short + 2000;
  if (short < 100) return short + 1900;
  if (short < 520) return short + 2000;
  return short < 1000 ? short + 1000 : short;
}

const groupedYear: Read = (reader) => {
  const found = reader.text.match(/^\s*([-+]?\d+),\s*([-+]\d{1,2}|\d{1,3})/);
  if (found === undefined) return misfit('invalid input string for "Y,YYY"');
  reader.fields.yearDigits = 4;
  return reader.set('year', Number(found[1]) * 1000 + Number(found[2]));
};

const onlyForOutput: Read = (reader) => reader.onlyForOutput();

const months = 'january february march april may june july august september october november december';
const romanMonths = 'xii xi x ix viii vii vi v iv iii ii i'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const short = (words: readonly string[]): readonly string[] => words.map((one) => one.slice(0, 3));
const month = (words: readonly string[]): Read => word(words, 'month', (index) => index + 1);

const digitFields = (about: About, reads: Readonly<Record<string, Read>>): readonly Field[] =>
  Object.entries(reads).map(([name, read]) => {
    return { ...about, name, isDigits: true, mayBeOrdinal: about.part !== 'zone', read };
  });

const otherFields = (about: About, reads: Readonly<Record<string, Read>>): readonly Field[] =>
  Object.entries(reads).map(([name, read]) => {
    return { ...about, name, isDigits: false, mayBeOrdinal: name.startsWith('FF'), read };
  });

/**
 * The fields of PostgreSQL 15, the longest first. Fields that differ only in the case of letters (`Month`,
 * `MONTH`) are listed once.
 */
export const fields: readonly Field[] = [
  ...digitFields(
    { part: 'date', convention: 'gregorian' },
    {
      D: digits(1, 'weekday'),
      DD: digits(2, 'day'),
      DDD: digits(3, 'dayOfYear'),
      MM: digits(2, 'month'),
      W: digits(1, 'weekOfMonth'),
      WW: digits(2, 'week'),
      Y: year(1),
      YY: year(2),
      YYY: year(3),
      YYYY: year(4),
      'Y,YYY': groupedYear,
    },
  ),
  ...digitFields(
    { part: 'date', convention: 'isoWeek' },
    { I: year(1), ID: isoWeekday, IDDD: digits(3, 'dayOfYear'), IY: year(2), IYY: year(3), IYYY: year(4) },
  ),
  // PostgreSQL does not count the ISO week as a part of a date.
  ...digitFields({ convention: 'isoWeek' }, { IW: digits(2, 'week') }),
  // PostgreSQL reads a quarter, but sets no day from it.
  ...digitFields({ part: 'date' }, { CC: digits(2, 'century'), J: digits(1, 'julian'), Q: digits(1) }),
  ...digitFields(
    { part: 'time' },
    {
      HH: hourOfHalf,
      HH12: hourOfHalf,
      HH24: digits(2, 'hour'),
      MI: digits(2, 'minute'),
      MS: fraction(3, 'millisecond'),
      SS: digits(2, 'second'),
      SSSS: digits(4, 'secondOfDay'),
      SSSSS: digits(5, 'secondOfDay'),
      US: fraction(6, 'microsecond'),
    },
  ),
  ...digitFields({ part: 'zone' }, { TZM: zoneMinute }),
  ...otherFields(
    { part: 'date', convention: 'gregorian' },
    {
      MON: month(short(months.split(' '))),
      MONTH: month(months.split(' ')),
      RM: word(romanMonths, 'month', (index) => 12 - index),
    },
  ),
  ...otherFields(
    { part: 'date' },
    {
      AD: era('ad', 'bc'),
      BC: era('ad', 'bc'),
      'A.D.': era('a.d.', 'b.c.'),
      'B.C.': era('a.d.', 'b.c.'),
      DAY: weekday(weekdays),
      DY: weekday(short(weekdays)),
    },
  ),
  ...otherFields(
    { part: 'time' },
    {
      AM: noon('am', 'pm'),
      PM: noon('am', 'pm'),
      'A.M.': noon('a.m.', 'p.m.'),
      'P.M.': noon('a.m.', 'p.m.'),
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((length) => [`FF${length}`, roundedFraction(length)])),
    },
  ),
  ...otherFields({ part: 'zone' }, { OF: onlyForOutput, TZ: onlyForOutput, TZH: zoneHour }),
  ...otherFields({}, { FX: () => undefined }),
].sort((one, other) => other.name.length - one.name.length);
