import schema from '../../../schema/run-events.schema.json' with { type: 'json' };
import { code, fenced, page, table } from '../../generate/markdown.ts';

/** docs/ci.md */
export const ciPage = (): string =>
  page(
    'In CI',
    `\`downpour run\` ends with the verdict as its [exit code](exit-codes.md), so a job fails when a limit is broken and needs
nothing else. Everything below is for people who want to know why without reading a log. The examples assume that
Downpour is a development dependency of the project (\`npm install --save-dev ./downpour-0.1.0.tgz\`).`,
    '## A document to decide by',
    `Limits belong to the requests that they are about. This one is \`load/shop.hf.yaml\` below; \`HOST\` comes from the job.`,
    fenced('yaml', document),
    '## What a run leaves',
    table(
      ['option', 'what it writes'],
      [
        ['`--junit FILE`', junit],
        ['`--summary FILE`', summary],
        [
          '`--json FILE`',
          'The [run document](run.md), which `report`, `compare`, `export` and `query` read again.',
        ],
        ['`--json-lines`', 'What happens, for programs, as it happens: [below](#lines-of-json).'],
        ['`--quiet`', 'Of all that people read only the verdict and errors.'],
      ],
    ),
    `The files are written however the run ends: failed, stopped or inconclusive. When there is no run at all, because the
target cannot be reached, for example, JUnit has an error, the summary says why, and the file for JSON holds an object with \`state\` and
\`reason\`: the [last line](#lines-of-json) of \`--json-lines\`. After a mistake in the document or on the command line (exit code 2) an
existing file stays as it is.`,
    `Downpour checks each file before it sends any load. It refuses a file that it cannot write, a file that the command reads, and an
existing file that holds anything but an earlier output of the same kind. \`-\` as a file is standard output, for one of them; people read standard error then.`,
    fenced(
      'sh',
      'bin/downpour run hello.hf.yaml --quiet --json run.json --junit junit.xml --summary summary.md',
    ),
    '## GitHub Actions',
    `The summary is appended to that of the job (\`GITHUB_STEP_SUMMARY\`), and what went wrong becomes annotations, both without
being asked: a broken limit is an error, a run that says nothing of the target a warning.`,
    fenced('yml', github),
    '## GitLab CI',
    `GitLab shows the limits in the test report of a merge request, and compares them with those of the target branch. A run that
is inconclusive was not judged, because the machine that sent the load was too busy: it need not fail the pipeline.`,
    fenced('yml', gitlab),
    '## Better or worse than before',
    `A limit says whether the target is good enough. Whether it became slower needs several runs of each version, in turn and on
the same machine: one run against one run cannot tell. \`compare\` ends with 1 when the new version is worse by more than the
gate, and with 4 when the runs cannot be compared. Here both versions run side by side, so the targets differ, and that is
allowed.`,
    fenced('yml', compared),
    '## Lines of JSON',
    `${schema.description} The schema is \`schema/run-events.schema.json\`.`,
    fenced(
      'sh',
      'bin/downpour run hello.hf.yaml --json-lines | jq -c \'select(.event == "second") | [.phase, .second, .latencyP99Ns]\'',
    ),
    ...schema.oneOf.flatMap(({ $ref }) => eventSection($ref.slice('#/definitions/'.length) as EventName)),
  );

const junit =
  'A test for each limit, for the test reports of Jenkins, GitLab and others. Names stay the same from run to run; what was measured is in the message. A limit that nobody can judge is skipped, a run that nobody can judge is an error.';

const summary =
  'Markdown of at most 60 kB: the verdict and why, limits, response times, the health of the generator. It also fits into a comment.';

const document = `name: shop
http: { host: !param HOST http://localhost:8080, sharedConnections: 50 }
usersPerSec: 50
duration: 30s
scenario:
- browse:
  - httpRequest:
      GET: /
      sla:
        limits: { "0.99": 250ms }
        errorRatio: 0.001`;

const github = `# .github/workflows/load.yml
on: pull_request
jobs:
  load:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci
      - name: Start the target
        run: |
          npm start > server.log 2>&1 &
          curl --silent --retry 30 --retry-delay 1 --retry-connrefused http://localhost:8080/ > first.html
      - name: Run the load
        run: npx downpour run load/shop.hf.yaml -P HOST=http://localhost:8080 --quiet --json run.json --junit junit.xml
      - name: Make the page for browsers
        if: \${{ !cancelled() }}
        run: test ! -s run.json || npx downpour report run.json -o report.html
      - uses: actions/upload-artifact@v4
        if: \${{ !cancelled() }}
        with:
          name: load
          path: |
            report.html
            run.json
            junit.xml`;

const gitlab = `# .gitlab-ci.yml
load:
  image: node:24
  variables:
    TARGET: http://localhost:8080
  script:
    - npm ci
    - npx downpour run load/shop.hf.yaml -P HOST=$TARGET --quiet --json run.json --junit junit.xml --summary summary.md
  after_script:
    - test ! -s run.json || npx downpour report run.json -o report.html
  allow_failure:
    exit_codes: [4]
  artifacts:
    when: always
    reports:
      junit: junit.xml
    paths: [report.html, run.json, summary.md]`;

const compared = `# .github/workflows/compare.yml
on: pull_request
jobs:
  compare:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: { path: new }
      - uses: actions/checkout@v4
        with: { path: old, ref: "\${{ github.base_ref }}" }
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: npm ci --prefix old && npm ci --prefix new
      - name: Start both versions
        run: |
          PORT=8081 npm start --prefix old > old.log 2>&1 &
          PORT=8082 npm start --prefix new > new.log 2>&1 &
          curl --silent --retry 30 --retry-delay 1 --retry-connrefused http://localhost:8081/ http://localhost:8082/ > first.html
      - name: Run them in turn
        run: |
          for n in 1 2 3 4 5; do
            new/node_modules/.bin/downpour run new/load/shop.hf.yaml -P HOST=http://localhost:8081 --quiet --json old-$n.json || true
            new/node_modules/.bin/downpour run new/load/shop.hf.yaml -P HOST=http://localhost:8082 --quiet --json new-$n.json || true
          done
      - name: Compare them
        run: |
          new/node_modules/.bin/downpour compare --allow-differences --fail-on p99:10% \\
            --baseline "$(ls old-*.json | paste -sd, -)" --candidate "$(ls new-*.json | paste -sd, -)"`;

type EventName = 'burst' | 'phase' | 'second' | 'notice' | 'result';
type Member = { readonly description?: string; readonly const?: string; readonly $ref?: string };

function eventSection(name: EventName): string[] {
  const { description, properties, required } = schema.definitions[name];
  const rows = Object.entries(properties as Readonly<Record<string, Member>>)
    .filter(([, member]) => member.const === undefined)
    .map(([member, of]) => {
      const optional = (required as readonly string[]).includes(member) ? '' : ' (may be absent)';
      return [code(member) + optional, described(of)];
    });
  return [`### \`${name}\``, description, table(['member', 'what it says'], rows)];
}

function described({ description = '', $ref }: Member): string {
  if ($ref === undefined) return description;
  const { at, phaseName } = schema.definitions;
  return $ref.endsWith('/at') ? at.description : phaseName.description;
}
