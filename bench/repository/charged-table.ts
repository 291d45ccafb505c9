import { itemBytes } from '../../bin/docs/scale/item-bytes.ts';
import { dynamoQuotas } from '../../lib/quotas.ts';
import type { Item, Table } from '../../lib/repository/ports/table.ts';

/** The read units that DynamoDB would charge: whole units of 4 KB a request, consistently read. */
export type Charged = { units: number; items: number; requests: number };

/** A table that counts its reads. */
export function chargedTable(table: Table): { readonly table: Table; readonly charged: Charged } {
  const charged: Charged = { units: 0, items: 0, requests: 0 };
  const charge = (bytes: number): void => {
    charged.units += Math.max(1, Math.ceil(bytes / dynamoQuotas.readUnitBytes));
  };
  const bytesOf = (item: Item | undefined): number => (item === undefined ? 0 : itemBytes(item));
  const counting: Table = {
    ...table,
    async get(key) {
      const item = await table.get(key);
      charge(bytesOf(item));
      charged.items += 1;
      charged.requests += 1;
      return item;
    },
    async getMany(keys) {
      const items = await table.getMany(keys);
      for (const item of items) charge(bytesOf(item));
      charged.items += items.length;
      charged.requests += Math.ceil(keys.length / 100);
      return items;
    },
    async page(pk, range) {
      const page = await table.page(pk, range);
      const bytes = page.items.reduce((sum, item) => sum + itemBytes(item), 0);
      charge(bytes);
      charged.items += page.items.length;
      charged.requests += Math.ceil(Math.max(1, bytes) / 1e6);
      return page;
    },
  };
  return { table: counting, charged };
}
