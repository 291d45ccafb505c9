/** The path to a part of a document: names of members and indexes of lists, from the root. */
export type Path = readonly (string | number)[];

/** A problem in a document (an error or a warning) before its line and column are known. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly path: Path;
  /** One sentence without a full stop: the mistake, and the expected value. */
  readonly message: string;
  /** How to correct the mistake, for example the most similar known name. */
  readonly hint?: string;
};

/**
 * A place in the text. Lines and columns count from 1. `origin` names the templates that made the value, such
 * as `for item 2 of HOST`; `inOrder` adds it to the message.
 */
export type Place = { readonly line: number; readonly column: number; readonly origin?: string };

/** A finding with its line and column in the text. */
export type Problem = Finding & Place;

/**
 * Collects all findings of one pass over a document, so that its author can correct everything at once. Every
 * parse function receives it, and none throws for a wrong document.
 */
export class Findings {
  readonly list: Finding[] = [];

  error(path: Path, message: string, hint?: string): void {
    this.list.push(
      hint === undefined ? { severity: 'error', path, message } : { severity: 'error', path, message, hint },
    );
  }

  warning(path: Path, message: string, hint?: string): void {
    this.list.push(
      hint === undefined
        ? { severity: 'warning', path, message }
        : { severity: 'warning', path, message, hint },
    );
  }

  get refused(): boolean {
    return this.list.some((finding) => finding.severity === 'error');
  }
}
