import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsCsv } from '../../../lib/repository/search/values-csv.ts';

test('A row without a value of a label has an empty cell', () => {
  const row = { runId: 1, ordinal: 0, start: 10, stop: 20 };
  const rows = [
    { ...row, datasetId: 2, values: new Map([['a', '1.50']]) },
    { ...row, datasetId: 3, values: new Map([['b', '"x"']]) },
  ];
  assert.equal(rowsCsv(rows), 'runId,datasetId,start,stop,a,b\r\n1,2,10,20,1.50,\r\n1,3,10,20,,x\r\n');
});

test('A text begins neither a formula nor, after a semicolon, a cell of its own', () => {
  const row = { runId: 1, ordinal: 0, start: 10, stop: 20, datasetId: 2 };
  const cells = [
    ['"=1+1"', "'=1+1"],
    ['"＝1+1"', "'＝1+1"],
    ['"\\n=1"', `"'\n=1"`],
    ['"a;=1"', '"a;=1"'],
    ['-1', '-1'],
  ];
  for (const [json = '', cell] of cells)
    assert.equal(rowsCsv([{ ...row, values: new Map([['a', json]]) }]).split('\r\n')[1], `1,2,10,20,${cell}`);
});
