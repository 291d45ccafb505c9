import { existsSync, renameSync, writeFileSync } from 'node:fs';

/**
 * Has the first administrator key made when there is none and writes it where only its owner can read it. A
 * start that was interrupted between the two has left no file: then the key, which nobody can know, is made
 * anew.
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
