import type { RunDocument } from '../../driver/run/document.ts';

/** A form of a run that another tool reads. One file a format, and its line in `formats.ts`. */
export type Format = {
  /** As it is written behind `--format`. */
  readonly name: string;
  /** Of a file with it, without a dot; `undefined` for a format that is a folder of files. */
  readonly extension: string | undefined;
  /**
   * How every file of this format begins, and no other; of a format of several files each is known by its
   * first cell.
   */
  readonly begins?: RegExp;
  /** One line of the help, without a full stop. */
  readonly summary: string;
  /** It takes the histograms of all seconds, when there are any: they are kept beside a stored run. */
  readonly wants?: 'histograms';
  /** Large libraries are imported in here, so that nobody waits for them who wants another format. */
  write(run: RunDocument, histograms?: string): Written | Promise<Written>;
};

/** One text, which ends with a line break; bytes; or the files of a folder. */
export type Written = string | Uint8Array | readonly NamedFile[];

export type NamedFile = { readonly name: string; readonly text: string };
