import { existsSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Creates the first administrator key when no key exists, and writes the key to a file that only its owner
 * can read. After an interruption between these two steps, no user knows the stored key. The next start
 * replaces such a key.
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
