import { gzipSync } from 'node:zlib';
import type { PageData } from './page-data.ts';

/** The data of a page as one text that a browser expands: JSON, gzip, Base64. */
export const blockOf = (data: PageData): string =>
  gzipSync(JSON.stringify(data), { level: 9 }).toString('base64');
