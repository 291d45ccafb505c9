import { numbered } from '../words.ts';
import { type Notation, parseField, type Word } from './parse-field.ts';
import { printEventBridge, printStandard } from './print.ts';
import {
  type Calendar,
  eventBridgeFields,
  every,
  type Field,
  type FieldName,
  fieldSpecs,
  type RateUnit,
  rateUnitMs,
  standardFields,
  type Timetable,
  type TimetableProblem,
} from './timetable.ts';

export type ParsedTimetable =
  | { readonly timetable: Timetable; readonly problems: readonly [] }
  | { readonly timetable?: undefined; readonly problems: readonly TimetableProblem[] };

/** The limit of characters of an expression. No useful expression is longer. */
const charsMax = 250;
/**
 * The limit of characters in EventBridge:
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
 */
const printedCharsMax = 256;

/**
 * Parses a timetable in the notation of cron (`0 3 * * 1-5`, `@daily`) or of EventBridge (`cron(0 3 ? *
 * MON-FRI *)`, `rate(6 hours)`). Returns all problems if the expression is wrong.
 */
export function parseTimetable(text: string): ParsedTimetable {
  if (text.length > charsMax)
    return refused({ at: charsMax, message: `a timetable may have at most ${charsMax} characters` });
  const word = text.trim();
  const begin = text.length - text.trimStart().length;
  if (word.startsWith('@')) return nickname(word, begin);
  const call = /^(cron|rate|at)\s*\((.*)\)$/i.exec(word);
  const [, name = '', inner = ''] = call ?? [];
  const innerAt = begin + word.indexOf('(') + 1;
  if (name.toLowerCase() === 'rate') return rate(inner, innerAt);
  if (name.toLowerCase() === 'cron') return calendar(tokensOf(inner, innerAt), 'eventbridge');
  if (name.toLowerCase() === 'at')
    return refused({
      at: begin,
      message: 'at(...) is a single time, not a timetable',
      hint: 'to run a benchmark once, start it yourself at that time',
    });
  return calendar(tokensOf(text), 'standard');
}

const refused = (problem: TimetableProblem): ParsedTimetable => ({ problems: [problem] });

const nicknames: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

function nickname(word: string, at: number): ParsedTimetable {
  const meant = nicknames[word.toLowerCase()];
  if (meant !== undefined) return calendar(tokensOf(meant), 'standard');
  return refused({
    at,
    message: `'${word}' is not a nickname of cron`,
    hint: `the nicknames are ${Object.keys(nicknames).join(', ')}`,
  });
}

const tokensOf = (text: string, begin = 0): Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ text: word, at: begin + index }));

function calendar(words: readonly Word[], notation: Notation): ParsedTimetable {
  const names: readonly FieldName[] = notation === 'standard' ? standardFields : eventBridgeFields;
  if (words.length !== names.length) return wrongCount(words, names, notation);
  const problems: TimetableProblem[] = [];
  const fields: Partial<Record<FieldName, Field>> = {};
  for (const [index, name] of names.entries()) {
    const word = words[index];
    if (word !== undefined) fields[name] = parseField(word, fieldSpecs[name], notation, problems);
  }
  const { minute = every, hour = every, dayOfMonth = every } = fields;
  const { month = every, dayOfWeek = every, year = every } = fields;
  const timetable: Calendar = {
    kind: 'calendar',
    minute,
    hour,
    dayOfMonth,
    month,
    dayOfWeek,
    year,
  };
  if (problems.length === 0) problems.push(...dayProblems(timetable, words, notation));
  if (problems.length === 0 && printEventBridge(timetable).length > printedCharsMax)
    problems.push({
      at: 0,
      message: `EventBridge accepts at most ${printedCharsMax} characters in a timetable`,
      hint: 'divide the timetable into two schedules',
    });
  return problems.length === 0 ? { timetable, problems: [] } : { problems };
}

function wrongCount(
  words: readonly Word[],
  names: readonly FieldName[],
  notation: Notation,
): ParsedTimetable {
  const labels = names.map((name) => fieldSpecs[name].label).join(', ');
  const last = words.at(-1);
  const at = words[names.length]?.at ?? (last === undefined ? 0 : last.at + last.text.length);
  const whose = notation === 'standard' ? 'cron' : "EventBridge's cron";
  const message = `${whose} has ${numbered(names.length, 'field')} (${labels}), found ${words.length}`;
  if (notation === 'standard' && words.length === eventBridgeFields.length)
    return refused({
      at,
      message,
      hint: `EventBridge has six: write cron(${words.map(({ text }) => text).join(' ')})`,
    });
  if (notation === 'standard' && words.length === 1)
    return refused({ at, message, hint: "such as '0 3 * * *', '@daily' or 'rate(6 hours)'" });
  return refused({ at, message });
}

/**
 * The problems of the two day fields. EventBridge accepts a day of the month or a weekday, but not both. In
 * EventBridge's notation, one of the two fields must be `?`.
 */
function dayProblems(
  timetable: Calendar,
  words: readonly Word[],
  notation: Notation,
): readonly TimetableProblem[] {
  const [day, weekday] = [words[2], words[4]];
  if (day === undefined || weekday === undefined) return [];
  if (timetable.dayOfMonth.kind !== 'every' && timetable.dayOfWeek.kind !== 'every')
    return [bothDays(timetable, weekday, notation)];
  if (notation === 'standard') return [];
  const open = [day, weekday].filter(({ text }) => text === '?').length;
  if (open === 1) return [];
  return [
    {
      at: open === 0 ? weekday.at : day.at,
      message: "write '?' in exactly one of the two fields day of month and day of week",
      hint: `write ${timetable.dayOfWeek.kind === 'every' ? '? for the day of week' : '? for the day of month'}`,
    },
  ];
}

function bothDays(timetable: Calendar, { at }: Word, notation: Notation): TimetableProblem {
  const message =
    'a day of month and a day of week together: cron runs on each day that matches one of the two fields, and EventBridge accepts only one field';
  const [first, second] = [
    printStandard({ ...timetable, dayOfWeek: every }),
    printStandard({ ...timetable, dayOfMonth: every }),
  ];
  if (notation === 'eventbridge' || first === undefined || second === undefined)
    return { at, message, hint: 'write ? for one of the two fields' };
  return { at, message, hint: `add two schedules: '${first}' and '${second}'` };
}

function rate(inner: string, at: number): ParsedTimetable {
  const [count, unit, ...more] = tokensOf(inner, at);
  const name = unit?.text.toLowerCase().replace(/s$/, '') ?? '';
  const example = "such as 'rate(1 hour)' or 'rate(15 minutes)'";
  if (count === undefined || unit === undefined || more.length > 0)
    return refused({ at, message: 'a rate must have a number and a unit', hint: example });
  const problems: TimetableProblem[] = [];
  if (!/^[1-9]\d{0,4}$/.test(count.text))
    problems.push({
      at: count.at,
      message: `the number of a rate must be 1 to 99999, found '${count.text}'`,
    });
  if (!Object.hasOwn(rateUnitMs, name))
    problems.push({
      at: unit.at,
      message: `the unit of a rate must be minutes, hours or days, found '${unit.text}'`,
    });
  if (problems.length > 0) return { problems };
  return { timetable: { kind: 'rate', count: Number(count.text), unit: name as RateUnit }, problems: [] };
}
