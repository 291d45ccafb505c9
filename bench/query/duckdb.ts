import type { Contender, Measured } from './contender.ts';
import type { StoredDocument } from './document.ts';
import type { Question } from './question.ts';
import { output } from './spawned.ts';

/** Runs a query twice in one process with one thread. The document is read as a file each time. */
const script = `
import json, resource, sys, time
import duckdb
mode, file, expression = sys.argv[1:]
connection = duckdb.connect()
connection.execute('PRAGMA threads=1')
connection.execute('SET enable_progress_bar=false')
query = f"SELECT to_json({expression})::VARCHAR FROM (SELECT content::JSON AS document FROM read_text('{file}'))"
def ask():
    return connection.execute(query).fetchone()[0]
def spent():
    return {'cpuMs': time.process_time() * 1000, 'wallMs': (time.time() - started) * 1000}
connection.execute("SET memory_limit='12GB'")
started = time.time()
try:
    text = ask()
except duckdb.OutOfMemoryException:
    print(json.dumps({'way': 'out of memory', 'cold': spent(), 'memoryMb': 12e9 / 2**20}))
    sys.exit()
if mode == 'answer':
    print(text)
    sys.exit()
cold = spent()
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
ask()
both = spent()
warm = {name: both[name] - cold[name] for name in cold}
print(json.dumps({'way': 'parse', 'cold': cold, 'warm': warm, 'memoryMb': memory}))
`;

/**
 * DuckDB's functions for JSON, in a process of Python.
 * @param python a program that has the package duckdb.
 */
export async function duckdb(python: string): Promise<Contender> {
  const version = await output(python, ['-c', 'import duckdb; print(duckdb.__version__)']);
  const ask = (mode: string, { duckdb: expression }: Question, { file }: StoredDocument): Promise<string> =>
    output(python, ['-c', script, mode, file, expression]);
  return {
    name: `DuckDB ${version.trim()}`,
    load: async () => undefined,
    answer: async (question, document) =>
      JSON.parse(await ask('answer', question, document)) as readonly unknown[],
    measure: async (question, document) => JSON.parse(await ask('measure', question, document)) as Measured,
  };
}
