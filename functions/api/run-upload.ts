import { DownpourError } from '../../lib/errors.ts';
import {
  type StoreRunContext,
  storeRun,
  testForbidden,
} from '../../lib/repository/pipeline/store/store-run.ts';
import { queriesDatastore } from '../../lib/repository/records/datastores/datastores.ts';
import { holds, maySee, type Principal } from '../../lib/results/access.ts';
import { parseRecord, type RunRecord } from '../../lib/results/upload/parse-run-record.ts';
import {
  draftOf,
  type IndexedRun,
  readDocument,
  testNamed,
  withIndex,
} from '../../lib/results/upload/upload.ts';
import { batchingContext } from '../work-context.ts';
import { operation } from './pipeline/operation.ts';
import { json, text } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import { beginWork } from './upload/begin-work.ts';
import { uploadedOf } from './upload/multipart.ts';

export const handler = router({
  'POST /api/run/data': operation('run-upload', async ({ query, header, headers, bytes, caller, now }) => {
    const { data, metadata } = await uploadedOf(bytes, headers['content-type']);
    const { repository } = batchingContext();
    const read = readDocument(data);
    const test = await repository.tests.find(testNamed(query.test, read));
    const context = { caller, idempotencyKey: header['idempotency-key'], now, test };
    // A hidden test with a datastore is treated like a test without one, so that the reply does not reveal
    // the datastore.
    if (test !== undefined && maySee(caller, test) && queriesDatastore(test)) {
      const upload = { ...context, test, parameters: query, query: read.bytes, metadata };
      return (await import('./upload/from-datastore.ts')).uploadFromDatastore(upload);
    }
    const known = query.schema === undefined ? read.document : undefined;
    const draft = await withIndex(draftOf(caller, query, read, metadata), known);
    return text(String(await stored(draft, context)), 202);
  }),

  'POST /api/run/test': operation(
    'run-upload-record',
    async ({ query, header, body, bytes, caller, now }) => {
      const draft = parseRecord(caller, await testOf(caller, query.test, body), query, body, bytes);
      const idempotencyKey = header['idempotency-key'];
      return json([await stored(await withIndex(draft), { caller, idempotencyKey, now })], 202);
    },
  ),
});

async function stored(draft: IndexedRun, context: StoreRunContext): Promise<number> {
  const { id, due } = await storeRun(batchingContext(), draft, context);
  await beginWork(due, draft.body.length);
  return id;
}

/**
 * The name of the test for a record in the upload. If the record has the id of a test, the test must exist.
 * An error does not reveal the test's name.
 */
async function testOf(caller: Principal, named: string | undefined, { testid }: RunRecord): Promise<string> {
  if (named !== undefined && named.trim() !== '') return named.trim();
  if (testid === undefined || testid === null)
    throw new DownpourError('TEST_UNKNOWN', 400, 'No test name or id provided');
  const test = await batchingContext().repository.tests.byId(Number(testid));
  if (test !== undefined && holds(caller, 'uploader', test.owner)) return test.name;
  throw testForbidden(Number(testid));
}
