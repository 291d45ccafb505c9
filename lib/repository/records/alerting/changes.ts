import type { Summary } from '../../../detection/change.ts';
import type { ModelName } from '../../../detection/models.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import {
  type Condition,
  type Item,
  recordAt,
  recordsAt,
  recordsIn,
  type Table,
  type Write,
} from '../../ports/table.ts';

/** A stored change: the level of a variable changed at this dataset. */
export type Change = {
  readonly id: number;
  readonly variableId: number;
  readonly testId: number;
  /** The fingerprint of the series, as JSON text. */
  readonly fingerprint: string;
  readonly datasetId: number;
  readonly runId: number;
  readonly ordinal: number;
  /** The time of the datapoint in epoch milliseconds. */
  readonly timestamp: number;
  readonly foundAt: number;
  /**
   * True when a user has confirmed the change. The change remains, and the models of the original server
   * begin their detection again there.
   */
  readonly confirmed: boolean;
  /**
   * True when a user has dismissed the change. It remains stored so that it is not detected again, and lists
   * leave it out.
   */
  readonly dismissed?: true;
  /**
   * True when later values no longer show the change. It remains stored so that it is not reported again, and
   * lists leave it out.
   */
  readonly faded?: true;
  /** The explanation of the model, or a description by a user. */
  readonly description: string;
  readonly model: ModelName;
  readonly before?: Summary;
  readonly after: Summary;
  readonly confidence?: number;
  readonly explanation: string;
  /**
   * True when another model detected the change, and the model of change points detects it too. Then a user's
   * confirmation or dismissal applies to the new level of the values (detection/judged-changes.ts).
   */
  readonly lasts?: true;
};

/**
 * The state of a change. `hidden`: a user has dismissed the change, or a later detection has not found it
 * again.
 */
export type ChangeState = 'open' | 'confirmed' | 'hidden';

export function stateOf({ confirmed, dismissed, faded }: Change): ChangeState {
  if (dismissed !== undefined || faded !== undefined) return 'hidden';
  return confirmed ? 'confirmed' : 'open';
}

/**
 * The position of a change in the list of all changes, with the test and the state of the change. A position
 * of an earlier release has only the variable.
 */
export type ChangePosition = {
  readonly id: number;
  readonly variableId: number;
  readonly testId?: number;
  readonly state?: ChangeState;
};

/** The answer of a user about a change: confirmed, dismissed, or a description. */
export type Acknowledgement = Partial<Pick<Change, 'confirmed' | 'dismissed' | 'description'>>;

export type Changes = ReturnType<typeof openChanges>;

export function openChanges(table: Table) {
  const find = async (id: number): Promise<Change | undefined> => {
    const place = await table.get(repositoryKey.changePlace(id));
    return place && recordAt<Change>(table, repositoryKey.change(Number(place.variableId), id));
  };
  return {
    find,

    /** The changes of a variable in the order of their ids, with dismissed and faded ones. */
    ofVariable: (variable: number) => recordsIn<Change>(table, repositoryKey.change(variable, 0).pk),

    /** Reads a part of the list of all changes. The change that was detected last comes first. */
    async places(
      limit: number,
      before?: number,
    ): Promise<{ readonly places: readonly ChangePosition[]; readonly isLast: boolean }> {
      const { pk, sk } = repositoryKey.changePlace(before ?? 0);
      const range = { backward: true, limit, ...(before !== undefined && { after: sk }) };
      const { items, next } = await table.page(pk, range);
      return { places: items.map(changePositionOf), isLast: next === undefined };
    },

    /** Reads several changes. Changes that were deleted meanwhile are left out. */
    many: (places: readonly Pick<ChangePosition, 'id' | 'variableId'>[]) =>
      recordsAt<Change>(
        table,
        places.map(({ variableId, id }) => repositoryKey.change(variableId, id)),
      ),

    /**
     * Stores the answer of a user about a change. False when the change does not exist, or no longer has the
     * members in `seen`.
     */
    async acknowledge(
      change: Change,
      acknowledgement: Acknowledgement,
      seen?: Pick<Change, 'confirmed'>,
    ): Promise<boolean> {
      const state = stateOf({ ...change, ...acknowledgement });
      const failed = await table.write([
        {
          update: repositoryKey.change(change.variableId, change.id),
          set: acknowledgement,
          when: seen ?? 'present',
        },
        {
          update: repositoryKey.changePlace(change.id),
          set: { testId: change.testId, state },
          when: 'present',
        },
      ]);
      return failed.length === 0;
    },
  };
}

export const putChange = (change: Change, when: Condition): readonly Write[] => [
  { put: { ...repositoryKey.change(change.variableId, change.id), ...change }, when },
  { put: { ...repositoryKey.changePlace(change.id), ...placeOf(change) } },
];

export const deleteChange = ({ variableId, id }: Change, when?: Condition): readonly Write[] => [
  { delete: repositoryKey.change(variableId, id), ...(when && { when }) },
  { delete: repositoryKey.changePlace(id) },
];

const placeOf = (change: Change): Omit<ChangePosition, 'id'> => ({
  variableId: change.variableId,
  testId: change.testId,
  state: stateOf(change),
});

function changePositionOf({ pk: _, sk, ...place }: Item): ChangePosition {
  return { ...(place as unknown as Omit<ChangePosition, 'id'>), id: Number(sk) };
}
