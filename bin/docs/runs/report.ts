import { excusing, judging } from '../../../lib/driver/judging/limits.ts';
import { health } from '../../../lib/driver/statistics/health/limits.ts';
import { beyondMin } from '../../../lib/report/page/number-text.ts';
import { bytesMax, smallBytesMax } from '../../../lib/report/page/size.ts';
import { bytes, percent } from '../../../lib/report/units.ts';
import run from '../../../schema/run.schema.json' with { type: 'json' };
import { code, table } from '../../generate/markdown.ts';
import { columns } from '../../report/columns.ts';
import { filledPage } from '../blocks.ts';

const { causes } = run.properties.health.properties.unhealthy.properties;

/** The page docs/report.md. */
export const reportPage = (): string =>
  filledPage('report.md', {
    columns: table(
      ['column', 'meaning'],
      columns.map(({ title, meaning }) => [code(title), meaning]),
    ),
    states: sentences(run.properties.state.description),
    causes: sentences(causes.description),
    failedRatioMax: percent(judging.failedRatioMax),
    blockedRatioMax: percent(judging.blockedRatioMax),
    cpuMax: percent(health.cpuMax),
    unhealthyShareMax: percent(excusing.unhealthyShareMax),
    latenessMsFloor: String(health.latenessNsFloor / 1e6),
    beyondMin: String(beyondMin),
    bytesMax: bytes(bytesMax),
    smallBytesMax: bytes(smallBytesMax),
  });

/** Makes a list of the sentences of a description. */
const sentences = (text: string): string => text.replaceAll(/(?:^|(?<=\.) )(?=\S)/g, '\n* ').trim();
