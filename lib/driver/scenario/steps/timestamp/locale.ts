/** The words and weeks of a country. */
export type Locale = {
  /** A part of a date as the country writes it, of twelve months or seven days at once. */
  readonly tag: string;
  /** 0 is Sunday. */
  readonly firstDay: number;
  /** The least number of days of the new year in the first week of a year. */
  readonly firstWeekDays: number;
};

/** The main language of a country; undefined for letters that are none. */
export function localeOf(country: string): Locale | undefined {
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (!/^[A-Z]{2}$/.test(country) || regions.of(country) === undefined) return undefined;
  const locale = new Intl.Locale(`und-${country}`).maximize() as LocaleWithWeeks;
  return {
    tag: `${locale.language}-${country}`,
    firstDay: locale.getWeekInfo().firstDay % 7,
    firstWeekDays: fourDays.includes(country) ? 4 : 1,
  };
}

/** Node has this function; the types of the language do not know it yet. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo(): { readonly firstDay: number } };

/** To make one takes 2 ms, which no drive needs while it starts. */
let regions: Intl.DisplayNames | undefined;

/** Countries that count weeks as ISO 8601 does, by the Common Locale Data Repository. */
const fourDays = (
  'AD AN AT AX BE BG CH CZ DE DK EE ES FI FJ FO FR GB GF GG GI GP GR HU IE IM IS IT JE LI LT LU MC MQ NL NO PL PT RE RU ' +
  'SE SJ SK SM VA'
).split(' ');

/** A kind of part of some dates, such as the names of all months. */
export function wordsOf(
  { tag }: Locale,
  part: Intl.DateTimeFormatPartTypes,
  options: Intl.DateTimeFormatOptions,
  dates: readonly Date[],
): readonly string[] {
  const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
  return dates.map((date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '');
}
