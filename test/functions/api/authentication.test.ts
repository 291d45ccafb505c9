import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, mock, suite, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { handler as config } from '../../../functions/api/config.ts';
import { forgetUser } from '../../../functions/api/pipeline/authentication/known-users.ts';
import { environment } from '../../../lib/names/environment.ts';
import { passwordTries, userCache } from '../../../lib/results/identity/limits.ts';
import { unknownUser } from '../../../lib/results/identity/user.ts';
import { openMemory } from '../memory.ts';
import { cheapPassword } from './cheap-password.ts';
import { type Answer, invoke } from './invoke.ts';
import { send } from './requests.ts';

/** Callers without an API key send a password or a token. */

const memory = openMemory();
const requested = (headers: Record<string, string>, source?: string): Promise<Answer> =>
  send('GET /api/user/roles', { headers, ...(source && { source }) });
async function codeOf(headers: Record<string, string>, source?: string): Promise<200 | string> {
  const { status, body } = await requested(headers, source);
  return status === 200 ? 200 : `${status} ${JSON.parse(body).code}`;
}

suite('a password', () => {
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  let now = Date.now();

  before(() => void mock.method(Date, 'now', () => now));
  after(() => mock.restoreAll());
  beforeEach(() => {
    now += passwordTries.windowMs;
    forgetUser('ada');
    const password = cheapPassword('secret: é');
    memory.users.set('ada', { ...unknownUser('ada', 1), teams: { 'dev-team': ['tester'] }, password });
  });

  test('lets its user in, and no other user (row 137)', async () => {
    const { status, body } = await requested(basic('ada:secret: é'));
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(body).slice(-1), ['dev-tester']);
    for (const wrong of ['bo:secret: é', 'ada:secret', 'ada:', 'ada', ':secret: é', 'Ada:secret: é', ''])
      assert.equal(await codeOf(basic(wrong)), '401 UNAUTHORIZED', wrong);
    assert.equal(await codeOf({ Authorization: 'Basic' }), '401 UNAUTHORIZED');
    assert.equal(await codeOf({ Authorization: 'Digest x' }), '401 UNAUTHORIZED');
  });

  test('is also taken from the header that clients of the original send', async () => {
    const { Authorization } = basic('ada:secret: é');
    assert.equal(await codeOf({ Authentication: Authorization }), 200);
  });

  test('opens nothing any more when there is another one', async () => {
    assert.equal(await codeOf(basic('ada:secret: é')), 200);
    const password = cheapPassword('another');
    memory.users.set('ada', { ...unknownUser('ada', 1), password });
    now += 5001;
    assert.equal(await codeOf(basic('ada:secret: é')), '401 UNAUTHORIZED');
    assert.equal(await codeOf(basic('ada:another')), 200);
  });

  test('finds a user who stays known for some seconds, unless the clock was set back', async () => {
    const isTester = async () =>
      JSON.parse((await requested(basic('ada:secret: é'))).body).includes('dev-tester');
    assert.equal(await isTester(), true);
    memory.users.set('ada', { ...unknownUser('ada', 1), password: cheapPassword('secret: é') });
    assert.equal(await isTester(), true);
    now -= userCache.goodMs;
    assert.equal(await isTester(), false);
  });

  test('lets its user in at once when it is new', async () => {
    assert.equal(await codeOf(basic('ada:secret: é')), 200);
    assert.equal(await codeOf(basic('cy:first')), '401 UNAUTHORIZED');
    memory.users.set('ada', { ...unknownUser('ada', 1), password: cheapPassword('another') });
    memory.users.set('cy', { ...unknownUser('cy', 1), password: cheapPassword('first') });
    assert.deepEqual(
      await Promise.all(['ada:another', 'cy:first'].map((each) => codeOf(basic(each)))),
      [200, 200],
    );
    assert.equal(await codeOf(basic('ada:secret: é')), '401 UNAUTHORIZED');
  });

  test('is tried a bounded number of times, many at once included', async () => {
    const tries = Array.from({ length: passwordTries.sourceMax + 5 }, (_, n) =>
      codeOf(basic(`ada:wrong ${n}`)),
    );
    const answers = await Promise.all(tries);
    assert.equal(answers.filter((each) => each === '401 UNAUTHORIZED').length, passwordTries.sourceMax);
    assert.equal(answers.filter((each) => each === '429 TOO_MANY_TRIES').length, 5);
    now += passwordTries.windowMs;
    for (let n = 0; n < passwordTries.sourceMax; n++) assert.equal(await codeOf(basic('ada:secret: é')), 200);
    assert.equal(await codeOf(basic('ada:wrong')), '401 UNAUTHORIZED');
  });

  test('that is wrong keeps out those who send it, and others only when there are very many', async () => {
    memory.users.set('joan', { ...unknownUser('joan', 1), password: cheapPassword('right') });
    const from = (source: string, password: string) => codeOf(basic(`joan:${password}`), source);
    for (let n = 0; n < passwordTries.sourceMax; n += 1)
      assert.equal(await from('203.0.113.7', 'wrong'), '401 UNAUTHORIZED');
    for (let n = 0; n < passwordTries.max; n += 1)
      assert.equal(await from('203.0.113.7', 'right'), '429 TOO_MANY_TRIES');
    assert.equal(await from('198.51.100.1', 'right'), 200);
    forgetUser('joan');
    for (let n = passwordTries.sourceMax; n < passwordTries.max; n += 1)
      assert.equal(await from(`192.0.2.${n % 50}`, 'wrong'), '401 UNAUTHORIZED');
    assert.equal(await from('198.51.100.2', 'wrong'), '429 TOO_MANY_TRIES');
    // The user has logged in from 198.51.100.1 before. `forgetUser` simulates another environment, which does
    // not cache the password.
    memory.users.set('joan', { ...unknownUser('joan', 1), password: cheapPassword('renewed') });
    forgetUser('joan');
    assert.equal(await from('198.51.100.3', 'renewed'), '429 TOO_MANY_TRIES');
    for (let n = 0; n < passwordTries.sourceMax - 1; n += 1)
      assert.equal(await from('198.51.100.1', 'wrong'), '401 UNAUTHORIZED');
    assert.equal(await from('198.51.100.1', 'renewed'), 200);
  });

  test('that is correct may come in many concurrent requests', async () => {
    memory.users.set('kim', { ...unknownUser('kim', 1), password: cheapPassword('right') });
    const answers = await Promise.all(
      Array.from({ length: 2 * passwordTries.sourceMax }, () => codeOf(basic('kim:right'))),
    );
    assert.deepEqual(new Set(answers), new Set([200]));
  });
});

