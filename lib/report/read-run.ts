import type { RunDocument } from '../driver/run/document.ts';
import { DownpourError } from '../errors.ts';
import { plural } from '../words.ts';

const advice = 'choose a run that `downpour run` stored, or query this JSON with `downpour query`';

const members = ['info', 'state', 'plan', 'phases', 'stats', 'failures', 'health'] as const;

/**
 * Reads a run document from a text. Only the top members are checked, because a run is validated when it is
 * made. Use the run inside of `withRuns`.
 *
 * @param name the name for messages: a file, or the number of a run.
 * @throws DownpourError NO_REPORT for a text that Downpour did not write.
 */
export function readRun(text: string, name: string): RunDocument {
  const document = parsed(text, name);
  const fields = typeof document === 'object' && document !== null ? document : {};
  if ('event' in fields && fields.event === 'result' && 'reason' in fields) {
    const why = `${name} contains no run, only the reason why the run is missing: ${fields.reason}`;
    throw new DownpourError('NO_REPORT', 400, why);
  }
  const missing = members.filter((member) => !Object.hasOwn(fields, member));
  if (missing.length === 0) return document as RunDocument;
  const names = missing.map((member) => `'${member}'`).join(', ');
  const message = `${name} is not a run document of Downpour, because it has no ${plural('member', missing.length, 'members')} ${names}; ${advice}`;
  throw new DownpourError('NO_REPORT', 400, message);
}

/**
 * Calls a function that uses run documents. `readRun` checks only their top members, so a document that was
 * edited or made by another tool can fail in any of its readers.
 *
 * @param names the runs for messages.
 * @throws DownpourError NO_REPORT for a document with a member of another form.
 */
export async function withRuns<T>(names: string, use: () => T | Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    // The message of a TypeError names internals of the code, so only the message of a RangeError is shown.
    const why = error instanceof RangeError ? ` (${error.message})` : '';
    const message = `${names} is not a run document of Downpour, because a member has an unexpected type or value${why}; ${advice}`;
    throw new DownpourError('NO_REPORT', 400, message, { cause: error });
  }
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const next = /\.ya?ml$/.test(name)
      ? `\`downpour run ${name}\` runs a benchmark document`
      : 'if this is an incomplete copy of a run document, copy the document again';
    const message = `${name} is not JSON: ${error.message}; ${next}`;
    throw new DownpourError('NO_REPORT', 400, message, { cause: error });
  }
}
