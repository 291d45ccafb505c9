import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DownpourError } from '../../lib/errors.ts';
import { checkWritable } from './write-file.ts';

/** A kind of output files. */
export type OutputKind = {
  /** The name of the kind in messages such as `Cannot write ${name} to x`. */
  readonly name: string;
  /** The beginning of every file of this kind, and of no other file. */
  readonly begins: RegExp;
  /** Matches file names whose extension belongs to another format. Absent: the file may have any name. */
  readonly foreignName?: RegExp;
};

/** The output of `run --json`. It is the run document, or an object with the reason why no run exists. */
export const runDocumentKind: OutputKind = {
  name: 'the run document',
  begins:
    /^\s*\{\s*("\$schema"\s*:\s*"(urn:downpour:(schema:)?run|[^"]*\brun\.schema\.json)"|"event"\s*:\s*"result")/,
};

export const pageKind: OutputKind = {
  name: 'the report',
  begins:
    /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy"/,
  foreignName: /\.(csv|json|jsonl|md|pdf|txt|xlsx|xml|ya?ml)$/i,
};

export const parquetKind: OutputKind = { name: 'the label values', begins: /^PAR1/ };

/**
 * Rejects an output before a command does its work, if the output would destroy a file. This may be an input
 * of the command under any name, or a file that is not an earlier output of this kind. Also rejects a name
 * that promises another format.
 *
 * @throws DownpourError FILE_UNUSABLE (400).
 */
export async function checkOutput(
  file: string,
  kind: OutputKind,
  inputs: readonly string[] = [],
): Promise<void> {
  await refuseInput(file, kind, inputs);
  await refuseOtherKind(file, kind);
  if (kind.foreignName?.test(file)) throw unusable(kind.name, file, foreign);
  await checkWritable(file);
}

/**
 * Rejects two outputs to the same file or to standard output (`-`).
 * @throws DownpourError OUTPUT_TWICE (400)
 */
export function refuseTwice(outputs: readonly string[]): void {
  const places = outputs.map((name) => (name === '-' ? name : resolve(name)));
  const twice = places.find((place, at) => places.indexOf(place) < at);
  if (twice === undefined) return;
  const where = twice === '-' ? 'standard output' : twice;
  throw new DownpourError(
    'OUTPUT_TWICE',
    400,
    `Two outputs are written to ${where}: name another file for one of them`,
  );
}

/**
 * Rejects an output that is a file which the command reads.
 * @throws DownpourError FILE_UNUSABLE (400)
 */
export async function refuseInput(
  file: string,
  { name }: Pick<OutputKind, 'name'>,
  inputs: readonly string[],
): Promise<void> {
  const output = await identityOf(file);
  if (output === undefined) return;
  for (const input of inputs) {
    if ((await identityOf(input)) === output)
      throw unusable(name, file, `this command reads ${input}, which is the same file; name another file`);
  }
}

/**
 * The identity of a file, which is the same for all links and names of the file. Undefined for a missing
 * file.
 */
async function identityOf(file: string): Promise<string | undefined> {
  const info = await stat(file, { bigint: true }).catch(() => undefined);
  return info?.isFile() ? `${info.dev}:${info.ino}` : undefined;
}

async function refuseOtherKind(file: string, { name, begins }: OutputKind): Promise<void> {
  const beginning = await beginningOf(file);
  if (beginning === undefined || begins.test(beginning)) return;
  throw unusable(
    name,
    file,
    'the file has other contents, which would be lost; delete the file, or name another file',
  );
}

/**
 * The first characters of an existing file. Undefined when the file is missing or empty, so that no content
 * can be lost.
 */
async function beginningOf(file: string): Promise<string | undefined> {
  const info = await stat(file).catch(() => undefined);
  if (info === undefined || !info.isFile() || info.size === 0) return undefined;
  try {
    const bytes = await buffer(createReadStream(file, { end: enough - 1 }));
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch {
    // An unreadable file may still be writable. `?` matches no kind of output, so the file is not
    // overwritten.
    return '?';
  }
}

const foreign =
  'the report is an HTML page; name a file that ends with .html, or write another format with `downpour export`';

/** The number of bytes that are read, far more than the longest known beginning. */
const enough = 4_096;

const unusable = (name: string, file: string, why: string): DownpourError =>
  new DownpourError('FILE_UNUSABLE', 400, `Cannot write ${name} to ${file}: ${why}`);
