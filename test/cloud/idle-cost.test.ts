import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargedTable } from '../../bench/repository/charged-table.ts';
import { idleCost, idleDollars, sweepReads } from '../../lib/cloud/idle-cost.ts';
import { listPrices } from '../../lib/facts/prices.ts';
import { checkKeys } from '../../lib/repository/pipeline/notify/check-keys.ts';
import { checkMissing } from '../../lib/repository/pipeline/notify/check-missing.ts';
import { giveUpDocuments } from '../../lib/repository/pipeline/store/abandoned-documents.ts';
import { openRepository } from '../../lib/repository/repository.ts';
import { sweep } from '../../lib/repository/work/sweep.ts';
import { openQueuedWork } from '../repository/work/queue.ts';
import { synthesise } from './synthesise.ts';

/** The estimated price of an unused deployment has every resource that AWS bills without use. */

const template = synthesise({ stage: 'prod', alarmEmail: 'night@example.com' });
const all = template.toJSON().Resources;
const parts = idleCost(all);

describe('the price of an idle deployment', () => {
  it('pays for each metric that an alarm looks at, and not for each alarm', () => {
    const alarms = Object.values(template.findResources('AWS::CloudWatch::Alarm'));
    const metrics = alarms.reduce((sum, { Properties }) => {
      const own = (Properties.Metrics ?? []).filter((each: { MetricStat?: unknown }) => each.MetricStat);
      return sum + Math.max(1, own.length);
    }, 0);
    assert.ok(metrics > alarms.length);
    assert.equal(parts.alarms.toFixed(4), (metrics * listPrices.alarmMonthDollars).toFixed(4));
  });

  it('pays for the queues that Lambda asks all the time: five connections of 20 seconds for each', () => {
    const mappings = Object.keys(template.findResources('AWS::Lambda::EventSourceMapping')).length;
    assert.equal(mappings, 2);
    const asked = (5 * 730 * 3600) / 20;
    assert.equal(parts.queues.toFixed(4), (mappings * asked * listPrices.queueRequestDollars).toFixed(4));
  });

  it('pays for what the clock invokes, with what that reads when nothing waits', async () => {
    const { table: empty, work } = openQueuedWork({});
    const { table, charged } = chargedTable(empty);
    await sweep(table, work, 1e12);
    await checkMissing({ repository: openRepository(table), work }, 1e12);
    await checkKeys({ table, work, keys: { list: async () => [] } }, 1e12);
    await giveUpDocuments({ table, uploads: {} as Parameters<typeof giveUpDocuments>[0]['uploads'] }, 1e12);
    assert.equal(sweepReads, charged.units);
    const calls = 730 * 60;
    assert.ok(
      parts.clock > calls * (sweepReads * listPrices.tableReadDollars + listPrices.invocationDollars),
    );
    assert.ok(parts.clock < 1);
  });

  it('pays for a dashboard and a network where it has them', () => {
    assert.equal(parts.dashboard, listPrices.dashboardMonthDollars);
    assert.equal(idleCost(synthesise({ dashboard: false }).toJSON().Resources).dashboard, 0);
    const networked = idleCost(synthesise({ vpc: 'create' }).toJSON().Resources);
    assert.equal(networked.network, listPrices.natMonthDollars + listPrices.addressMonthDollars);
    assert.equal(parts.network, 0);
  });

  it('pays the sum of its parts', () => {
    const sum = Object.values(parts).reduce((total, part) => total + part, 0);
    assert.equal(idleDollars(all), sum);
  });
});
