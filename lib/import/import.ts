import { importCurl, isOtherCopy } from './curl/curl.ts';
import { Draft } from './draft/draft.ts';
import type { FindFile } from './draft/find-file.ts';
import { withoutEscapedPlaceholders } from './draft/placeholders.ts';
import { importHar } from './har/har.ts';
import { fieldsOf, parseJson } from './json.ts';
import { importOpenApi } from './openapi/openapi.ts';
import { otherFormat } from './other-formats.ts';
import { importPostman, isOldCollection } from './postman/postman.ts';
import { Refusal } from './refusal.ts';

/** The formats that Downpour imports, by their names on the command line. */
export const kinds = ['curl', 'har', 'openapi', 'postman'] as const;
export type Kind = (typeof kinds)[number];

export type ImportOptions = {
  /**
   * True: the import also takes parts that are left out by default, such as static resources of a HAR, and
   * operations that may change data.
   */
  readonly all: boolean;
  /** Finds the files that requests send. Absent: the file names of the source are used unchanged. */
  readonly findFile?: FindFile;
};

export type Imported = { readonly kind: Kind; readonly draft: Draft };

/**
 * Makes a draft from a source. If `kind` is undefined, the content decides. Parts that a document cannot
 * express are left out with a warning in the draft.
 * @throws Refusal when the source is wrong, or when all parts are left out.
 */
export function importText(source: string, kind: Kind | undefined, options: ImportOptions): Imported {
  const text = withoutEscapedPlaceholders(source.replace(/^\uFEFF/, ''));
  if (text.trim() === '') throw new Refusal('it is empty');
  if (text.includes('\0')) throw new Refusal('this text is binary or UTF-16; save the file as UTF-8 text');
  const found = kind ?? kindOf(text);
  const draft = new Draft(options.findFile);
  importers[found](text, draft, options);
  draft.dropUnread();
  if (draft.requests.length === 0) {
    const message =
      draft.warnings.length > 0
        ? 'no request can be imported; the warnings above have the reasons'
        : 'found no request; add at least one request to the file';
    throw new Refusal(message, undefined, draft.warnings);
  }
  return { kind: found, draft };
}

const importers: Readonly<Record<Kind, (text: string, draft: Draft, options: ImportOptions) => void>> = {
  curl: importCurl,
  har: importHar,
  openapi: importOpenApi,
  postman: importPostman,
};

/** Detects the kind of a source: curl by its name, other kinds by a member that only they have. */
export function kindOf(text: string): Kind {
  if (/^\s*\{/.test(text)) {
    const root = fieldsOf(parseJson(text));
    if (root.openapi !== undefined || root.swagger !== undefined) return 'openapi';
    if (fieldsOf(root.log).entries !== undefined) return 'har';
    if (root.item !== undefined || root.collection !== undefined || isOldCollection(root)) return 'postman';
  } else {
    if (/^["']?(openapi|swagger)["']?\s*:/m.test(text)) return 'openapi';
    if (isOtherCopy(text) || /(^|[\s;&|/\\])curl(\.exe)?["']?\s/m.test(text)) return 'curl';
  }
  const other = otherFormat(text);
  if (other !== undefined)
    throw new Refusal(`this is ${other.name}, which Downpour cannot convert; ${other.next}`);
  if (/^name[ \t]*:/m.test(text) && /^(phases|scenario|staircase)[ \t]*:/m.test(text))
    throw new Refusal('this is a benchmark document, which needs no import: `downpour run FILE` runs it');
  throw new Refusal(`the kind of the file is unknown; write one of ${kinds.join(', ')} before the file name`);
}
