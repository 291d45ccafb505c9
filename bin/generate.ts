/**
 * Writes all generated files: schema/openapi.json from its parts in schema/api/, lib/api.generated.ts and the
 * clients' trees of paths from schema/openapi.json, the options of the construct for the CDK, the pages in
 * docs/ from the contract, the schemas and the code, schema/editor.schema.json, and the module that reads
 * JSON. Tests fail when a file differs from the output of this program.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { project } from '../lib/project.ts';
import { pages } from './docs/pages.ts';
import { apiJson } from './generate/api-document.ts';
import { apiTypes } from './generate/api-types.ts';
import { benchmarkSchema } from './generate/benchmark-schema.ts';
import { cdkOptions, cdkOptionsFile } from './generate/cdk-options.ts';
import { goClient } from './generate/clients/go.ts';
import { pythonClient } from './generate/clients/python.ts';
import { typescriptClient } from './generate/clients/typescript.ts';
import { editorSchema } from './generate/editor-schema.ts';
import { machineFile, machineModule } from './generate/json-machine.ts';

const files = [
  ['schema/openapi.json', apiJson()],
  ['lib/api.generated.ts', await apiTypes()],
  ['lib/client/raw.generated.ts', typescriptClient()],
  ...Object.entries(await goClient()).map(([name, text]) => [`clients/go/${name}`, text] as const),
  ...pythonClient(),
  ['schema/benchmark.schema.json', benchmarkSchema()],
  ['schema/editor.schema.json', editorSchema()],
  [cdkOptionsFile, cdkOptions()],
  [machineFile, await machineModule()],
  ...[...(await pages())].map(([name, text]) => [`docs/${name}`, text] as const),
] as const;

for (const [name, text] of files) {
  const file = join(project, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
