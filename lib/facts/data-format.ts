/**
 * The format of the data that Downpour keeps in a folder or a deployment. When the format changes, Downpour
 * converts the data of the format before it (`lib/local/data-format.ts`), and `test/data/data-folders` gets a
 * folder of the old format. In a deployment the number is in the repository's table (`repositoryKey.format`)
 * before any data of the new format. Functions of an older version refuse a newer number.
 *
 * * 0: until 22 November 2026 (before commit d0f1a20b). Runs are in another table, with other ids. Downpour
 * refuses this format.
 * * 1: since then. Its first folders and deployments have no number.
 */
export const dataFormat = 1;
