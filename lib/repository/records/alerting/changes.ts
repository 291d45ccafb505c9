import type { Summary } from '../../../detection/change.ts';
import type { ModelName } from '../../../detection/models.ts';
import { repositoryKey } from '../../../names/repository.ts';
import { all, type Condition, type Item, itemsOf, type Table, type Write } from '../../ports/table.ts';

/** A change of a variable: at this dataset its level became another one. */
export type Change = {
  readonly id: number;
  readonly variableId: number;
  readonly testId: number;
  /** Of the series, as JSON text. */
  readonly fingerprint: string;
  readonly datasetId: number;
  readonly runId: number;
  readonly ordinal: number;
  /** Of the datapoint, epoch milliseconds. */
  readonly timestamp: number;
  readonly foundAt: number;
  /** Somebody says that it is one: it stays, and the original's models begin anew there. */
  readonly confirmed: boolean;
  /** Somebody says that it is none: it is kept so that it is not found again, and shown to nobody. */
  readonly dismissed?: true;
  /** It was told, and values that came since do not show it: it is kept so that it is not told again when others do, and shown to nobody. */
  readonly faded?: true;
  /** The explanation, or what somebody wrote instead. */
  readonly description: string;
  readonly model: ModelName;
  readonly before?: Summary;
  readonly after: Summary;
  readonly confidence?: number;
  readonly explanation: string;
  /** Another model told it, and change points tell it too: what is said of it then holds for the level (detection/judged.ts). */
  readonly lasts?: true;
};

/** What a person says of a change. */
export type Said = Partial<Pick<Change, 'confirmed' | 'dismissed' | 'description'>>;

export type Changes = ReturnType<typeof openChanges>;

export function openChanges(table: Table) {
  const find = async (id: number): Promise<Change | undefined> => {
    const place = await table.get(repositoryKey.changePlace(id));
    return place && changeOf(await table.get(repositoryKey.change(Number(place.variableId), id)));
  };
  return {
    find,

    /** By id, those that somebody dismissed or that faded too. */
    ofVariable: async (variable: number): Promise<readonly Change[]> =>
      (await all(itemsOf(table, repositoryKey.change(variable, 0).pk))).flatMap(
        (item) => changeOf(item) ?? [],
      ),

    /** False when it is gone. */
    async say(change: Change, said: Said): Promise<boolean> {
      const key = repositoryKey.change(change.variableId, change.id);
      return (await table.write([{ update: key, set: said, when: 'present' }])).length === 0;
    },
  };
}

export const putChange = (change: Change, when: Condition): readonly Write[] => [
  { put: { ...repositoryKey.change(change.variableId, change.id), ...change }, when },
  { put: { ...repositoryKey.changePlace(change.id), variableId: change.variableId } },
];

export const deleteChange = ({ variableId, id }: Change, when?: Condition): readonly Write[] => [
  { delete: repositoryKey.change(variableId, id), ...(when && { when }) },
  { delete: repositoryKey.changePlace(id) },
];

function changeOf(item: Item | undefined): Change | undefined {
  if (item === undefined) return undefined;
  const { pk: _, sk: __, ...change } = item;
  return change as unknown as Change;
}
