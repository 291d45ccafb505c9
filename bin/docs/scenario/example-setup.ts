import type { Group as HandlerGroup } from '../../../lib/driver/scenario/groups.ts';

/** The groups of kinds. Steps have a separate registry. */
export type Group = 'step' | HandlerGroup;

/** The steps that are inserted before every example, so that the example can run. */
export const setting = `- set: city <- Brno
- set: text <- 42
- set: type <- json
- set: encoding <- identity
- set: busy <- yes
- unset: busy
- set: { var: basket, objectArray: { size: 3 } }
- addItem: { toVar: basket, value: hat }
- set: { var: names, objectArray: { size: 2, fromVar: city } }
- setInt: page <- 5
- setInt: seen <- 3
- setInt: matches <- 2
- setInt: price <- 1000
- publishAgentData: { name: token, fromVar: city }
- scheduleDelay: { key: pace, duration: 10ms }
- httpRequest:
    GET: /products/7
    handler:
      body:
        store: { toVar: response, format: BYTES }`;

/** A sequence that examples can start. */
export const started = `greet[3]:
  - log: a good day`;

/** The files that examples use, by path. */
export const files: { readonly [path: string]: string } = {
  'users.csv': 'ann,Ann,rain\nbob,Bob,sun\n',
  'cat.png': 'a cat',
  'dog.png': 'a dog',
};

/** A step that contains the example of a kind, or a processor that contains the example of a transformer. */
export function stepWith(group: Group, example: string): string {
  if (group === 'step') return example;
  if (group === 'transformer') return `json: { query: .id, toVar: changed, replace: { ${example} } }`;
  const request = ['httpRequest:', '  GET: /products/7', '  handler:', `    ${memberOf[group]}:`];
  return [...request, `      - ${example}`].join('\n');
}

const memberOf: { readonly [G in Exclude<Group, 'step' | 'transformer'>]: string } = {
  action: 'onCompletion',
  processor: 'body',
  statusHandler: 'status',
  headerHandler: 'header',
  rawBytesHandler: 'rawBytes',
};
