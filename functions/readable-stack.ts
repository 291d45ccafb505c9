import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * A stack in the words of the sources, where the modules of a bundle have their maps beside them; else as it is. Nothing
 * reads a map before something has failed: to let the platform do this would cost every start.
 */
export const readableStack = (stack: string): string =>
  stack.replaceAll(
    /(?:file:\/\/)?(\/[^\s():]+\.mjs):(\d+):(\d+)/g,
    (place, file: string, line: string, column: string) => {
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !('originalSource' in entry)) return place;
      return `${fromProject(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

/** A bundle of one machine has none. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** A map names its sources from where the bundle was built. */
const fromProject = (source: string): string => source.replace(/^(\.\.\/)+/, '');
