import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rm,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** A CommonJS script that has run. */
export type KeptScript = {
  readonly exports: object;
  /** True when V8 used the compiled code of an earlier run. */
  readonly isCompiled: boolean;
  /** Stores the compiled code of all functions that have run, unless V8 used stored code. */
  readonly keep: () => void;
};

/**
 * Runs a script in ASCII, which has no `import()`, with the compiled code that an earlier run has kept in a
 * folder. Node itself keeps compiled code before a module runs, and V8 compiles most functions when they
 * first run. Code that does not fit the script, V8 or its flags is not used. Code that cannot be stored is
 * not kept.
 *
 * @param folder Absent: compiled code is neither read nor kept.
 */
export function runScript(path: string, folder: string | undefined): KeptScript {
  const bytes = readFileSync(path);
  const script = `${begin}${bytes.toString('latin1')}${end}`;
  const name = `${cachedDataVersionTag().toString(16)}-${crc32(bytes).toString(16)}-${bytes.length}`;
  const file = folder === undefined ? undefined : join(folder, 'scripts', name);
  const cachedData = file === undefined ? undefined : readKept(file);
  const compiled = new Script(script, {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  const isCompiled = compiled.cachedDataRejected === false;
  const flags = isCompiled ? undefined : flagsIn(new Script('').createCachedData());
  const module = { exports: {} };
  compiled.runInThisContext()(module.exports, createRequire(path), module, path, dirname(path));
  return {
    exports: module.exports,
    isCompiled,
    keep() {
      if (file === undefined || flags === undefined) return;
      const data = compiled.createCachedData();
      flagsIn(data).set(flags);
      writeKept(file, data);
    },
  };
}

/**
 * The hash of V8's flags in compiled code: the fourth number, after those of the format, the version and the
 * source. A drive changes flags after it is loaded, and its next process begins without them. None of these
 * flags changes the code that is kept. A V8 with another form of compiled code would reject the code, and the
 * next process would compile the functions again.
 */
const flagsIn = (data: Buffer): Buffer => data.subarray(12, 16);

/** The function around a CommonJS module. */
const begin = '(function(exports,require,module,__filename,__dirname){';
const end = '\n})';

/** A file has the checksum of the compiled code before the code. V8 itself does not detect every damage. */
const checksumBytes = 4;

function readKept(file: string): Buffer | undefined {
  let opened: number | undefined;
  try {
    opened = openSync(file, 'r');
    if (!isOwn(fstatSync(opened))) return undefined;
    const bytes = readFileSync(opened);
    const data = bytes.subarray(checksumBytes);
    return crc32(data) === bytes.readUInt32LE(0) ? data : undefined;
  } catch {
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** False for a file that another user may have written, because compiled code can do everything. */
const isOwn = ({ uid, mode }: Stats): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & othersWrite) === 0);

const othersWrite = 0o022;

/** Stores compiled code by a rename, so that no other process reads a part of it. */
function writeKept(file: string, data: Buffer): void {
  const temporary = `${file}.${process.pid}.tmp`;
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(data));
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, Buffer.concat([checksum, data]), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch {
    rm(temporary, { force: true }, () => undefined);
  }
}
