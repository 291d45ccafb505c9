import type { Format } from './format.ts';

/**
 * A log of HdrHistogram. A stored run has a row for each second and metric. A run from a file has one row for
 * each metric of a phase.
 */
export const hdr: Format = {
  name: 'hdr',
  extension: 'hlog',
  begins: /^#\[(Logged with downpour |Histogram log format )/,
  summary: 'a log of HdrHistogram (.hlog) with full resolution; for a stored run second by second',
  wants: 'histograms',
  async write(run, histograms) {
    const { totalsLog } = await import('../../driver/run/histogram-log.ts');
    return histograms ?? totalsLog(run);
  },
};
