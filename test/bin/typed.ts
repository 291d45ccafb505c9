import { buildProgram } from '../../bin/program.ts';
import { captured } from './captured.ts';

type Typing = {
  readonly environment?: NodeJS.ProcessEnv;
  /** The width of the terminal. Absent: both outputs are plain files. */
  readonly width?: number;
};

/** Runs `downpour` with these arguments in this process. Returns the output and the exit code. */
export async function typed(words: readonly string[], { environment = {}, width }: Typing = {}) {
  const [out, err] = [captured(width), captured(width)];
  let code: number | undefined;
  const finish = (given: number): void => {
    code = given;
  };
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
  return { code, error, out: out.text(), err: err.text() };
}
