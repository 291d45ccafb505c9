import type { Format } from './format.ts';

/**
 * HdrHistogram's log: of a stored run a row for each second and metric, of a file one for each metric of a
 * phase.
 */
export const hdr: Format = {
  name: 'hdr',
  extension: 'hlog',
  begins: /^#\[(Logged with downpour |Histogram log format )/,
  summary: 'a log of HdrHistogram (.hlog) with full resolution; of a stored run second by second',
  wants: 'histograms',
  async write(run, histograms) {
    const { totalsLog } = await import('../../driver/run/histogram-log.ts');
    return histograms ?? totalsLog(run);
  },
};
