import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { functions } from '../../lib/functions.ts';
import { synthesise } from './synthesise.ts';
import { statementsOf } from './template.ts';

const root = join(import.meta.dirname, '../..');

/** The permission that a command of the SDK needs. Source: the service authorization reference of each service. */
const actionOf: Readonly<Record<string, string>> = {
  BatchGetCommand: 'dynamodb:BatchGetItem',
  DeleteCommand: 'dynamodb:DeleteItem',
  GetCommand: 'dynamodb:GetItem',
  PutCommand: 'dynamodb:PutItem',
  QueryCommand: 'dynamodb:Query',
  UpdateCommand: 'dynamodb:UpdateItem',
  DeleteObjectCommand: 's3:DeleteObject',
  GetObjectCommand: 's3:GetObject',
  HeadObjectCommand: 's3:GetObject',
  ListObjectsV2Command: 's3:ListBucket',
  PutObjectCommand: 's3:PutObject',
  StartExecutionCommand: 'states:StartExecution',
  SendTaskFailureCommand: 'states:SendTaskFailure',
  SendTaskHeartbeatCommand: 'states:SendTaskHeartbeat',
  SendTaskSuccessCommand: 'states:SendTaskSuccess',
};

describe('what the code asks of AWS, the deployment allows to some function', () => {
  const template = synthesise();
  const granted = new Set(
    functions.flatMap(({ name }) => statementsOf(template, name).map((line) => line.split(' ')[0])),
  );
  const sources = globSync('{lib/store,functions}/**/*.ts', { cwd: root });
  const commands = new Map(
    sources.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/new (\w+Command)\(/g)].map((match) => [match[1] ?? '', file] as const);
    }),
  );

  for (const [command, file] of commands) {
    it(`${command}, as in ${file}`, () => {
      const action = actionOf[command];
      assert.ok(action, `name the permission of ${command} here, and grant it in lib/cloud`);
      assert.ok(granted.has(action), `no function may ${action}; grant it in lib/cloud`);
    });
  }
});
