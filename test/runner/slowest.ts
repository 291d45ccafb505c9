/**
 * The slowest test files, the slowest first. Most of them wait for processes and load. A file that is not in
 * this list runs later.
 */
export const slowest: readonly string[] = [
  'test/package.test.ts',
  'test/functions/driver/drive.test.ts',
  'test/docs-commands.test.ts',
  'test/bin/end-to-end.test.ts',
  'test/bundle-contents.test.ts',
  'test/local/faults/drives.test.ts',
  'test/docs/contributing.test.ts',
  'test/bin/ends-with-command.test.ts',
  'test/burst-simulation/laws.test.ts',
  'test/package/install.test.ts',
  'test/bin/program-bundle.test.ts',
  'test/local/faults/callers.test.ts',
  'test/functions/driver/outcomes.test.ts',
  'test/bin/wrk/wrk.test.ts',
  'test/local/kill-work.test.ts',
  'test/local/attacks.test.ts',
  'test/functions/driver/burst.test.ts',
  'test/functions/driver/warm-up.test.ts',
  'test/bin/mistakes.test.ts',
  'test/local/faults/full-disk.test.ts',
  'test/functions/driver/lost-drives.test.ts',
  'test/bin/import.test.ts',
  'test/bundle.test.ts',
  'test/bin/lost-terminal.test.ts',
  'test/bin/help.test.ts',
  'test/bin/upload/upload-files.test.ts',
  'test/bin/files-and-hooks.test.ts',
  'test/local/tasks.test.ts',
  'test/docs/ci.test.ts',
  'test/driver/http/memory.test.ts',
  'test/bin/series.test.ts',
  'test/local/kill.test.ts',
  'test/bin/commands.test.ts',
];

/** The slowest test files that need peers. They use the processor nearly all of the time. */
export const slowestWithPeers: readonly string[] = [
  'test/peers/python/deploy/deploy.test.ts',
  'test/peers/python/contract/contract.test.ts',
  'test/peers/python/bursts/bursts.test.ts',
  'test/peers/shell/docs-commands.test.ts',
  'test/peers/python/templates/templates.test.ts',
  'test/peers/lambda/bundles.test.ts',
  'test/peers/chromium/pages/runs.test.ts',
];

/** Sorts test files. The files of the list come first. */
export function slowestFirst(files: readonly string[]): readonly string[] {
  const slow = slowestWithPeers.filter((file) => files.includes(file));
  return [...slow, ...files.filter((file) => !slow.includes(file))];
}
