import type { Element, Transformed } from '../../../results/transform/transform.ts';
import type { ValidationError } from '../../../results/validation/validate.ts';
import type { DatasetRow, NewDataset, Slice } from '../../records/datasets/dataset.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import { emptyDocument, lengthOf } from '../content/dataset-document.ts';
import type { RunPart } from '../content/run-parts.ts';
import { datasetLimits } from './limits.ts';

/**
 * Makes the rows and documents of a run's datasets, with ids from `first` on. A dataset of unchanged parts
 * stores only their positions in the run. A dataset with outputs of a transformer, or with very many parts,
 * has its own document, which leaves out parts that are too large.
 *
 * @param errors the validation errors of the elements of each dataset.
 */
export function composed(
  run: RunRow,
  datasets: Transformed<RunPart>['datasets'],
  first: number,
  errors: readonly (readonly ValidationError[])[],
): readonly NewDataset[] {
  return datasets.map((elements, ordinal): NewDataset => {
    const validationErrors = errors[ordinal] ?? [];
    const row = {
      ...bareRow(run, first + ordinal, ordinal),
      ...(validationErrors.length > 0 && { validationErrors }),
    };
    const slices = slicesOf(elements);
    if (slices !== undefined)
      return { row: { ...row, schemas: urisOf(elements), ...slicedFrom(run, slices) } };
    const known = elements.filter(isAtHand);
    const document = arrayOf(
      known.map((each) => ('made' in each ? Buffer.from(each.made.text) : each.part.bytes)),
    );
    return { row: { ...row, schemas: urisOf(known), sizeBytes: document.length }, document };
  });
}

type Elements = readonly Element<RunPart>[];

const isAtHand = (element: Element<RunPart>): boolean =>
  'made' in element || element.part.bytes !== undefined;

const urisOf = (elements: Elements): DatasetRow['schemas'] =>
  elements.flatMap((each, index) => {
    const uri = 'made' in each ? each.made.uri : each.part.reference.uri;
    return uri === undefined ? [] : [{ uri, index }];
  });

/**
 * Returns the positions of a dataset's elements in the run. Undefined when a transformer made an element.
 * Undefined also for so many parts that one object is faster to read.
 */
function slicesOf(elements: Elements): readonly Slice[] | undefined {
  const slices = elements.flatMap((each) => ('part' in each ? [each.part.slice] : []));
  if (slices.length < elements.length) return undefined;
  return slices.length <= datasetLimits.datasetSlicesMax || !elements.every(isAtHand) ? slices : undefined;
}

const slicedFrom = ({ revision }: RunRow, slices: readonly Slice[]) =>
  slices.length === 0
    ? {}
    : { slices, sizeBytes: lengthOf(slices), ...(revision === undefined ? {} : { revision }) };

function arrayOf(texts: readonly (Uint8Array | undefined)[]): Uint8Array {
  const parts = texts.flatMap((text, at) => [Buffer.from(at === 0 ? '[' : ','), text ?? Buffer.from('null')]);
  return Buffer.concat([...parts, Buffer.from(parts.length === 0 ? '[]' : ']')]);
}

/** The empty dataset of a run that names no existing schema. */
export const bareDataset = (run: RunRow, id: number): DatasetRow => ({
  ...bareRow(run, id, 0),
  isBare: true,
});

const bareRow = ({ id: runId, testId, start, stop }: RunRow, id: number, ordinal: number): DatasetRow => ({
  id,
  runId,
  ordinal,
  testId,
  start,
  stop,
  schemas: [],
  sizeBytes: emptyDocument.length,
});
