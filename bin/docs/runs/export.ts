import { formats } from '../../../lib/report/formats/formats.ts';
import { code, table } from '../../generate/markdown.ts';
import { filledPage } from '../blocks.ts';

/** The page docs/export.md. */
export const exportPage = (): string =>
  filledPage('export.md', {
    formats: table(
      ['format', 'file', 'contents'],
      formats.map(({ name, extension, summary }) => [
        code(name),
        extension === undefined ? 'a folder' : code(`.${extension}`),
        summary,
      ]),
    ),
  });