suite('a token', () => {
  let server: Server;
  let issuer = '';
  const signer = generateKeyPair('RS256');
  const stranger = generateKeyPair('RS256');

  before(async () => {
    const key = { ...(await exportJWK((await signer).publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    server = createServer((request, response) => {
      const isKeys = request.url?.endsWith('/keys');
      const described = { issuer, jwks_uri: `${issuer}/keys` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isKeys ? { keys: [key] } : described));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/dev`;
    process.env[environment.oidcIssuer] = issuer;
    process.env[environment.oidcAudience] = 'downpour';
  });
  after(() => {
    server.close();
    server.closeAllConnections();
    delete process.env[environment.oidcIssuer];
    delete process.env[environment.oidcAudience];
  });

  type Made = {
    readonly aud?: string;
    readonly iss?: string;
    readonly expires?: string | undefined;
    readonly kid?: string;
  };
  async function token(claims: object, { aud = 'downpour', iss = issuer, kid = 'one', ...made }: Made = {}) {
    const key = kid === 'one' ? (await signer).privateKey : (await stranger).privateKey;
    const jwt = new SignJWT({ preferred_username: 'grace', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: kid.replace('forged', 'one') })
      .setIssuedAt()
      .setIssuer(iss)
      .setAudience(aud);
    const expires = 'expires' in made ? made.expires : '5m';
    return (expires === undefined ? jwt : jwt.setExpirationTime(expires)).sign(key);
  }
  const bearer = (text: string) => ({ Authorization: `Bearer ${text}` });
  const why = async (text: string) => JSON.parse((await requested(bearer(text))).body).message;

  test('lets its user in with the roles that it says', async () => {
    const { status, body } = await requested(
      bearer(await token({ realm_access: { roles: ['dev-tester', 'dev-team'] } })),
    );
    assert.deepEqual([status, JSON.parse(body).slice(-2)], [200, ['grace-manager', 'dev-tester']]);
  });

  test('is refused when it is expired, for another audience, from another issuer, or not signed by the issuer', async () => {
    const [head = '', claims = ''] = (await token({})).split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    const bad: readonly (readonly [text: string, fault: RegExp])[] = [
      [await token({}, { expires: '-2m' }), /not valid: the token has expired: request a new token$/],
      [await token({}, { expires: undefined }), /it has no claim 'exp'; request a token with this claim$/],
      [await token({}, { aud: 'other' }), /for another audience, expected 'downpour'$/],
      [await token({}, { iss: 'http://127.0.0.1/realms/dev' }), /another issuer .*, expected http\S+\/dev$/],
      [
        await token({ nbf: Date.now() }),
        /the claim 'nbf' of the token has a wrong value; request a new token/,
      ],
      [
        await token({}, { kid: 'two' }),
        /the issuer has no key with the key id of the token; request a new token$/,
      ],
      [
        await token({}, { kid: 'forged' }),
        /its signature does not match the key of the issuer; request a new token from this issuer$/,
      ],
      [none, /the algorithm of the signature is not accepted, expected one of RS256, /],
      [`${head}.${claims}.`, /its signature does not match/],
      ['x', /does not have the form of a signed token \(JWT\)/],
    ];
    for (const [text, fault] of bad) {
      assert.equal(await codeOf(bearer(text)), '401 UNAUTHORIZED', text);
      assert.match(await why(text), fault);
    }
    assert.equal(await codeOf(bearer('')), '401 UNAUTHORIZED');
  });

  test('is good for some seconds more, because clocks differ', async () => {
    assert.equal(await codeOf(bearer(await token({}, { expires: '-10s' }))), 200);
  });

  test('is no way to a user that has a password here', async () => {
    const password = cheapPassword('secret');
    memory.users.set('hedy', { ...unknownUser('hedy', 1), password });
    assert.match(await why(await token({ preferred_username: 'hedy' })), /has a password on this server/);
  });

  test('is requested where the service says', async () => {
    const { body } = await invoke(config, 'GET /api/config/keycloak', {
      routeKey: 'ANY /api/config/{rest+}',
      path: { rest: 'keycloak' },
    });
    assert.deepEqual(JSON.parse(body), {
      realm: 'dev',
      url: issuer.replace('/realms/dev', ''),
      clientId: 'downpour',
    });
  });

  test('means nothing where there is no issuer', async () => {
    const text = await token({});
    delete process.env[environment.oidcIssuer];
    assert.match(await why(text), /this server did not issue the token/);
    process.env[environment.oidcIssuer] = issuer;
  });
});

suite('a token of the service itself', () => {
  const path = '/realms/downpour/protocol/openid-connect/token';
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const right = { grant_type: 'password', client_id: 'downpour', username: 'ada', password: 'secret: é' };
  /** This time is after all wrong passwords of earlier tests have expired. */
  let now = Date.now() + 100 * passwordTries.windowMs;

  before(() => void mock.method(Date, 'now', () => now));
  after(() => mock.restoreAll());
  beforeEach(() => {
    now += passwordTries.windowMs;
    known('secret: é');
  });

  function known(password: string): void {
    const kept = cheapPassword(password);
    memory.users.set('ada', { ...unknownUser('ada', 1), teams: { 'dev-team': ['tester'] }, password: kept });
  }
  const fetched = (body: string, realm = 'downpour'): Promise<Answer> =>
    send(`POST ${path.replace('downpour', realm)}`, {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  async function token(): Promise<string> {
    const { status, body, headers } = await fetched(form(right));
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], body);
    const { access_token: text, ...rest } = JSON.parse(body);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 300, refresh_expires_in: 0 });
    return text;
  }
  const withToken = (text: string) => codeOf({ Authorization: `Bearer ${text}` });

  test('is given for a name and its password, and does all that the user may', async () => {
    const { status, body } = await requested({ Authorization: `Bearer ${await token()}` });
    assert.deepEqual([status, JSON.parse(body).slice(-1)], [200, ['dev-tester']]);
  });

  test('is given for nothing else', async () => {
    const codes = async (fields: Record<string, string>, realm?: string) => {
      const { status, body } = await fetched(form(fields), realm);
      return [status, JSON.parse(body).code];
    };
    assert.deepEqual(await codes({ ...right, password: 'secret' }), [401, 'UNAUTHORIZED']);
    assert.deepEqual(await codes({ ...right, username: 'bo' }), [401, 'UNAUTHORIZED']);
    assert.deepEqual(await codes({ grant_type: 'password' }), [401, 'UNAUTHORIZED']);
    assert.deepEqual(await codes({ ...right, grant_type: 'client_credentials' }), [400, 'GRANT_UNKNOWN']);
    assert.deepEqual(await codes(right, 'master'), [404, 'NOT_FOUND']);
    for (let n = 0; n < passwordTries.sourceMax; n += 1) await codes({ ...right, username: 'eve' });
    assert.deepEqual(await codes({ ...right, username: 'eve' }), [429, 'TOO_MANY_TRIES']);
  });

  test('is good for five minutes', async () => {
    const text = await token();
    const { body } = await send('GET /api/user/me', { headers: { Authorization: `Bearer ${text}` } });
    assert.equal(JSON.parse(body).expiresAt, 1000 * Math.floor(now / 1000) + 300_000);
    now += 299_000;
    assert.equal(await withToken(text), 200);
    now += 2000;
    assert.equal(await withToken(text), '401 UNAUTHORIZED');
  });

  test('ends with the password, and is good at once with a new one', async () => {
    const old = await token();
    assert.equal(await withToken(old), 200);
    known('another');
    now += userCache.goodMs + 1;
    assert.equal(await withToken(old), '401 UNAUTHORIZED');
    known('secret: é');
    assert.equal(await withToken(await token()), 200);
    memory.users.delete('ada');
    now += userCache.goodMs + 1;
    assert.equal(await withToken(old), '401 UNAUTHORIZED');
  });

  test('that is forged, changed or signed with another key is refused', async () => {
    const [head = '', claims = '', signature = ''] = (await token()).split('.');
    const other = Buffer.from(JSON.stringify({ ...JSON.parse(atob(claims)), preferred_username: 'admin' }));
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const text of [
      `${head}.${other.toString('base64url')}.${signature}`,
      `${none}.${claims}.`,
      `${none}.${claims}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${head}.${claims}`,
      'x',
    ])
      assert.equal(await withToken(text), '401 UNAUTHORIZED', text);
  });

  test('is not there where another issuer gives them', async () => {
    const text = await token();
    process.env[environment.oidcIssuer] = 'https://login.example.com/realms/dev';
    process.env[environment.oidcAudience] = 'downpour';
    const { status, body } = await fetched(form(right));
    assert.deepEqual([status, JSON.parse(body).code], [404, 'NOT_FOUND']);
    assert.match(
      JSON.parse(body).message,
      /does not issue tokens: request one from https:\/\/login\.example\.com\/\S+/,
    );
    delete process.env[environment.oidcIssuer];
    delete process.env[environment.oidcAudience];
    assert.equal(await withToken(text), 200);
  });

  test('is found by clients through the configuration alone', async (t) => {
    process.env[environment.publicUrl] = 'https://results.example.com:8443/';
    t.after(() => delete process.env[environment.publicUrl]);
    const { body, headers } = await send('GET /api/config/keycloak', {
      headers: { host: 'evil.example', 'x-forwarded-proto': 'javascript' },
    });
    assert.equal(headers?.['cache-control'], 'no-store');
    const { url, realm, clientId } = JSON.parse(body);
    assert.equal(
      `${url}/realms/${realm}/protocol/openid-connect/token`,
      `https://results.example.com:8443${path}`,
    );
    assert.equal(clientId, 'downpour');
  });

  test('has the realm of published scripts when the service has the name of another one', async (t) => {
    process.env[environment.service] = 'Horreum';
    t.after(() => delete process.env[environment.service]);
    const { body } = await send('GET /api/config/keycloak', { headers: { host: 'localhost' } });
    assert.equal(JSON.parse(body).realm, 'horreum');
    assert.equal((await fetched(form(right), 'horreum')).status, 200);
    assert.equal((await fetched(form(right))).status, 404);
  });
});
