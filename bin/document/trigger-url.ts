import { DownpourError } from '../../lib/errors.ts';
import type { ReadDocument } from './read-document.ts';

/**
 * Rejects a document that only a CI job may start (`triggerUrl`), unless this command runs in that job.
 * @throws DownpourError `NOT_TRIGGERED`. Nothing was started then.
 */
export function refuseUntriggered(file: string, { plan }: ReadDocument, isTriggered: boolean): void {
  const { triggerUrl } = plan.benchmark;
  if (triggerUrl === undefined || isTriggered) return;
  const message = `Nothing was started: ${file} must be started by the CI job at ${triggerUrl} (triggerUrl). Start that job; its command is 'downpour run --triggered'`;
  throw new DownpourError('NOT_TRIGGERED', 400, message);
}
