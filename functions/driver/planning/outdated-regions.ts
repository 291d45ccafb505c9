import type { Plan } from '../../../lib/driver/model/plan.ts';
import { DownpourError } from '../../../lib/errors.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { releaseIn } from '../../region-machines.ts';

/** The regions of a plan whose drives have the code of another release. Such drives would send nothing. */
export async function otherReleases(
  { phases }: Plan,
  { machine }: Pick<BurstRecord, 'machine'>,
  release: string,
): Promise<readonly string[]> {
  const regions = [...new Set(phases.flatMap(({ afar = [] }) => afar.map(({ region }) => region)))];
  if (machine === undefined || regions.length === 0) return [];
  const found = await Promise.all(regions.map((region) => releaseIn(region, machine)));
  return regions.filter((_, n) => found[n] !== undefined && found[n] !== release);
}

/** The error of a burst for which regions have drives of another release. */
export const otherReleaseError = (regions: readonly string[]): DownpourError =>
  new DownpourError(
    'OTHER_RELEASE',
    409,
    `the load generators in ${regions.join(' and ')} have code of another release: deploy the stage again with all its regions`,
  );
