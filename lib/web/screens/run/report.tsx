import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunReport } from '../../../api.generated.ts';
import { type MountedReport, mountReport } from '../../../report/page/client/mount-report.ts';
import { amend } from '../../addresses/router.ts';
import { announce } from '../../components/announce.ts';
import { setReport } from './set-report.ts';

type ReportProps = {
  readonly report: RunReport;
  /** The time range in the address. */
  readonly stretch: string | undefined;
};

/**
 * The report of a run as the server wrote it, with the same script as in report files. The selected time
 * range is in the address.
 */
export function Report({ report, stretch }: ReportProps) {
  const root = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedReport | undefined>(undefined);
  const shown = useRef(stretch);
  shown.current = stretch;
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    setReport(element, report);
    const click = (event: MouseEvent): void => follow(event, element);
    element.addEventListener('click', click);
    let isGone = false;
    void mountReport(element, report.data, {
      say: announce,
      selected: (t) => {
        if (t !== shown.current) amend({ t });
      },
    }).then((made) => {
      if (isGone) made[Symbol.dispose]();
      else mounted.current = made;
      made.show(shown.current);
      element.dataset.ready = 'true';
    });
    return () => {
      isGone = true;
      element.removeEventListener('click', click);
      mounted.current?.[Symbol.dispose]();
      mounted.current = undefined;
      element.replaceChildren();
    };
  }, [report.markup, report.data]);
  useLayoutEffect(() => mounted.current?.show(stretch), [stretch]);
  return <div class="report" ref={root} />;
}

/**
 * Handles a click on a link to a time range: all charts select this range. Back selects the previous range.
 */
function follow(event: MouseEvent, root: Element): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#t="]') : null;
  const t = link?.getAttribute('href')?.slice('#t='.length);
  if (t === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  amend({ t }, { push: true });
  root.querySelector('.over-time')?.scrollIntoView();
}
