import { formats } from '../../../lib/report/formats/formats.ts';
import { code, page, table } from '../../generate/markdown.ts';

/** docs/export.md: what each format holds, for who reads it with another tool. */
export const exportPage = (): string =>
  page(
    'Export a run',
    '`bin/downpour export RUN --format NAME` writes a run for another tool. RUN is a number, `last` or a file with a run document; `-o` names a file, or a folder for CSV. What the tool cannot hold is in the [run document](run.md).',
    table(
      ['format', 'file', 'what it is'],
      formats.map(({ name, extension, summary }) => [
        code(name),
        extension === undefined ? 'a folder' : code(`.${extension}`),
        summary,
      ]),
    ),
    '## CSV',
    'The files, headers and orders of the original driver: `total.csv`, `agent.NAME.csv`, `failures.csv`, `agentCpu.csv`, and with the names of phase, metric and step in front `.histogram.csv` and `.series.csv`, `PHASE.sessions.csv`, `TARGET.TYPE.connections.csv`. Times are nanoseconds, in histograms milliseconds; instants are epoch milliseconds.',
    '* What is counted by name has a column each, `http.2xx` to `http.5xx`, `http.OtherStatus`, `http.CacheHits`, `bytes.sent`, `bytes.received` and those of handlers, between `BlockedTime` and `MinSessions`.\n* `failures.csv` has counts and percentiles of a broken limit; what a run does not keep of it is an empty cell.\n* The header of `agentCpu.csv` has commas between its shards, which the original leaves out.\n* A cell with a comma, a quote or a line break stands in quotes. A name that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in front: spreadsheets run such cells as formulas.\n* In names of files `/` and what else file systems refuse are `_`; a second file of one name ends in `~2`.',
    '## HdrHistogram',
    "A log in format 1.3, nanoseconds. A tag is `PHASE.METRIC` for what the run calls response times; `:service` and `:lateness` beside it are the time from sending and the generator's own delay. A stored run of a burst has a row for each second, from `GET /api/run/{id}/histograms`; of a file, and of an upload, there are the totals of phases only, and the command says so.",
    '## JSON lines',
    'The first line has `type: run`, then come lines with `type: second` for each second of a metric and one with `type: total`. All other members are called and counted as in the [run document](run.md).',
    '## OpenTelemetry',
    '`otlp` is the body of a request to `/v1/metrics` of a collector: `curl -H "content-type: application/json" --data @run.json http://127.0.0.1:4318/v1/metrics`. Histograms are exponential, with 160 buckets at most.',
    table(
      ['metric', 'unit', 'what it is'],
      [
        [
          code('http.client.request.duration'),
          '`s`',
          'from sending to the end of the response, as the convention says; the method is `_OTHER` and several targets have no `server.address`, because a metric may count requests of several',
        ],
        [
          code('downpour.response.duration'),
          '`s`',
          'response times of the run: from the intended start, unless the benchmark wants it otherwise',
        ],
        [code('downpour.start.delay'), '`s`', "the generator's own delay"],
        [code('downpour.requests'), '`{request}`', 'requests sent'],
        [
          code('downpour.requests.resent'),
          '`{request}`',
          'requests that were sent once more on another connection; the target may count so many more',
        ],
        [code('downpour.responses'), '`{response}`', 'by `downpour.status`: `2xx` to `5xx`, `other`'],
        [
          code('downpour.errors'),
          '`{request}`',
          'by `error.type`: `connection`, `timeout`, `internal`, `invalid`',
        ],
        [code('downpour.blocked'), '`s`', 'time spent waiting for a connection'],
        [code('downpour.io'), '`By`', 'bytes of bodies, by `downpour.direction`: `sent`, `received`'],
      ],
    ),
    'Each point has `downpour.phase`, `downpour.metric`, `downpour.step` and `downpour.warmup`, and stands for the whole phase.',
    '## Prometheus',
    'Text without times, for a Pushgateway or the text file collector of node_exporter: receivers refuse samples that are old. The names follow from those above: `http_client_request_duration_seconds`, `downpour_response_duration_seconds`, `downpour_start_delay_seconds`, `downpour_requests_total`, `downpour_requests_resent_total`, `downpour_responses_total`, `downpour_errors_total`, `downpour_blocked_seconds_total`, `downpour_transferred_bytes_total`, and `downpour_run_info` with the state of the run.',
  );
