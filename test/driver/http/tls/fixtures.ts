import { readdirSync, readFileSync } from 'node:fs';
import type { Files } from '../../../../lib/driver/model/files.ts';

const folder = new URL('../../../data/tls/stores/', import.meta.url);

export const fixture = (name: string): Buffer => readFileSync(new URL(name, folder));

/** All fixtures as the files of a document. */
export const fixtures: Files = new Map(readdirSync(folder).map((name) => [name, fixture(name)]));

/** The password of every store except `unicode.p12`. */
export const password = 'test123';
