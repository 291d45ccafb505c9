import type { Findings, Path } from '../../document/problem.ts';
import type { Files } from '../../model/files.ts';
import { pathProblem } from './path.ts';

/**
 * The files of a document for a check: those that came with it, why others could not be read, and those that
 * it needs.
 */
export type FileChecking = {
  readonly findings: Findings;
  /** The files of the document. Absent while the caller only wants to know which files it needs. */
  readonly files?: Files | undefined;
  /** The reason why a file could not be read, by path. Other absent files are reported as missing. */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** Receives the paths of the needed files. Absent when the caller does not need them. */
  readonly neededFiles?: Set<string>;
};

/**
 * Notes that the document needs this file at run time, and reports a file that cannot be read. Returns the
 * bytes, for checks of the content. They are undefined while no caller has read the files, and the parsed
 * result must be the same without them.
 */
export function needFile(path: string, at: Path, checking: FileChecking): Uint8Array | undefined {
  const { findings, files, fileProblems, neededFiles } = checking;
  const wrong = pathProblem(path);
  if (wrong !== undefined) {
    findings.error(at, wrong.message, wrong.hint);
    return undefined;
  }
  neededFiles?.add(path);
  const bytes = files?.get(path);
  if (files !== undefined && bytes === undefined)
    findings.error(
      at,
      fileProblems?.get(path) ?? `file '${path}' was not sent with the document; send both together`,
    );
  return bytes;
}
