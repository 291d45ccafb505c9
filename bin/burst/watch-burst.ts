import { isFinal } from '../../lib/driver/model/final-state.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import type { Api } from '../api/client.ts';
import { exit, exitCodeOf } from '../cli/exit-code.ts';
import { dataWords } from '../cli/shell-command.ts';
import { reportLines, verdictLines } from '../report/report.ts';
import { reportOf } from '../report/report-of-run.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { follow } from './follow.ts';
import type { BurstResult } from './run-burst.ts';
import { watcherOn } from './status-watchers.ts';

/**
 * Shows a burst that another command started until its end, with the display of `run`, and prints its report.
 * An abort of `leave` ends only the display.
 * @throws DownpourError `BURST_NOT_FOUND` (404); `BURST_LOST` (503) when the API has not answered for
 * `silenceMs`.
 */
export async function watchBurst(
  api: Api,
  burst: string,
  terminal: Terminal,
  leave: AbortSignal,
  { quiet = false, silenceMs }: { readonly quiet?: boolean; readonly silenceMs?: number },
): Promise<BurstResult> {
  const watch = quiet ? () => undefined : watcherOn(terminal);
  let status = await api.burst(burst);
  // A burst that has ended needs no display.
  if (!isFinal(status.state))
    for await (const look of follow(api, burst, leave, silenceMs === undefined ? {} : { silenceMs })) {
      status = look;
      watch(look);
    }
  terminal.clear();
  if (!isFinal(status.state)) return left(status, api, terminal);
  const text = status.runId === undefined ? undefined : await api.runText(status.runId);
  const run = text === undefined ? undefined : (JSON.parse(text) as RunDocument);
  const lines = quiet ? verdictLines : reportLines;
  terminal.say(...(quiet ? [] : ['']), ...lines(reportOf(status, run), terminal.paint, terminal.width));
  return { code: exitCodeOf(status), status, ...(text === undefined ? {} : { text }), ...(run && { run }) };
}

function left(status: BurstResult['status'], { data }: Api, terminal: Terminal): BurstResult {
  const { id } = status;
  terminal.say(
    terminal.paint.yellow(
      `This command ends, and burst ${id} continues: \`downpour stop ${id}${dataWords(data)}\` stops the burst.`,
    ),
  );
  return { code: exit.stopped, status, left: true };
}
