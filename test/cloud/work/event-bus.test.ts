import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { functions } from '../../../lib/functions.ts';
import { environment } from '../../../lib/names/environment.ts';
import { synthesise } from '../synthesise.ts';
import { functionNamed, grantsOf, resources } from '../template.ts';

/** The events of the repository go to a separate bus. Only one function may put events on it. */

const template = synthesise();
const buses = resources(template).filter(([, { Type }]) => Type === 'AWS::Events::EventBus');
const [bus = ''] = buses.map(([id]) => id);

describe('the bus of events', () => {
  it('is one of the deployment, and its name is put out', () => {
    assert.equal(buses.length, 1);
    assert.deepEqual(buses[0]?.[1].Properties.Name, { Ref: 'AWS::StackName' });
    assert.deepEqual(template.toJSON().Outputs.EventBus.Value, { Ref: bus });
  });

  it('takes events of one function, and is known to all that store runs', () => {
    const putting = functions.flatMap(({ name }) =>
      grantsOf(template, name).flatMap(({ action, resource }) =>
        action === 'events:PutEvents' ? [{ name, resource }] : [],
      ),
    );
    assert.deepEqual(putting, [{ name: 'work/perform', resource: bus }]);
    const knowing = functions.filter(
      ({ name }) => environment.eventBus in functionNamed(template, name)[1].Properties.Environment.Variables,
    );
    assert.deepEqual(
      knowing.map(({ name }) => name),
      ['api/run-upload', 'api/uploads', 'driver/merge', 'driver/clean', 'driver/reap', 'work/perform'],
    );
  });
});
