import { buildProgram } from '../../bin/program.ts';
import { captured } from './captured.ts';

type Typing = {
  readonly environment?: NodeJS.ProcessEnv;
  /** The width of the terminal. Absent: both outputs are plain files. */
  readonly width?: number;
};

/** Runs `downpour` with these arguments in this process. Returns the output and the exit codes. */
export async function typed(words: readonly string[], { environment = {}, width }: Typing = {}) {
  const [out, err] = [captured(width), captured(width)];
  /** The exit codes that the command has set. The last one is that of the process. */
  const codes: number[] = [];
  const finish = (code: number): void => void codes.push(code);
  const error = await buildProgram({
    out: out.terminal,
    err: err.terminal,
    environment,
    outlive: () => undefined,
    finish,
  })
    .parseAsync(['node', 'downpour', ...words])
    .then(
      () => undefined,
      (thrown: unknown) => thrown as Error & { readonly status?: number },
    );
  return { code: codes.at(-1), codes, error, out: out.text(), err: err.text() };
}
