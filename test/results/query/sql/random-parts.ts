/** Parts of random paths: usual parts, and parts that are likely to cause errors. */

/** Parts that random mistakes insert into a path. */
// biome-ignore format: a table
export const pieces: readonly string[] = [
  ...'.[](){}?*@$!=<>&|+-/%,:#"\\ \t\n\'', '**', '&&', '||', '==', '<>', '!=', '/*', '*/', '/* x */', '$x',
  '$"y"', '1.', '.5', '0x1f', '1_0', '1e', '1e+', '01', 'is', 'unknown', 'exists', 'last', 'to', 'starts',
  'with', 'like_regex', 'flag', 'lax', 'strict', 'null', 'TRUE', '.size()', '.datetime()', '.foo()',
  '\\u0041', '\\u00', '\\x41', '\\xz', '\\ud83d', '\\u{1f600}', '\\u{110000}', 'é', '😀',
];

/** Numbers at the limits of digits, doubles and `numeric`. */
// biome-ignore format: a table
export const odd: readonly string[] = [
  '0', '0.0', '1.50', '.5', '3.', '1e3', '1.25E-2', '1e-7', '9007199254740993', '-0',
  '100000000000000000000', '0.1', '0.2', '0.30', '99999.99999', '1e20', '12345678901234567890.123456789',
  '1e200', '1e-200', '7.000', '1e131071', '1e131072', '1e-16383', '1e-16384', '0e-5', '2147483647',
  '4294967296', '0.00000000000000000001',
];

/** Texts for comparisons, `.double()` and `.datetime()`. */
// biome-ignore format: a table
export const strings: readonly string[] = [
  '', 'a', 'abc', 'ABC', 'x', 'alpha', 'é', '😀', 'a"b', 'a\\b', 'line\nfeed', 'k', '1', '1.5', ' 2 ',
  '1e3', 'inf', 'nan', '0x1F', '0x1p-3', '1e400', '1e-400', '-7', '+7', '.5', '5.', 'e5', '2026-01-05',
  '2026-02-30', '12:34:56', '12:34:56.789', '12:34:56+02', '12:34:56 -03:30', '2026-01-05 08:00:00',
  '2026-01-05T08:00:00.120', '2025-01-05', '2026-01-05T08:00:00Z', '2026-01-05 08:00:00+01:00',
  '2026-01-05T23:59:59.999999-11', '24:00:00', '5 Jan 2026', '12:34:56.7891', '09:05 PM', '13:05 PM',
  '20260105', '2026-06', '26-1-5', '0044-03-15 BC', '2026-W02-3', '2026-005', '1/2/2026', '2,026', '45296',
  ' 2026-01-05', '2026-01-05 ', '2026-01-05x', 'III', 'monday', 'February 2026',
];

/** Templates of `.datetime()`. */
// biome-ignore format: a table
export const templates: readonly string[] = [
  'YYYY-MM-DD', 'yyyy-mm-dd', 'DD/MM/YYYY', 'HH24:MI:SS', 'HH24:MI:SS.US', 'HH24:MI:SSTZH',
  'HH24:MI:SSTZH:TZM', 'YYYY-MM-DD HH24:MI:SS', 'YYYY-MM-DD"T"HH24:MI:SS', 'YYYY-MM-DD"T"HH24:MI:SS.US',
  'YYYY-MM-DD HH24:MI:SSTZH:TZM', 'DD Mon YYYY', 'FMDD Mon YYYY', 'DD MON YYYY', 'HH12:MI AM', 'HH:MI PM',
  'YYYYMMDD', 'YYYY-MM', 'YY-MM-DD', 'YYYY', 'YYYY-MM-DD BC', 'IYYY-"W"IW-ID', 'YYYY-DDD',
  'FMMM/FMDD/YYYY', 'Y,YYY', 'SSSSS', 'RM', 'day', 'Month YYYY', 'Day', 'HH24:MI:SS.FF1', 'HH24:MI:SS.FF3',
  'HH24:MI:SS.MS', 'TZ', 'OF', '', '%', 'YYYY_MM', 'TZH', 'Q', 'J', 'CC', 'WW', 'W', 'YYYY-MM-DD TZH',
  'IYYY-MM-DD', 'YYYY-YYYY', 'fmdd', 'DDth', 'YYYY-MM-DD"T"HH24:MI:SS.FF6TZH', 'FXYYYY', 'YYYY-WW',
];

/** Parts of regular expressions. */
// biome-ignore format: a table
export const patternParts: readonly string[] = [
  ...'abcx.^$|*+?()[]{}-,0123', 'a*', 'b+', 'c?', '.*', '[a-c]', '[^a]', '[abc', '[[:alpha:]]',
  '[[:nope:]]', '[^[:space:]]', '[z-a]', '[]a]', '[a-]', '(a|b)', '(?:b)', '(ab)*', '(?=a)', '(?!b)',
  '(?<=a)', '(?i)', '(?#x)', '{2}', '{1,2}', '{2,1}', '{,3}', '{256}', '{0}', '\\d', '\\w', '\\s', '\\D',
  '\\W', '\\S', '[\\w-]', '[^\\W]', '[\\D]', '\\.', '\\\\', '\\y', '\\Y', '\\A', '\\Z', '\\m', '\\M',
  '\\1', '\\12', '\\x41', '\\u00e9', '\\n', '\\q', '\\cA', '\\e', '***=', '***:', '[[.a.]]', '[[=a=]]',
  '[[:<:]]', 'é', '😀',
];
