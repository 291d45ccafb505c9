import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

/**
 * Converts a stack to lines of the sources, if the modules of a bundle have their maps next to them. The maps
 * are read only after a failure. The platform's own conversion would read them at every start.
 */
export const readableStack = (stack: string): string =>
  stack.replaceAll(
    /(?<=^|[\s(])(?:file:\/\/)?(\/[^\s():]+\.mjs):(\d+):(\d+)/g,
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

/** Reads the source map of a bundle. Bundles on one machine have no map. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** The path of a source within the project. A map names sources relative to the folder of the build. */
const fromProject = (source: string): string => source.replace(/^(\.\.\/)+/, '');
