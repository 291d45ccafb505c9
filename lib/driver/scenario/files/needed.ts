import type { Findings, Path } from '../../document/problem.ts';
import type { Files } from '../../model/files.ts';
import { pathProblem } from './path.ts';

/**
 * The files of a document, for a check. It has the files that came with the document, the reasons why others
 * could not be read, and the files that the document needs.
 */
export type FileChecking = {
  readonly findings: Findings;
  /**
   * The contents of the files that came with the document. Absent while the caller only wants to know which
   * files it needs.
   */
  readonly files?: Files | undefined;
  /**
   * The reason why a file could not be read, by its path. Other files without contents are reported as
   * missing.
   */
  readonly fileProblems?: ReadonlyMap<string, string> | undefined;
  /** Receives the paths of the needed files. Absent when the caller does not need them. */
  readonly neededFiles?: Set<string>;
};

/**
 * Records that the document needs this file at run time, and reports a file that cannot be read. Returns its
 * bytes, so that the caller can check the content. Undefined while no caller has read the files. The result
 * of parsing must be the same with and without the bytes.
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
