/** The language of a country, the first day of its weeks, and the rule by which weeks are numbered. */
export type Locale = {
  /** The language tag of the country, which chooses the words in dates. */
  readonly tag: string;
  /** The first day of a week. 0 is Sunday. */
  readonly firstDay: number;
  /** The fewest days of the new year that the first week of a year must have. */
  readonly firstWeekDays: number;
};

/**
 * The locale of a country, with its main language. Undefined for letters that are not the code of a country.
 */
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

/** A method that Node has and the types of TypeScript do not contain yet. */
type LocaleWithWeeks = Intl.Locale & { getWeekInfo(): { readonly firstDay: number } };

/** The names of countries, made when first needed. That takes 2 ms, which most drives do not need. */
let regions: Intl.DisplayNames | undefined;

/** The countries that number weeks as ISO 8601 does, by the Common Locale Data Repository. */
const fourDays = (
  'AD AN AT AX BE BG CH CZ DE DK EE ES FI FJ FO FR GB GF GG GI GP GR HU IE IM IS IT JE LI LT LU MC MQ NL NO PL PT RE RU ' +
  'SE SJ SK SM VA'
).split(' ');

/** Formats some dates and takes one kind of part from each, such as the names of all months. */
export function wordsOf(
  { tag }: Locale,
  part: Intl.DateTimeFormatPartTypes,
  options: Intl.DateTimeFormatOptions,
  dates: readonly Date[],
): readonly string[] {
  const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
  return dates.map((date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '');
}
