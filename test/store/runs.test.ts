import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { NoSuchKey, type S3Client } from '@aws-sdk/client-s3';
import { openRunStore } from '../../lib/store/runs.ts';
import { openMemoryObjects } from './memory-objects.ts';
import { type Answer, bodyOf, failedWith, recording } from './recording.ts';

/** The requests of a run store to S3, and its handling of each answer. */

const bytes = Uint8Array.of(1, 2, 3);
function open(...answers: readonly Answer[]) {
  const { client, sent } = recording<S3Client>(answers);
  return { runs: openRunStore(client, 'bucket'), sent };
}

suite('a document', () => {
  test('is written on the condition that none is there', async () => {
    const { runs, sent } = open();
    assert.equal(await runs.put(7, bytes), true);
    assert.deepEqual(sent, [
      {
        kind: 'PutObjectCommand',
        input: {
          Bucket: 'bucket',
          Key: 'runs/7/run.json',
          Body: bytes,
          ContentType: 'application/json',
          IfNoneMatch: '*',
        },
      },
    ]);
  });

  test('that is there already stays, which takes one question', async () => {
    const { runs, sent } = open(failedWith(412));
    assert.equal(await runs.put(7, bytes), false);
    assert.equal(sent.length, 1);
  });

  test('is written again when two writes met, five times in all', async () => {
    const conflict = failedWith(409);
    const first = open(conflict, conflict, conflict, conflict);
    assert.equal(await first.runs.put(7, bytes), true);
    assert.equal(first.sent.length, 5);
    const lost = open(conflict, failedWith(412));
    assert.equal(await lost.runs.put(7, bytes), false);
    const never = open(...Array.from({ length: 9 }, () => conflict));
    await assert.rejects(never.runs.put(7, bytes), conflict);
    assert.equal(never.sent.length, 5);
  });

  test('that cannot be written for another reason is not asked for twice', async () => {
    const notOfTheStore = Object.assign(new Error('gone'), { $metadata: { httpStatusCode: 409 } });
    for (const error of [failedWith(500), notOfTheStore]) {
      const { runs, sent } = open(error);
      await assert.rejects(runs.put(7, bytes), error);
      assert.equal(sent.length, 1);
    }
  });
});

suite('reading', () => {
  const rangeOf = async (start: number, end?: number) => {
    const { runs, sent } = open(bodyOf(bytes));
    return [await runs.document(7)(start, end), sent[0]?.input.Range];
  };

  test('asks for a range whose last byte counts in', async () => {
    assert.deepEqual(await rangeOf(10, 20), [bytes, 'bytes=10-19']);
    assert.deepEqual(await rangeOf(0, 1), [bytes, 'bytes=0-0']);
    assert.deepEqual(await rangeOf(10), [bytes, 'bytes=10-']);
    assert.deepEqual(await rangeOf(0), [bytes, 'bytes=0-']);
    assert.deepEqual(await rangeOf(-8), [bytes, 'bytes=-8']);
  });

  test('asks for nothing when the range is empty', async () => {
    for (const [start, end] of [
      [5, 5],
      [5, 4],
      [0, 0],
    ] as const)
      assert.deepEqual(await rangeOf(start, end), [new Uint8Array(0), undefined]);
  });

  test('reads the document and its index each at its own place, whole without a range', async () => {
    const { runs, sent } = open();
    await runs.get(7);
    await runs.document(7)(0, 5);
    await runs.index(7)(-4);
    assert.deepEqual(
      sent.map(({ input }) => input),
      [
        { Bucket: 'bucket', Key: 'runs/7/run.json', Range: undefined },
        { Bucket: 'bucket', Key: 'runs/7/run.json', Range: 'bytes=0-4' },
        { Bucket: 'bucket', Key: 'runs/7/index', Range: 'bytes=-4' },
      ],
    );
  });

  test('finds nothing where no object is, no bytes behind its end, and throws any other failure', async () => {
    const missing = new NoSuchKey({ message: 'none', $metadata: { httpStatusCode: 404 } });
    assert.equal(await open(missing).runs.get(7), undefined);
    assert.deepEqual(await open(failedWith(416)).runs.index(7)(50, 60), new Uint8Array(0));
    for (const status of [403, 404, 500]) {
      const error = failedWith(status);
      await assert.rejects(open(error).runs.get(7), error);
    }
  });
});

test('an object whose body breaks off is read again, three times in all', async () => {
  const broken = new Error('aborted');
  const cut = { Body: { transformToByteArray: async () => Promise.reject(broken) } };
  const { runs, sent } = open(cut, cut, bodyOf(bytes));
  assert.deepEqual(await runs.get(7), bytes);
  assert.equal(sent.length, 3);
  const never = open(cut, cut, cut, bodyOf(bytes));
  await assert.rejects(never.runs.get(7), broken);
});

test('an index is written even when an object exists there', async () => {
  const { runs, sent } = open();
  await runs.putIndex(7, bytes);
  assert.deepEqual(sent, [
    {
      kind: 'PutObjectCommand',
      input: { Bucket: 'bucket', Key: 'runs/7/index', Body: bytes, ContentType: undefined },
    },
  ]);
});

test('label values that are too large for the table come back as they were stored', async () => {
  const runs = openRunStore({ send: openMemoryObjects().send } as unknown as S3Client, 'bucket');
  const values = { 3: '"a"', 4: '[1.50]' };
  await runs.putLabelValues(1, 2, values);
  assert.deepEqual(await runs.labelValues(1, 2), values);
  assert.equal(await runs.labelValues(1, 3), undefined);
});
