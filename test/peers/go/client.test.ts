import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, suite } from 'node:test';
import { promisify } from 'node:util';
import { certificateCommand, readCertificate } from '../../../bin/api/server-certificate.ts';
import { startCloud } from '../../../lib/local/cloud.ts';
import { environment } from '../../../lib/names/environment.ts';
import { bootstrapUser, loginServer } from '../../local/login-server.ts';
import { readOutcomes, testOutcomes } from '../../local/outcomes.ts';
import { afterwards, scratchDir, suiteScope } from '../../local/scratch.ts';

/**
 * The original service has a client for Go, which is generated upon several libraries. This test calls those
 * libraries, in the versions of that client, over TLS with a certificate that `serve` creates. It repeats the
 * calls and the assertions of the client's own tests, because the client itself is not installed.
 */

const run = promisify(execFile);

const cases = [
  'call 1: the version, anonymous, with a key and logged in',
  'call 2: nothing is added without credentials',
  'call 3: a token is fetched and sent',
  'call 6: no tests at first',
  'call 9: tests are made, counted and deleted, with a token and with a key',
  'call 12: a key is made, sent over TLS and never without',
  'refusals have their status',
  'runs are uploaded, counted and queried',
];

suite('the libraries of the client for Go', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let outcomes: ReturnType<typeof readOutcomes> = [];

  before(async () => {
    const folder = scratchDir(scope);
    const program = join(folder, 'client');
    await run('go', ['build', '-buildvcs=false', '-o', program, '.'], { cwd: import.meta.dirname }).catch(
      (error: Error) =>
        assert.fail(`go has not built test/peers/go, which npm run test:peers prepares: ${error.message}`),
    );
    await run('sh', ['-c', certificateCommand.join(' ')], { cwd: folder });
    const [certificate, key] = [join(folder, 'here.crt'), join(folder, 'here.key')];
    const cloud = await startCloud({
      dataDir: join(folder, 'data'),
      tls: await readCertificate(certificate, key, new Date()),
      environment: {
        [environment.service]: 'Horreum',
        [environment.anonymous]: 'true',
        ...(await loginServer(scope, bootstrapUser)),
      },
    });
    afterwards(scope, () => cloud.close());
    const adminKey = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
    const trusting = { env: { ...process.env, SSL_CERT_FILE: certificate } };
    const { stdout } = await run(program, [cloud.secureUrl ?? '', cloud.url, adminKey], trusting);
    outcomes = readOutcomes(stdout);
  });

  testOutcomes(cases, () => outcomes);
});
