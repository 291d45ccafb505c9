import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** True when the file with the administrator key has a text. */
export const hasAdminKey = (file: string): boolean => existsSync(file) && statSync(file).size > 0;

/**
 * Creates the first administrator key when no key exists, and writes the key to a file that only its owner
 * can read. Without the file, no user knows the stored key: the process was killed before it wrote the file,
 * or the file was lost. Then the key is replaced.
 *
 * @param forget deletes the stored key.
 */
export async function keepAdminKey(
  file: string,
  invoke: (name: string, event: unknown) => Promise<unknown>,
  forget: () => Promise<void>,
): Promise<void> {
  const made =
    (await madeKey(invoke)) ?? (hasAdminKey(file) ? undefined : await forget().then(() => madeKey(invoke)));
  if (made === undefined) return;
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function madeKey(
  invoke: (name: string, event: unknown) => Promise<unknown>,
): Promise<string | undefined> {
  const made = await invoke('api/first-key', {});
  return typeof made === 'object' && made !== null && 'apiKey' in made ? String(made.apiKey) : undefined;
}
