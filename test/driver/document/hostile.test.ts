import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBenchmark } from '../../../lib/driver/benchmark/parse-benchmark.ts';
import { formatProblem } from '../../../lib/driver/document/format-problems.ts';
import { reading } from '../../../lib/driver/document/limits.ts';
import { documents } from './hostile-documents.ts';

/**
 * A hostile document leads to the complete list of its problems, or to one message that names the exceeded
 * limit.
 */

const first500 = (line: (at: number) => string): readonly string[] =>
  Array.from({ length: reading.problemsMax }, (_, at) => line(at));

const tooManyValues = `document has more than ${reading.documentNodesMax} values after aliases and templates are expanded`;
const tooManyCharacters = `document has more than ${reading.replayedCharsMax} characters after aliases and templates are expanded`;
const tooDeep = `document is nested more than ${reading.documentDepthMax} levels deep`;

const expected: { readonly [what: string]: readonly string[] } = {
  'an empty text': [`1:1 document: the document is empty, expected a mapping with name, http and phases`],
  'a comment': [`1:1 document: the document is empty, expected a mapping with name, http and phases`],
  'a word': [`1:1 document: the document is 'shop', expected a mapping with name, http and phases`],
  'an address': [
    `1:1 document: the document is 'http://localhost', expected a mapping with name, http and phases; \`downpour init ADDRESS\` writes a document, in which the address is 'host'`,
  ],
  'a number': [`1:1 document: the document is 5, expected a mapping with name, http and phases`],
  'a list of benchmarks': [
    `1:1 document: the document is a list, expected a mapping with name, http and phases`,
  ],
  'two documents': [`6:1 document: a second document begins here, expected only one; remove the '---'`],
  'binary rubbish': [
    `1:1 document: the document is '\u0000\u0001\u0002', expected a mapping with name, http and phases`,
  ],
  'an open quote over many lines': [`1:7 document: this quote is never closed`],
  'a bracket for every line': [
    ...first500(
      (at) => `${at + 3}:1 document: expected ']' before this, because an earlier bracket is not closed`,
    ),
    '503:1 document: 99 more problems from here on are not listed',
  ],
  'a colon too many in each line': [
    ...first500(
      (at) =>
        `${at + 1}:4 document: a mapping cannot begin in the middle of this line, found a second ': '; put the value in quotes, or on a line of its own`,
    ),
    '501:4 document: 100 more problems from here on are not listed',
  ],
  'longer than a document may be': [
    `1:1 document: the document is longer than ${reading.documentCharsMax} characters`,
  ],
  'an alias in itself': [`5:23 scenario[0].main: alias '*all' contains itself`],
  'two aliases in each other': [
    `5:66 scenario[0].main[0].loop.steps: alias '*a' contains itself`,
    `5:71 scenario[0].main[1]: alias '*b' contains itself`,
  ],
  'a merge of itself': [`5:55 scenario: '<<' must point to another mapping, or to a list of them`],
  'a merge of an outer mapping': [
    `5:63 scenario.sequences[0].more: warning: sequence 'more' never starts; start the sequence with newSequence, or list it under initialSequences`,
    `5:74 scenario.sequences[0].more: '<<' must point to another mapping, or to a list of them`,
  ],
  'a foreach in its own items': [`5:31 scenario.items: alias '*x' contains itself`],
  'a foreach in its own body': [
    `5:56 scenario[0]: must be a mapping with one sequence, found a list (for item 1 of ITEM); a list cannot be an item of this list: remove the first '-', also before !foreach`,
    `5:57 scenario[0][0]: alias '*x' contains itself (for item 1 of ITEM)`,
  ],
  'a concat in itself': [`1:22 name[1]: alias '*x' contains itself`],
  'aliases of aliases': [`7:17 document: ${tooManyValues}`],
  'merges of merges': [`20:3 document: ${tooManyValues}`],
  'joins of joins': [`14:3 document: ${tooManyCharacters}`],
  'foreach in foreach': [`5:515 document: ${tooManyValues}`],
  'aliases of foreach': [`8:63 document: ${tooManyValues}`],
  'half a million items': [`5:1000059 document: ${tooManyValues}`],
  'a list of many items': [`99999:3 document: ${tooManyValues}`],
  'a large list merged many times': [`6:1 document: ${tooManyValues}`],
  'a long text many times': [`6:210 document: ${tooManyCharacters}`],
  'a long name before many values': [`6:66512 document: ${tooManyCharacters}`],
  'nested deeper than a document may be': [
    `5:12 scenario[0]: must be a mapping with one sequence, found a list; a list cannot be an item of this list: remove the first '-', also before !foreach`,
    `5:75 scenario${'[0]'.repeat(64)}: ${tooDeep}`,
  ],
  'nested too deeply in two places': [
    `5:12 scenario[0]: must be a mapping with one sequence, found a list; a list cannot be an item of this list: remove the first '-', also before !foreach`,
    `5:75 scenario${'[0]'.repeat(64)}: ${tooDeep}`,
    `5:141 scenario[1]: must be a mapping with one sequence, found a list; a list cannot be an item of this list: remove the first '-', also before !foreach`,
  ],
  'mappings nested a hundred times': [
    `5:12 scenario.a: unknown property 'a'; expected one of initialSequences, sequences, orderedSequences, maxSequences, maxRequests`,
    `5:267 scenario${'.a'.repeat(64)}: ${tooDeep}`,
  ],
  'brackets nested a hundred thousand times': [
    `1:1 document: the document is nested too deeply; Downpour reads at most ${reading.documentDepthMax} levels`,
  ],
  'indented two hundred times': [
    `6:2 scenario.a: unknown property 'a'; expected one of initialSequences, sequences, orderedSequences, maxSequences, maxRequests`,
    `70:66 scenario${'.a'.repeat(64)}: ${tooDeep}`,
  ],
  'a chain of merges': [`5:1 x: unknown property 'x'`, `2945:17 scenario: ${tooDeep}`],
  'a chain of aliases': [
    `5:1 x: unknown property 'x'`,
    `2945:13 scenario${'[0]'.repeat(64)}: ${tooDeep}`,
    `3008:13 scenario[0]: must be a mapping with one sequence, found a list; a list cannot be an item of this list: remove the first '-', also before !foreach`,
  ],
  'a separator that backtracks would explode in': [],
  'a separator that looks ahead at every character': [
    `5:50043 scenario: the items take too long to split with the separator 'a.*b|a'; write a simpler separator`,
  ],
  'a separator that looks around': [
    `5:44 scenario.separator: separator '(?=a)' is not a regular expression that Downpour supports; write the separator without look-around and back-references`,
  ],
  'a separator that repeats its repetitions': [
    `5:44 scenario.separator: separator '((a{9}){9}){99}' is not a regular expression that Downpour supports`,
  ],
  'a separator of too many instructions': [
    `5:44 scenario.separator: separator '(ab){900}' is too large, because of its repetitions; write a simpler separator`,
  ],
  'a separator of one long word': [
    `5:44 scenario.separator: separator is longer than ${reading.separatorCharsMax} characters`,
  ],
  'a separator that matches nothing': [],
  'unknown names on every level': [
    `1:1 nmae: unknown property 'nmae'; did you mean 'name'?`,
    `2:25 http.prot: unknown property 'prot'; did you mean 'port'?`,
    `3:1 phase: unknown property 'phase'; did you mean 'phases'?`,
    `6:5 phases[0].p.constantrate: unknown phase kind 'constantrate'; did you mean 'constantRate'?`,
    `8:14 phases[1].q.atOnce.usres: unknown property 'usres'; did you mean 'users'?`,
    `8:35 phases[1].q.atOnce.scenario.initialSequence: unknown property 'initialSequence'; did you mean 'initialSequences'?`,
    `14:11 phases[2].r.atOnce.scenario[0].main[0].httpRequst: unknown step 'httpRequst'; did you mean 'httpRequest'?`,
    `15:25 phases[2].r.atOnce.scenario[0].main[1].httpRequest.GTE: unknown property 'GTE'`,
    `15:52 phases[2].r.atOnce.scenario[0].main[1].httpRequest.handler.status.rnage: unknown status handler 'rnage'; did you mean 'range'?`,
    `15:65 phases[2].r.atOnce.scenario[0].main[1].httpRequest.handler.boddy: unknown property 'boddy'; did you mean 'body'?`,
  ],
  'wrong types on every level': [
    `1:1 name: must be text, found a list; write the value as one text in quotes`,
    `2:1 http: must be a mapping, found 'localhost'; write 'host: localhost' on the next line, indented`,
    `3:10 agents.a: must be text, or a mapping of names to text, found a list`,
    `4:1 threads: must be a whole number of at least 1, found 'many'`,
    `5:1 ergonomics: must be a mapping, found true`,
    `7:3 phases[0].p: must be a mapping with one phase kind, found 'constantRate'`,
    `8:3 phases[1]: must be a mapping with one phase, found 'atOnce'`,
    `10:14 phases[2].q.atOnce.users: must be a whole number of at least 1, or a mapping with base and increment, found a list`,
    `10:26 phases[2].q.atOnce.duration: must be a whole number with a unit ms, s, m or h, such as 30s, found a mapping`,
    `10:44 phases[2].q.atOnce.maxDuration: must be a whole number with a unit ms, s, m or h, such as 30s, found 'true'`,
    `10:74 phases[2].q.atOnce.scenario.initialSequences: must be a list of sequences, found 'main'`,
    `16:11 phases[3].r.atOnce.scenario[0].main[0].httpRequest: must be a mapping, found a list`,
    `17:44 phases[3].r.atOnce.scenario[0].main[1].httpRequest.headers[0]: must be a mapping, found 1`,
    `17:48 phases[3].r.atOnce.scenario[0].main[1].httpRequest.sync: must be true or false, found 3`,
    `18:11 phases[3].r.atOnce.scenario[0].main[2]: must be a step, found a list; a list cannot be an item of this list: remove the first '-', also before !foreach`,
  ],
  'a thousand unknown names': [
    ...first500((at) => `${at + 6}:1 k${at}: unknown property 'k${at}'`),
    '506:1 document: 500 more problems from here on are not listed',
  ],
  'names of every object': [
    `5:24 scenario[0].__proto__[0].constructor: unknown step 'constructor'; all steps are listed in docs/steps.md`,
    `5:41 scenario[0].__proto__[1]: unknown step 'toString'; all steps are listed in docs/steps.md`,
    `6:1 __proto__: unknown property '__proto__'`,
    `7:1 constructor: unknown property 'constructor'`,
  ],
  'numbers beyond numbers': [
    `2:25 http.port: must be a port from 1 to 65535, found Infinity`,
    '3:1 threads: threads must be a whole number from 1 to 64, found 100000000000000000000; threads share one machine, so add agents or use --shards to send more load',
    `4:1 usersPerSec: must be a number above 0, or a mapping with base and increment, found Infinity`,
    `5:1 maxSessions: must be a whole number of at least 1, found NaN`,
    "6:1 duration: the duration '99999999999999999999s' is too long; write a shorter duration, such as 30s",
    "7:41 scenario[0].main[0].randomInt.min: expected a whole number from -2147483648 to 2147483647, or a mapping with exactly one of value and fromVar, found '-9e+99'",
  ],
  'types of other languages': [
    `1:21 name: unknown tag '!!js/function'; expected one of !param, !concat, !foreach`,
    `2:23 http: unknown tag '!!python/object'; expected one of !param, !concat, !foreach`,
    `3:26 usersPerSec: unknown tag '!!timestamp'; expected one of !param, !concat, !foreach`,
    `4:20 duration: unknown tag '!!binary'; expected one of !param, !concat, !foreach`,
    `5:17 scenario: unknown tag '!!set'; expected one of !param, !concat, !foreach`,
  ],
  'keys that are no names': [
    `5:13 scenario[0]: a key must be text, not a list or mapping`,
    `5:23 scenario[1]: a key must be text, not a list or mapping`,
    `5:36 scenario[2]: a key is empty`,
    `5:43 scenario[3]["~"]: must be a list of steps, found 4`,
  ],
  'an anchor for everything': [
    `2:10 http: anchor '&x' is defined twice`,
    `2:20 http.host: anchor '&x' is defined twice`,
    `5:25 scenario[0].main[1]: unknown step 'localhost'; all steps are listed in docs/steps.md`,
  ],
  'aliases of nothing': [
    `1:7 name: alias '*a' has no anchor '&a' before it`,
    `2:7 http: alias '*b' has no anchor '&b' before it`,
    `3:14 usersPerSec: alias '*c' has no anchor '&c' before it`,
    `5:12 scenario[0]: alias '*d' has no anchor '&d' before it`,
    `5:23 scenario[1].main[0]: alias '*e' has no anchor '&e' before it`,
    `5:28 scenario[2]: alias '*f' has no anchor '&f' before it`,
  ],
  'merges of everything else': [
    `5:17 scenario[0]: '<<' must point to another mapping, or to a list of them`,
    `5:27 scenario[1]: '<<' must point to another mapping, or to a list of them`,
    `5:37 scenario[2]: '<<' must point to another mapping, or to a list of them`,
    `5:47 scenario[3]: '<<' must point to another mapping, or to a list of them`,
  ],
  'parameters of nobody': [
    `1:14 name: parameter 'NAME' has no value and no default; give the value with -P NAME=VALUE`,
    `2:21 http.host: parameter 'HOST' has no value and no default; give the value with -P HOST=VALUE`,
    `3:20 usersPerSec: !param has no name; write '!param NAME' or '!param NAME default'`,
    `4:40 duration[1]: parameter 'UNIT' has no value and no default; give the value with -P UNIT=VALUE`,
    "5:1 scenario: sequence 'main' is defined twice; rename or remove one of the two",
    `5:20 scenario: warning: 'do' has no '!param ITEM' for the item of !foreach, so all copies are the same`,
    `5:75 scenario[0].main[0].log: parameter 'TEXT' has no value and no default (for item 1 of ITEM); give the value with -P TEXT=VALUE`,
  ],
  'templates in the wrong places': [
    `1:15 name: !concat belongs before a list of values; write for example !concat [a, !param NAME]`,
    `2:16 http: !foreach belongs before a mapping with 'items' and 'do'`,
    `3:21 usersPerSec: !param belongs before a single value, not before a list or mapping`,
    `4:20 duration: !foreach belongs before a mapping with 'items' and 'do'`,
    `5:23 scenario[0][""]: warning: 'do' has no '!param ITEM' for the item of !foreach, so all copies are the same`,
    `5:23 scenario[0][""]: a key must be a single value, not a list or mapping`,
    `5:66 scenario[1][1]: a part of !concat must be a single value, not a list or mapping`,
  ],
  'a phase after itself': [
    '5:26 phases[1].b.atOnce.startAfter: these phases wait for each other, so none of them can start: a -> c -> b -> a; remove startAfter, startAfterStrict or startWith from one of these phases',
  ],
  'writes to built-in variables': [
    "5:19 scenario[0].main[0].set: a step cannot set the built-in variable 'hyperfoil.session.id'; choose a name that does not begin with 'hyperfoil.'",
    "5:51 scenario[0].main[1].setInt: a step cannot set the built-in variable 'hyperfoil.agents'; choose a name that does not begin with 'hyperfoil.'",
  ],
  'an index of an instance that has none': [
    "5:19 scenario[0].main[0].set: 'x[.]' needs the index of an instance, but sequence 'main' has only one instance; write 'x', or name the sequence 'main[N]' for up to N instances at the same time",
    "5:37 scenario[0].main[1].log: 'x[.]' needs the index of an instance, but sequence 'main' has only one instance; write 'x', or name the sequence 'main[N]' for up to N instances at the same time",
  ],
  'a pause of eleven years': [
    "5:19 scenario[0].main[0].thinkTime: the duration '99999h' is too long; write a shorter duration, such as 30s",
  ],
  'a loop beyond whole numbers': [
    `5:41 scenario[0].main[0].loop.repeats: repeats must be a whole number from 1 to 2147483647`,
  ],
  'a foreach over nothing, into itself': [
    "5:29 scenario[0].main[0].foreach.fromVar: variable 'l' has no value, because no step sets it; set the variable in an earlier step, or correct its name",
  ],
};

describe('a hostile document is refused with every problem and its place, or with the bound that it exceeds', () => {
  for (const [what, text] of Object.entries(documents))
    it(what, () => {
      const { benchmark, problems } = parseBenchmark(text);
      assert.deepEqual(
        problems.map((problem) => formatProblem('', problem).slice(1)),
        expected[what],
      );
      assert.equal(
        benchmark === undefined,
        problems.some(({ severity }) => severity === 'error'),
      );
    });
});
