import { repositoryKey } from '../../store/names.ts';
import type { Key } from '../table.ts';
import type { JobScope, Task } from './task.ts';

/** Where it stands why a task was given up: beside what it was for. */
export function failureKey(task: Task): Key {
  switch (task.kind) {
    case 'index':
      return repositoryKey.uploadFailure(task.run);
    case 'datasets':
    case 'forget':
      return repositoryKey.runFailure(task.run);
    case 'revision':
      return repositoryKey.eventFailure(`revision#${task.run}#${task.revision}`);
    case 'labels':
    case 'measure':
      return repositoryKey.datasetFailure(task.dataset);
    case 'event':
      return repositoryKey.eventFailure(`test#${task.event.testId}`);
    case 'webhook':
      return repositoryKey.eventFailure(`action#${task.action}`);
    case 'query':
      return repositoryKey.eventFailure(`upload#${task.upload.test}#${task.upload.key}`);
    case 'job':
    case 'page':
      return repositoryKey.jobFailure(nameOfScope(task.scope));
  }
}

export function nameOfScope(scope: JobScope): string {
  switch (scope.kind) {
    case 'test':
    case 'measures':
      return `${scope.kind}#${scope.test}`;
    case 'time':
      return `time#${scope.from}#${scope.to}`;
    case 'schema':
    case 'labels':
      return `${scope.kind}#${scope.uri}`;
  }
}
