import { DownpourError } from '../../lib/errors.ts';
import { parseTimetable } from '../../lib/timetable/parse.ts';
import { parseZone } from '../../lib/timetable/zone.ts';
import { counted } from '../../lib/words.ts';
import { withCaret } from '../query/caret.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Rejects a wrong timetable before the first request to an API, and shows all problems with their places.
 * @throws DownpourError TIMETABLE_REFUSED (400).
 */
export async function refuseTimetable(cron: string, timezone: string, err: Terminal): Promise<void> {
  const { problems } = parseTimetable(cron);
  const place = parseZone(timezone);
  for (const { at, message, hint } of problems)
    err.say(
      `--cron: ${message}`,
      ...withCaret(cron, at, err.paint.red('^'), err.width),
      ...hintLines(hint, err),
    );
  if ('message' in place) err.say(`--timezone: ${place.message}`, ...hintLines(place.hint, err));
  const count = problems.length + ('message' in place ? 1 : 0);
  if (count === 0) return;
  const message = `the schedule was not created, because its timetable has ${counted(count, 'problem')}`;
  throw new DownpourError('TIMETABLE_REFUSED', 400, message);
}

const hintLines = (hint: string | undefined, { paint }: Terminal): string[] =>
  hint === undefined ? [] : [`  ${paint.dim('→')} ${hint}`];
