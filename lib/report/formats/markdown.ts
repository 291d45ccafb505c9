import type { Format } from './format.ts';

/** Markdown for the summary of a GitHub job, a comment or a wiki. */
export const markdown = {
  name: 'markdown',
  extension: 'md',
  begins: /^## (✅|❌|❔|🛑|⛔) /u,
  summary: 'a summary for people: verdict, limits, numbers and health, at most 60 kB',
  write: async (run) => (await import('./markdown/summary.ts')).markdownSummary(run),
} satisfies Format;
