import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alarmTexts } from '../../lib/cloud/operations/alarm-texts.ts';
import { slowS } from '../../lib/cloud/operations/alarms.ts';
import { controlling } from '../../lib/cloud/operations/control-functions.ts';
import { functions } from '../../lib/functions.ts';
import { metricNamespace, metrics } from '../../lib/metrics.ts';
import { environment } from '../../lib/names/environment.ts';
import { synthesise } from './synthesise.ts';
import { functionNamed, silentAlarms } from './template.ts';

const prod = synthesise({ stage: 'prod', alarmEmail: 'night@example.com' });
const bare = synthesise({ dashboard: false });

const alarms = Object.entries(prod.findResources('AWS::CloudWatch::Alarm'));
/** The definition of the dashboard as one text. */
const board = JSON.stringify(prod.findResources('AWS::CloudWatch::Dashboard'));

describe('an alarm', () => {
  it('describes its meaning, the first step and where to read more, and has a recipient', () => {
    assert.equal(alarms.length, Object.keys(alarmTexts).length);
    const wanted = /^Meaning: .+\. First step: .+\. More: docs\/operations\.md, (\w+)\.$/;
    for (const [id, { Properties }] of alarms) {
      const { AlarmDescription: text, AlarmActions: actions } = Properties;
      const [, name = ''] = wanted.exec(text) ?? assert.fail(`${id}: ${text}`);
      assert.ok(name in alarmTexts && id.startsWith(`Alarms${name}`), `${id} sends its reader to ${name}`);
      assert.ok(text.length <= 1_024, `${id} says more than CloudWatch takes`);
      assert.equal(actions.length, 1);
    }
  });

  it('may publish to the topic that it names', () => {
    assert.deepEqual(silentAlarms(prod), []);
  });

  it('on functions of bursts counts each of them that it names, and together they name all', () => {
    const { conducting, finishing } = controlling;
    const expected = functions
      .map(({ name }) => name)
      .filter((name) => name.startsWith('driver/') && name !== 'driver/drive');
    assert.deepEqual(
      [...conducting, ...finishing].sort(),
      [...expected, 'api/burst-start', 'api/burst-stop', 'api/burst-get'].sort(),
    );
    for (const [alarm, names] of [
      ['ControlThrottled', conducting],
      ['ControlFailed', conducting],
      ['FinishThrottled', finishing],
      ['FinishFailed', finishing],
    ] as const) {
      const ids = names.map((name) => functionNamed(prod, name)[0]);
      assert.deepEqual(functionsCountedBy(alarm).sort(), [...ids].sort(), alarm);
      for (const name of names)
        assert.ok(alarmTexts[alarm].watches.includes(`\`${name}\``), `${alarm}: ${name}`);
    }
  });

  it('adds up metrics with SUM, because some of them may have no data', () => {
    for (const [id, { Properties }] of alarms)
      for (const { Expression } of Properties.Metrics ?? []) assert.doesNotMatch(Expression ?? '', /\+/, id);
  });

  it('without a recipient is shown only in the console', () => {
    for (const { Properties } of Object.values(bare.findResources('AWS::CloudWatch::Alarm')))
      assert.equal(Properties.AlarmActions, undefined);
  });

  it('has no more metrics than CloudWatch takes', () => {
    for (const [id, { Properties }] of alarms) {
      const own = (Properties.Metrics ?? []).filter((metric: { MetricStat?: unknown }) => metric.MetricStat);
      assert.ok(own.length <= 10, `${id} has ${own.length}`);
    }
  });

  it('on a broken API leaves out the replies to teams that may keep no more runs', () => {
    const limited = synthesise({ teamStorageGB: 5 }).findResources('AWS::CloudWatch::Alarm');
    const [, alarm] = Object.entries(limited).find(([id]) => id.startsWith('AlarmsApiBroken')) ?? [];
    const [sum, ...parts] = alarm?.Properties.Metrics ?? [];
    assert.equal(sum.Expression, 'faults - FILL(full, 0)');
    assert.deepEqual(
      parts.map(({ Id, MetricStat }: { Id: string; MetricStat: { Metric: { MetricName: string } } }) => [
        Id,
        MetricStat.Metric.MetricName,
      ]),
      [
        ['faults', '5xx'],
        ['full', 'StorageRefused'],
      ],
    );
  });

  it('on slow calls says the time that it waits for', () => {
    assert.match(alarmTexts.ApiSlow.watches, new RegExp(`above ${slowS} seconds$`));
  });

  it('on spending says the limit of the deployment', () => {
    const mean = synthesise({ driveDollarsPerHour: 3 });
    const texts = Object.values(mean.findResources('AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties.AlarmDescription,
    );
    assert.equal(texts.filter((text) => /The limit is 3 dollars/.test(text)).length, 1);
  });
});

/** The logical ids of the functions whose metrics an alarm adds. */
function functionsCountedBy(alarm: string): string[] {
  const [, { Properties } = assert.fail(alarm)] =
    alarms.find(([id]) => id.startsWith(`Alarms${alarm}`)) ?? [];
  return Properties.Metrics.flatMap(
    ({ MetricStat }: { MetricStat?: { Metric: { Dimensions: { Value: { Ref: string } }[] } } }) =>
      MetricStat?.Metric.Dimensions.map(({ Value }) => Value.Ref) ?? [],
  );
}

describe('metrics', () => {
  it('are written into the namespace that alarms and dashboard look into', () => {
    const namespaces = new Set(
      Object.values(prod.findResources('AWS::Lambda::Function'))
        .map(({ Properties }) => Properties.Environment?.Variables?.[environment.metricNamespace])
        .filter((each) => each !== undefined),
    );
    assert.deepEqual([...namespaces], [metricNamespace('Downpour')]);
    assert.ok(board.includes(metricNamespace('Downpour')));
    const own = JSON.stringify(alarms).match(/"Namespace":"Downpour\/[^"]*"/g) ?? [];
    assert.deepEqual([...new Set(own)], [`"Namespace":"${metricNamespace('Downpour')}"`]);
  });

  it('are all on the dashboard, each with its meaning', () => {
    for (const [name, { meaning }] of Object.entries(metrics)) {
      const shown = name === 'BurstsReaped' ? `| ${name} |` : `\\"${name}\\`;
      assert.ok(board.includes(shown), `the dashboard shows no ${name}`);
      assert.ok(board.includes(meaning), `and does not explain ${name}`);
    }
  });

  it('of routes are searched, because their names are those of operations, not of functions', () => {
    const search = `SEARCH('{"Downpour/Downpour",Route} MetricName="ApiLatency"', 'p99', 60)`;
    const quoted = JSON.stringify(JSON.stringify(search).slice(1, -1)).slice(1, -1);
    assert.ok(board.includes(quoted));
  });
});

describe('a deployment', () => {
  it('has one dashboard with all alarms, or none when the option is off', () => {
    assert.equal(Object.keys(prod.findResources('AWS::CloudWatch::Dashboard')).length, 1);
    assert.deepEqual(bare.findResources('AWS::CloudWatch::Dashboard'), {});
    for (const [id] of alarms) assert.ok(board.includes(id), `${id} is not on it`);
  });

  it('has a budget when an amount is configured, and notifies the recipients of alarms', () => {
    assert.deepEqual(prod.findResources('AWS::Budgets::Budget'), {});
    const budgetOf = (email?: string) => {
      const stack = synthesise({
        budgetDollarsPerMonth: 50,
        ...(email === undefined ? {} : { alarmEmail: email }),
      });
      return Object.values(stack.findResources('AWS::Budgets::Budget'))[0]?.Properties;
    };
    const told = budgetOf('night@example.com');
    assert.deepEqual(told.Budget.BudgetLimit, { Amount: 50, Unit: 'USD' });
    assert.deepEqual(told.Budget.CostFilters, { TagKeyValue: ['user:stack$Downpour'] });
    const [first] = told.NotificationsWithSubscribers;
    assert.deepEqual(first.Subscribers, [{ Address: 'night@example.com', SubscriptionType: 'EMAIL' }]);
    assert.equal(budgetOf()?.NotificationsWithSubscribers, undefined);
  });

  it('carries the tag that its budget looks for', () => {
    const [bucket] = Object.values(prod.findResources('AWS::S3::Bucket'));
    const tags: { Key: string; Value: string }[] = bucket?.Properties.Tags;
    assert.ok(tags.some(({ Key, Value }) => Key === 'stack' && Value === 'Downpour'));
  });

  it('logs at the configured level', () => {
    const levels = (props: Parameters<typeof synthesise>[0]) =>
      new Set(
        Object.values(synthesise(props).findResources('AWS::Lambda::Function'))
          .map(({ Properties }) => Properties.Environment?.Variables)
          .filter((variables) => variables?.[environment.version] !== undefined)
          .map((variables) => variables[environment.logLevel]),
      );
    assert.deepEqual(levels({ logLevel: 'warn' }), new Set(['warn']));
    assert.deepEqual(levels({}), new Set([undefined]));
  });
});
