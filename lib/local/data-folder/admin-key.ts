import { existsSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Creates the first administrator key when no key exists, and writes it to a file that only its owner can
 * read. A start that was interrupted between the two steps has left a key without a file. No user can know
 * that key, so it is replaced.
 */
export async function keepAdminKey(
  file: string,
  invoke: (name: string, event: unknown) => Promise<unknown>,
): Promise<void> {
  const made = await invoke('api/first-key', { replaceUnused: !existsSync(file) });
  if (typeof made !== 'object' || made === null || !('apiKey' in made)) return;
  writeFileSync(`${file}.new`, `${String(made.apiKey)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
