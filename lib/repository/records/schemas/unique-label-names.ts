import { DownpourError } from '../../../errors.ts';
import type { Label } from './labels.ts';

/**
 * Rejects labels of a schema that have the same name.
 * @throws DownpourError LABEL_NAME_TAKEN (400).
 */
export function refuseSameNames(labels: readonly Pick<Label, 'name'>[]): void {
  const names = new Set<string>();
  for (const { name } of labels) {
    if (names.has(name)) {
      const message = `There is an existing label with the same name (${name}) in this schema; please choose different name.`;
      throw new DownpourError('LABEL_NAME_TAKEN', 400, message);
    }
    names.add(name);
  }
}
