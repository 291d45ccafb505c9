/** The most files in one folder. A longer list is hard to read. */
const filesMax = 15;

/**
 * Folders with many files of one kind, which may have more files. A reader who looks for a file knows its
 * name.
 */
const collections: readonly string[] = [
  'lib/driver/arrivals',
  'lib/driver/scenario/actions',
  'lib/driver/scenario/steps',
  'lib/driver/scenario/handlers',
  'functions/api',
  'bench',
  'bin/commands',
  'docs',
  'test',
];

/** Folders of code that have more than `filesMax` files. */
export function crowdedFolders(files: readonly string[]): string[] {
  const folders = Map.groupBy(
    files.filter((file) => file.endsWith('.ts')),
    (file) => file.split('/').slice(0, -1).join('/'),
  );
  return [...folders].flatMap(([folder, { length }]) => {
    if (collections.some((at) => `${folder}/`.startsWith(`${at}/`))) return [];
    return length > filesMax
      ? [`${folder}:1 holds ${length} files, more than ${filesMax}; make rooms of what belongs together`]
      : [];
  });
}
