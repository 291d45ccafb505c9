import { keyCache } from '../../../lib/results/identity/limits.ts';
import { corrections } from '../../../lib/results/query/jsonpath/grammar/corrections.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/queries.md. */
export const queriesPage = (): string =>
  filledPage('queries.md', {
    corrections: table(
      ['expression', 'probably meant', 'because'],
      corrections.map(({ form, becomes, what }) => [codeWithBacktick(form), code(becomes), what]),
    ),
    goodSeconds: String(keyCache.goodMs / 1000),
    refusedSeconds: String(keyCache.refusedMs / 1000),
  });

const codeWithBacktick = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : code(text));
