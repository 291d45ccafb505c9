import { useEffect, useState } from 'preact/hooks';
import type { DatasetSummary } from '../../../../api.generated.ts';
import { addressOf } from '../../../addresses/table.ts';
import { announce } from '../../../components/announce.ts';
import { Failure } from '../../../components/loaded-part.tsx';
import { storedValue } from '../../../data/schemas/datasets.ts';
import * as words from '../../../words/schemas/workshop.ts';
import type { Tried } from './parse-preview.ts';

/** The waits in milliseconds between the requests for the stored values. */
const waitsMs = [500, 1_000, 1_000, 2_000, 2_000, 4_000, 8_000, 8_000, 16_000, 16_000];

type ProgressProps = {
  readonly label: number;
  readonly datasets: readonly DatasetSummary[];
  /** The values that the saved label has, by the id of the dataset. */
  readonly expected: ReadonlyMap<number, Tried>;
};

/**
 * Shows after a save how many datasets on the screen have the new value, until all have it. The server
 * computes the values in the background.
 */
export function Progress({ label, datasets, expected }: ProgressProps) {
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const [round, look] = useState(0);
  const [isLooking, setLooking] = useState(true);
  const [error, fail] = useState<unknown>();
  useEffect(() => {
    const aborting = new AbortController();
    fail(undefined);
    setLooking(true);
    follow(label, expected, setDone, aborting.signal).then(
      () => setLooking(false),
      (cause) => {
        if (aborting.signal.aborted) return;
        fail(cause);
        setLooking(false);
      },
    );
    return () => aborting.abort();
  }, [label, round]);
  const isAll = done.size === expected.size;
  const text =
    expected.size === 0
      ? words.saved()
      : isAll
        ? words.savedAll(done.size)
        : words.savedPart(done.size, expected.size);
  useEffect(() => {
    if (isAll) announce(text);
  }, [isAll]);
  const tests = new Map(
    datasets.flatMap(({ testId, testname }) => (testname === null ? [] : [[testId, testname]])),
  );
  return (
    <div class="saved">
      <p>{text}</p>
      {!isAll && !isLooking && (
        <p>
          {error === undefined && words.slow()}{' '}
          <button type="button" onClick={() => look(round + 1)}>
            {words.checkAgain()}
          </button>
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
      <p class="links">
        {[...tests].map(([id, name]) => (
          <a key={id} href={addressOf('testPart', { id, part: 'labels' })}>
            {words.valuesOf(name)}
          </a>
        ))}
      </p>
    </div>
  );
}

/** Reads the stored values repeatedly until all are as expected, or until the last wait is over. */
async function follow(
  label: number,
  expected: ReadonlyMap<number, Tried>,
  found: (done: ReadonlySet<number>) => void,
  signal: AbortSignal,
): Promise<void> {
  const done = new Set<number>();
  for (const waitMs of waitsMs) {
    const left = [...expected].filter(([id]) => !done.has(id));
    await Promise.all(
      left.map(async ([id, { value }]) => {
        const stored = await storedValue(id, label, signal);
        if (stored?.text === value?.text) done.add(id);
      }),
    );
    signal.throwIfAborted();
    found(new Set(done));
    if (done.size === expected.size) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    signal.throwIfAborted();
  }
}
