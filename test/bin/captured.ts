import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { Terminal } from '../../bin/terminal/terminal.ts';

/** A terminal of this width that records its text. Without a width, it is a file. */
export function captured(width?: number): { readonly terminal: Terminal; readonly text: () => string } {
  let written = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  const shape = width === undefined ? {} : { isTTY: true, columns: width, rows: 25 };
  return {
    terminal: new Terminal(Object.assign(stream, shape) as unknown as NodeJS.WriteStream, {
      TERM: 'xterm',
      NO_COLOR: '1',
    }),
    text: () => stripVTControlCharacters(written),
  };
}
