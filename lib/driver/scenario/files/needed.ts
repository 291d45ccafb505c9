import type { Findings, Path } from '../../document/problem.ts';
import type { Files } from '../../model/files.ts';
import { pathProblem } from './path.ts';

/** The files that came with the document, why others did not, and the paths of those that it needs. */
export type FileChecking = {
  readonly findings: Findings;
  /** Absent while it is only asked which ones it needs. */
  readonly files?: Files | undefined;
  /** Why a file could not be taken, by path; of others it is said that they are not there. */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** Absent: nobody asks. */
  readonly neededFiles?: Set<string>;
};

/**
 * Notes that the document needs this file at run time, and reports one that cannot be had. The bytes are for
 * checking the content: they are undefined while nobody has read the files, and what is parsed must be the
 * same without them.
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
