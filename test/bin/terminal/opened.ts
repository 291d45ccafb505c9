import { Terminal } from '../../../bin/terminal/terminal.ts';

/**
 * A terminal with a number of columns and rows. It records all text that is written to it, with the control
 * sequences.
 */
export function opened(shape: object, environment: NodeJS.ProcessEnv = { NO_COLOR: '1' }) {
  const written: string[] = [];
  const stream = { isTTY: true, columns: 10, rows: 4, ...shape, write: (text: string) => written.push(text) };
  // The terminal only writes to its stream, and asks for its size.
  const terminal = new Terminal(stream as unknown as NodeJS.WriteStream, environment);
  return { terminal, stream, written: () => written.splice(0).join('') };
}
