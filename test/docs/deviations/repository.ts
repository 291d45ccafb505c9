/**
 * The name of the test that proves a row of docs/compatibility-repository.md, without the row numbers at its
 * end, by the first cell of the row. It is undefined for a feature that is absent.
 */
export const proofs: { readonly [subject: string]: string | undefined } = {
  '`value` of a query': 'the seed: one named property, all properties, the first match, no match',
  'A wrong path': 'a syntax error is a 400 with its place in the same object',
  'The language of `querydataset`, of extractors and of filters of label values':
    'finds members of its elements, the first or all',
  '`lax` and `strict` before a path in `testjsonpath`': 'an expression is checked without a run',
  '`uri` and `schemaUri`': 'is asked of the elements of one schema',
  '`uri` of a schema that a run names in two places': 'is asked of the run, of a member or of elements',
  '`schemaUri` of a schema that no element of a dataset names, with `array`':
    'is asked of the elements of one schema',
  'Absent `access`': 'owner and access are those of the query, else of the record, else the defaults',
  '`owner` and `access` of a record':
    'owner and access are those of the query, else of the record, else the defaults',
  'Absent `owner`, and the user has no team': 'the default owner is the only team in which the user uploads',
  'A path for `test` that is not a JSONPath': 'a rejection reports what was found',
  "A path such as `$['name']`, `$[0].name` or `$`": 'a path may be written with brackets',
  'A number at the path of `test`, as in `test=$.build`':
    'a number at the path of an upload means what it means in the parameter: a name, else an id',
  '`.` and `..` as names of tests and users': 'a rejection reports what was found',
  'Control characters in the names of records': 'a rejection reports what was found',
  'A path for `test` that leads to an object or a list': 'a rejection reports what was found',
  'Seconds since 1970 as `start` and `stop`, as in `start=1718000000`': 'times that are accepted',
  'Metadata of a record': 'wrong metadata is rejected',
  'Deeply nested documents': 'is nested as deep as any other',
  'Encoded bodies': 'decodes a body by its content-encoding',
  'Large documents': 'its size is bounded',
  'Parts of a form': 'parts may come without the name of a file',
  'JSON text in a string':
    'the document and the metadata keep every byte, and JSON text in a string is unwrapped',
  'JSON text in a string, in a document that is uploaded in parts':
    'a document that is JSON text in a string stays that when it comes in parts',
  'The answer of `PUT /api/action`':
    'is made with a secret that is shown once, changed without losing it, and deleted',
  'Logs of a deleted test': 'is for testers of its team',
  'Answers without a body': 'a run goes into the trash and comes back, as often as requested',
  'Times in answers': 'are one entry for each dataset, the newest first, with values or without',
  'Error responses': 'that fails is answered as JSON, and so is a reply that is too large',
  'An unknown parameter in the query of a request': 'names every problem with its place',
  'Numbers and booleans in quotes in a body, such as `"id": "5"`': 'takes a body as it is',
  'A slash at the end of a path':
    'they are answered with a slash at the end, and paths below the slash do not exist',
  'OR and quotes in `query` of a list of runs':
    'OR joins expressions as well as words, and quotes keep a name together',
  '`lax` and `strict` before a path in `query` of a list of runs':
    'an expression tests existence, a predicate tests truth',
  '`total` of a list of runs with `query`, and of datasets with `filter`':
    'runs are listed that a query finds',
  '`limit` without `page`': 'have pages counted from 0, in the order of the name unless another is requested',
  'A list of more than 50,000 runs or datasets without a `limit`':
    'a list that is too long for one reply is refused before it is read, and a cursor reads it',
  '`total` of `run/bySchema`': 'the runs that name a schema are listed, as far as the caller may see both',
  'An unknown `sort`': 'come in pages and orders',
  'The page 0 of a list whose first page is 1': 'runs are listed by page and test',
  'A view that does not exist': 'shows another view when it is requested, and so does a summary',
  'A folder that is a wildcard': 'lies in a folder without blanks and slashes around it',
  'Names that complete a path': 'names complete a path, of the documents that the caller may see',
  'A fall or a rise in a window of negative values': 'states that a fall below zero is a fall',
  'An experiment with a baseline of 0 or below':
    'a difference within the threshold does not count, and only the newest runs count when there are too many',
  'A profile of an experiment without a filter':
    'without filters follows the values of its labels: true and numbers other than 0',
  'Ids of datasets': 'gets new datasets each time, and nothing is left of the old ones',
  'Datasets of a run': 'has fewer, more and very many datasets, all of them in the list of its test',
  'Elements of an array and of metadata in one dataset': 'data, metadata and the output of a transformer',
  'A label with a wrong path or function':
    'a mistake in one label is reported, and does not change the other labels',
  'A label of a schema that several elements of a dataset name':
    'is that of the first element where several name the schema',
  '`isArray` of an extractor': 'has extractors that may write isArray',
  Functions: 'is ended by processor time and not by the number of its steps',
  'Label values without `sort`': 'are one entry for each dataset, the newest first, with values or without',
  'A name with a comma in `include` and `exclude`':
    'whose names have commas or quotes in them, written in quotes as in CSV',
  '`before`': 'datasets are those between two instants, neither included',
  'A list in a filter with `multiFilter`': 'accepts a list for any of its values when that is requested',
  'A filter that is a predicate, such as `$.name > 5`':
    'that is a predicate selects the rows for which it is true',
  'A path in double quotes as a filter, such as `"$.name ? (@ > 5)"`':
    'wants a label in which it finds something',
  'A fingerprint with a long value':
    'has a fingerprint that fits into rows, however long its values are, and shares none',
  'Numbers in a fingerprint': 'keeps every digit of its fingerprint: other numbers are other series',
  '`fingerprintFilter` of a test with several fingerprint labels':
    'hands the filter of several labels an object, also when only one of them has a value',
  'Local time in a function': 'sees UTC on every machine: ${script}',
  '`NaN` as the result of a timeline function': 'lies at the time that its test says',
  'Dates, errors and inner functions in the result of a function':
    'a date, an error and an inner function are written as texts, and an inner Infinity as a number',
  'An inner `Infinity`, a list that contains itself, or a `BigInt` beyond 53 bits in the result of a function':
    'a date, an error and an inner function are written as texts, and an inner Infinity as a number',
  'A text such as `5d`, `0x1p3`, `NaN` or `Infinity` as the value of a variable':
    'has numbers in texts that are decimal, and none in a prefix of another base or a unit',
  '`localeCompare` in a function': 'compares texts by their code units',
  'The filter `$.name[0]`': 'a path is cut behind the name of its label',
  'Texts in CSV that begin like a formula': 'are a table for who asks for CSV',
  'The users who may export a test':
    'is refused to who is not of the owning team, and under a name that is taken',
  'The draft of a JSON Schema': 'of no draft is one of draft 4',
  'A JSON Schema of the type `array`, and a document that is an array':
    'a JSON Schema of lists is asked about the list of all that name it',
  'A JSON Schema of `http://json-schema.org/schema#`, which names no draft':
    'of no certain draft is one of 2020-12',
  'Numbers that a JSON Schema compares':
    'of numbers, which are doubles: it has no digits beyond their 53 bits',
  '`pattern` in a JSON Schema': 'that cannot be used reports it of every document',
  'Members next to `$ref` in a JSON Schema up to draft 7': 'of draft 7 checks what stands beside a reference',
  'The members of a validation error besides `type` and `message`': 'names each violation with its place',
  '`format` in a JSON Schema': 'with a format, which is not checked',
  'An import over an existing test or schema (`PUT`)':
    'changes parts by their ids, else by their names, adds others and keeps the rest',
  'A bundle with an action that Downpour does not have':
    'with actions that are refused changes nothing, and names which and why',
  'Members of a body that belong to another operation, such as labels of a schema or variables of a test':
    'is refused where its parts, or those of a schema, would be dropped',
  'Views in the bundle of a test': 'comes back as it left',
  'A schema that gets another URI': 'that gets another URI is of no run of the old one any more',
  'Members of a change detection that are no settings of its model':
    'are refused all at once, each with its place',
  'Two extractors with the same name': 'needs a name, whole extractors and a schema',
  'A label or a transformer below a schema that does not exist': 'stays in its schema',
  'A transformer of a test that does not exist': 'are those that it is given',
  'Labels that swap their names in one request':
    'is as a change says, several in one request, even when they swap names',
  'Long names and descriptions': 'needs a name of its own, and an owner whose tester makes it',
  'A schema or a test that its owner gives to a foreign team': 'is given to a team by its testers alone',
  'API keys of administrators and managers':
    'a key acts as an administrator where its user is one and it is good for that',
  'A team, a member, an administrator or a role that does not exist':
    'are made by managers for their team, and by administrators for any',
  'A new team with the name of an existing team': 'are made, listed and deleted by administrators alone',
  'The default team of a user': 'have a default team of their own',
  'Two users with the same e-mail address, and user names that begin with `horreum.`':
    'are made by managers for their team, and by administrators for any',
  Actions: 'is refused with the reason',
  'A recalculation of changes': 'is begun by testers and reports its progress',
  'The model `eDivisive`': 'an outlier, the first one, the last one or two, or one in the middle',
  'A new rule of missing data': 'tells that there never was one, when the first one has had its time',
  'An API key that expires':
    'a key that is not used expires so many days after its last use, and counts as revoked a day later',
  'Anonymous callers': 'every row that is PUBLIC is seen, and no other',
  'Login with a name and a password, without a login server':
    'is found by clients through the configuration alone',
  'Values of experiments': 'compares a dataset with those that labels choose',
  'Changes of a datapoint': 'is found once, however often its dataset is noted',
  'Texts of annotations': 'gets series and changes of a time, of the runs that its key may see',
  'Hosts of datastores': 'when its site is allowed no more',
  'Secrets of datastores': 'goes to no other host, port or scheme',
  'The size of a search of a datastore': 'takes the size of the query',
  'A document of another index that does not exist':
    'brings what another index has of each document, with the type in any case',
  'The banner, notification settings, subscriptions by mail': undefined,
  'Table reports': undefined,
};
