/** The part of dynalite 4 that is used here; the package has no types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  export default function dynalite(options: {
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }): Server;
}

/** Its stores: a database with callbacks behind every one. */
declare module 'dynalite/db/index.js' {
  export type Done = (error: unknown, value?: unknown) => void;

  export type Database = Record<'put' | 'del' | 'batch', (...parameters: unknown[]) => unknown> & {
    open: () => Promise<void>;
    get: (key: string, done?: Done) => unknown;
  };

  const databases: { create: (options: object) => { readonly db: Database } };
  export default databases;
}
