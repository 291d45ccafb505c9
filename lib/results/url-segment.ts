import { DownpourError } from '../errors.ts';

/**
 * False for the names `.` and `..`, which mean a folder in a path, also when they are percent-encoded (WHATWG
 * URL). No client can request such a name.
 */
export const isPathSegment = (name: string): boolean => !/^\.{1,2}$/.test(name);

/** Whether a name has characters that no person can read or type. The contract has the same pattern. */
export const hasControls = (name: string): boolean => /[\p{Cc}\p{Cs}]/u.test(name);

/**
 * Rejects a name that the path of a URL cannot contain, or that no person can read or type.
 * @throws DownpourError 400.
 */
export function refuseUnlessSegment(code: string, what: string, name: string): void {
  if (hasControls(name)) {
    const found = JSON.stringify(name);
    throw new DownpourError(
      code,
      400,
      `${what} cannot have the name ${found}, because it has control characters or incomplete Unicode characters; choose another name`,
    );
  }
  if (isPathSegment(name)) return;
  const message = `${what} cannot have the name '${name}', because a URL reads this name as a folder; choose another name`;
  throw new DownpourError(code, 400, message);
}
