/** The way to a part of a document: member names and array indexes from the root. */
export type Path = readonly (string | number)[];

/** A finding in a document, an error or a warning, before its position is looked up. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly path: Path;
  /** The mistake and the expectation, in one sentence without a full stop. */
  readonly message: string;
  /** The remedy, for example the nearest known name. */
  readonly hint?: string;
};

/**
 * A place in the text, lines and columns counted from 1. `origin` says which templates put the value there:
 * `for item 2 of HOST`; `inOrder` makes it a part of the message.
 */
export type Place = { readonly line: number; readonly column: number; readonly origin?: string };

/** A finding with its place. */
export type Problem = Finding & Place;

/**
 * Collects all findings of one pass over a document, so that an author corrects it once. Every parse function
 * gets it; none throws for a wrong document.
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
