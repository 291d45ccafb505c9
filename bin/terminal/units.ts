/** A terminal writes numbers as every report does. */
export * from '../../lib/report/units.ts';
