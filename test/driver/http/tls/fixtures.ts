import { readdirSync, readFileSync } from 'node:fs';
import type { Files } from '../../../../lib/driver/model/files.ts';

const folder = new URL('../../../data/tls/stores/', import.meta.url);

export const fixture = (name: string): Buffer => readFileSync(new URL(name, folder));

/** All of them, as files that came with a document. */
export const fixtures: Files = new Map(readdirSync(folder).map((name) => [name, fixture(name)]));

/** Of every store but `unicode.p12`. */
export const password = 'test123';
