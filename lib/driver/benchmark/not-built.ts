import type { Field } from '../declaration/field.ts';
import type { Schema } from '../declaration/schema.ts';

/**
 * A member of the format that Downpour refuses, because a run would silently leave it out. The value `built`
 * changes nothing, so Downpour accepts it.
 */
const refused = (schema: Schema, built?: number) =>
  ({
    schema: built === undefined ? schema : { ...schema, default: built },
    always: false,
    built,
    parse(raw, at, { findings }) {
      const name = at.at(-1);
      if (built === undefined)
        findings.error(at, `'${name}' is part of the format, but Downpour does not support it yet`);
      else if (raw !== built)
        findings.error(
          at,
          `'${name}: ${raw}' is part of the format, but Downpour does not support it yet`,
          `leave it out or write ${built}`,
        );
      return undefined;
    },
  }) satisfies Field<undefined, false> & { readonly built: unknown };

/** The members of the document format that Downpour does not support yet. */
export const notBuilt = {
  statisticsCollectionPeriod: refused(
    {
      title: 'a whole number of milliseconds of at least 1',
      description: 'Interval of the statistics in milliseconds. It is also the step of SLA windows.',
      type: 'integer',
      minimum: 1,
    },
    1000,
  ),
  triggerUrl: refused({
    type: 'string',
    description: 'URL of the CI job that must start this benchmark.',
  }),
};
