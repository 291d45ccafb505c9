import type { RunDocument } from '../driver/run/document.ts';
import { DownpourError } from '../errors.ts';

const members = ['info', 'state', 'plan', 'phases', 'stats', 'failures', 'health'] as const;

/**
 * Reads a run document from a text. Only the top members are checked, because a run is validated when it is
 * made.
 *
 * @param name the name for messages: a file, or the number of a run.
 * @throws DownpourError NO_REPORT for a text that Downpour did not write.
 */
export function readRun(text: string, name: string): RunDocument {
  const document = parsed(text);
  const fields = typeof document === 'object' && document !== null ? document : {};
  if ('event' in fields && fields.event === 'result' && 'reason' in fields) {
    const why = `${name} contains no run, only the reason for that: ${fields.reason}`;
    throw new DownpourError('NO_REPORT', 400, why);
  }
  const missing = members.filter((member) => !Object.hasOwn(fields, member));
  if (missing.length === 0) return document as RunDocument;
  const message = `${name} is not a run that Downpour wrote: it has no ${missing.join(', ')}; \`downpour query\` can query any JSON file`;
  throw new DownpourError('NO_REPORT', 400, message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
