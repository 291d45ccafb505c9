import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DownpourError } from '../../lib/errors.ts';
import { whyUnusable } from '../files/file-error.ts';

/** A file that becomes a run. */
export type Source = {
  readonly file: string;
  readonly bytes: number;
  readonly changedAtMs: number;
  /** True for a pipe or a device, which can be read only once and has no known size. */
  readonly isStream?: boolean;
  /** The reason why the file cannot become a run. */
  readonly error?: DownpourError;
};

/**
 * Finds the named files, and the files below named folders: `*.json` and `*.json.gz`, but no hidden files.
 * The name `-` means standard input. A file or folder that cannot be read does not prevent the upload of the
 * others.
 */
export async function sourcesOf(named: readonly string[]): Promise<readonly Source[]> {
  const found = new Map<string, Source>();
  for (const place of named) for await (const source of below(place, true)) found.set(source.file, source);
  return [...found.values()];
}

async function* below(place: string, isNamed: boolean): AsyncGenerator<Source> {
  if (place === '-') {
    yield { file: place, bytes: 0, changedAtMs: Date.now(), isStream: true };
    return;
  }
  const unusable = (message: string, cause?: unknown): Source => ({
    file: place,
    bytes: 0,
    changedAtMs: 0,
    error: new DownpourError('FILE_UNUSABLE', 400, message, { cause }),
  });
  const facts = await stat(place).catch((error: Error) => error);
  if (facts instanceof Error) {
    const stored = /^(last|\d+)$/.test(place)
      ? '; upload takes JSON files, and `downpour runs` lists the runs that are stored'
      : '';
    yield unusable(`Cannot read ${place}: ${whyUnusable(facts)}${stored}`, facts);
    return;
  }
  if (!facts.isDirectory()) {
    const isStream = !facts.isFile();
    yield { file: place, bytes: facts.size, changedAtMs: facts.mtimeMs, ...(isStream && { isStream }) };
    return;
  }
  const entries = await readdir(place, { withFileTypes: true }).catch((error: Error) => error);
  if (entries instanceof Error) {
    yield unusable(`Cannot read the folder ${place}: ${whyUnusable(entries)}`, entries);
    return;
  }
  const inside = entries
    .filter(
      (entry) => !entry.name.startsWith('.') && (entry.isDirectory() || /\.json(\.gz)?$/i.test(entry.name)),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name } of inside) yield* below(join(place, name), false);
  if (isNamed && inside.length === 0) yield unusable(`${place} has no file that ends in .json or .json.gz`);
}
