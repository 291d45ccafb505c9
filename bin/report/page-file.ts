import type { PageComparison } from '../../lib/report/page/comparison-types.ts';
import { bytes } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { writeText } from '../files/write-file.ts';
import type { NamedRun } from './named-run.ts';

/**
 * Writes the report page of a run. `-` prints the page.
 * @throws DownpourError (400) for a file that cannot be written.
 */
export async function writePage(
  { run, id }: Pick<NamedRun, 'run' | 'id'>,
  output: string,
  { out, err }: Context,
  comparison?: PageComparison,
): Promise<void> {
  const [{ reportPage }, { pageAssets }] = await Promise.all([
    import('../../lib/report/page/report-page.ts'),
    import('../../lib/report/page/page-assets.ts'),
  ]);
  const page = reportPage({
    run,
    ...(id === undefined ? {} : { id }),
    assets: await pageAssets(),
    ...(comparison === undefined ? {} : { comparison }),
  });
  if (output === '-') return out.print(page);
  await writeText(output, page);
  err.say(`Wrote the report to ${output} (${bytes(Buffer.byteLength(page))})`);
}
