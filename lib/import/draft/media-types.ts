import { extname } from 'node:path';

/** The boundary in a media type. Undefined when it has none. */
export function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  return quoted ?? plain;
}

/** The media type of a file by the end of its name. */
export const typeOfFile = (name: string): string =>
  types[extname(name).toLowerCase()] ?? 'application/octet-stream';

const types: Readonly<Record<string, string>> = {
  '.txt': 'text/plain',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
};
