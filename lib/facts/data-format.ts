/**
 * The format of the data in a data folder or a deployment. When the format changes, Downpour converts the
 * data of the previous format (`lib/local/data-format.ts`), and `test/data/data-folders` gets a folder of the
 * old format. A deployment writes the number to the repository's table (`repositoryKey.format`) before any
 * data of the new format. Functions of an older version refuse a newer number.
 *
 * * 0: until 22 November 2026 (before commit d0f1a20b). Runs are in another table, with other ids. Downpour
 * refuses this format.
 * * 1: since then. Its first folders and deployments have no number.
 */
export const dataFormat = 1;
