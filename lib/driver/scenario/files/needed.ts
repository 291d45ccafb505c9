import type { Findings, Path } from '../../document/problem.ts';
import type { Files } from '../../model/files.ts';
import { pathProblem } from './path.ts';

/** The files that came with the document, why others did not, and the paths of those that it needs. */
export type FileChecking = {
  readonly findings: Findings;
  /** Absent while it is only asked which ones it needs. */
  readonly files?: Files | undefined;
  /** The reason why a file could not be read, by path. Other absent files are reported as missing. */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** Absent: the caller does not need the list. */
  readonly neededFiles?: Set<string>;
};

/**
 * Notes that the document needs this file at run time, and reports a file that cannot be read. The bytes are
 * for checking the content: they are undefined while no caller has read the files. The parsed result must be
 * the same without them.
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
    findings.error(at, fileProblems?.get(path) ?? `file '${path}' did not come with the document`);
  return bytes;
}
