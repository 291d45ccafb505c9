import { defaultAuditDays } from '../../../lib/names/environment.ts';
import { passwordLengthMin } from '../../../lib/results/identity/password.ts';
import { passwordTries, userCache } from '../../../lib/results/limits.ts';
import { page, table } from '../../generate/markdown.ts';

/** docs/identity.md */
export const identityPage = (): string =>
  page(
    'Who may do what',
    'A caller shows an API key, a password or a token. Its user holds roles in teams, and teams own records.',
    '## Users and teams',
    `Every user has a team of its own, \`<user>-team\`, and holds all roles in it. Shared teams have members with roles:

\`\`\`sh
bin/downpour team add dev-team
bin/downpour user add ada --team dev-team --role viewer tester
bin/downpour user add ci                             # of no team yet
bin/downpour team roles dev-team ci uploader
\`\`\``,
    table(
      ['role in a team', 'what it allows with what the team owns'],
      [
        ['viewer', 'read what is PRIVATE'],
        ['uploader', 'upload runs to its tests'],
        ['tester', 'change tests, schemas, labels, transformers and runs'],
        ['manager', 'say who belongs to the team, and make users in it'],
      ],
    ),
    `What is PUBLIC is read by everybody whom the deployment lets in, what is PROTECTED by every user. Administrators make teams,
users and other administrators; they are members of no team for that. A role that was taken away works for ${userCache.goodMs / 1000} seconds
more at most, and so does a password that was changed, in each environment of a function where it was used shortly before; the
new one lets in at once. A shared team cannot have the name of a user's own one: where there is one, the user owns nothing of it.`,
    `When you make a test PUBLIC, you also publish the names of the labels that its variables, its missing-data rules and its fingerprint name, those of PRIVATE
labels included; their values and functions stay hidden. Choose names that everybody may read.`,
    '## What a team may keep',
    `A team may keep any number of bytes of runs, unless the deployment has a bound: the option \`teamStorageGB\`
([deployment](deployment.md)), \`downpour serve --team-storage 50\` or \`DOWNPOUR_TEAM_STORAGE_GB=50\`, in gigabytes of 1,000,000,000 bytes. The
document of a run counts, and its metadata, from the moment at which its upload is committed, however it came. An upload that would bring its team
above the bound is refused with 507 and \`TEAM_STORAGE_FULL\`, and so is a run that is given to a team without room. A run of the trash
counts until it is deleted for good (\`DELETE /api/run/{id}\`). The run of a burst counts too but is never refused: its load was sent by then. Tests, schemas and
datasets do not count.

Downpour counts with and without a bound, so a bound that you set later is exact at once. Runs that an earlier
release stored, which did not count, do not count until they are uploaded again. \`downpour team list --storage\` shows what teams keep, and so does
[\`GET /api/user/storage\`](api/team.md#get-apiuserstorage): your teams, or all teams for administrators.`,
    '## Keys',
    `A key acts for its user with the roles that the user holds at the time. Its scopes say what it is good for:`,
    table(
      ['scope', 'what it allows'],
      [
        ['`read`', 'everything that only reads'],
        ['`upload`', 'upload runs and change records'],
        ['`drive`', 'start, watch and stop bursts and schedules'],
        ['`admin`', 'manage users and teams, read the audit'],
      ],
    ),
    `A new key has the first three, as far as the key has that makes it, and expires after 30 days without use unless
\`--unused-days\` says otherwise. A key manages the keys of its user that are good for no more than itself.`,
    '## Passwords and tokens',
    `A user with a password logs in with HTTP Basic and may do all that the user may. Clients that log in at a server of Keycloak find one
under the address of the deployment (\`GET /api/config/keycloak\`): it gives a bearer token for the password that lasts five
minutes and ends with the password. A password has at least ${passwordLengthMin} characters; for users that come from elsewhere
\`downpour serve\` takes another number from \`DOWNPOUR_PASSWORD_LENGTH_MIN\`. After ${passwordTries.sourceMax} wrong passwords from one
address within ${passwordTries.windowMs / 60_000} minutes nobody logs in as the user from there until they are over, and after ${passwordTries.max} from all addresses nobody
does at all; keys still work.

Clients learn from the configuration alone where they send a password: a deployment in AWS knows its address, and \`downpour serve\`
behind another one takes it from \`DOWNPOUR_PUBLIC_URL\`. Without it only clients on the same machine learn one.

With the options \`oidcIssuer\` and \`oidcAudience\` (\`DOWNPOUR_OIDC_ISSUER\` and \`DOWNPOUR_OIDC_AUDIENCE\` for \`downpour serve\`) a bearer
token of that issuer is taken instead: signed with one of its published keys, for that audience, and not expired. The claim
\`preferred_username\` is the user, \`realm_access.roles\` and the roles of the client have words such as \`dev-tester\`, \`dev-team\`
and \`admin\`. The issuer is trusted with names, but for those of users that have a password here and that of the first key. A key
that such a user makes has the roles that are kept here, not those of the token.`,
    '## The audit',
    `Each valid request for a change leaves an entry: who, with which key, what, when, and how it ended. Of what
was sent it has the names of users alone, such as that of a new one. Entries stay for ${defaultAuditDays} days (\`auditDays\`); one machine hides older ones, and a table in AWS deletes them. Administrators
read it with \`downpour audit\` or [\`GET /api/audit\`](api/audit.md#get-apiaudit).`,
    '## What differs from the original',
    `* A refusal has a JSON body, 401 and 403 included.
* A key has no scope \`admin\` unless it is asked for, so the key of an administrator has its roles but not \`admin\`.
* A manager removes only users all of whose teams it manages.
* A key is refused from its expiry on; it counts as revoked a day later.
* Clients that send \`Authentication: Basic\` are let in as if it were \`Authorization\`.`,
  );
