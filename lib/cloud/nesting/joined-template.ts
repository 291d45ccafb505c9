/** A CloudFormation template, as far as Downpour reads it. */
export type Template = {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
};

export type Resource = {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly Properties?: unknown;
};

/** Reads a JSON file of the folder into which the CDK wrote its templates. */
export type ReadJson = (file: string) => unknown;

/**
 * A template with the resources of a stack and of its nested stacks. Parameters and outputs of nested
 * stacks are replaced by the values that they carry. The result is for readers: summaries, prices and tests.
 * @throws Error when two resources have one logical id, or when a nested stack reads its own name.
 */
export function wholeTemplate(stack: string, read: ReadJson): Template {
  const { Resources, ...rest } = read(`${stack}.template.json`) as Template;
  const readAssets = (): Assets => read(`${stack}.assets.json`) as Assets;
  const nested = Object.entries(Resources)
    .filter(([, { Type }]) => Type === nestedType)
    .map(([id, { Properties }]) => {
      const { TemplateURL, Parameters = {} } = Properties as NestedProperties;
      return [id, read(fileOf(TemplateURL, readAssets())) as Template, Parameters] as const;
    });
  const outputs = new Map(
    nested.flatMap(([id, { Outputs = {} }, parameters]) =>
      Object.entries(Outputs).map(([name, { Value }]) => [`${id}.${name}`, replaceIn(Value, parameters)]),
    ),
  );
  const resolve = (value: unknown): unknown => replaced(value, (each) => outputOf(each, outputs));
  const all: Record<string, Resource> = {};
  const add = (id: string, resource: Resource): void => {
    if (all[id] !== undefined)
      throw new Error(
        `two stacks of the deployment have a resource with the logical id '${id}'; this is a bug in Downpour`,
      );
    all[id] = resolve(resource) as Resource;
  };
  for (const [id, resource] of Object.entries(Resources)) if (resource.Type !== nestedType) add(id, resource);
  for (const [, template, parameters] of nested)
    for (const [id, resource] of Object.entries(template.Resources))
      add(id, replaceIn(resource, parameters) as Resource);
  return { ...(resolve(rest) as object), Resources: all };
}

const nestedType = 'AWS::CloudFormation::Stack';

type Assets = { readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>> };

type NestedProperties = {
  readonly TemplateURL: unknown;
  readonly Parameters?: Readonly<Record<string, unknown>>;
};

/** The template file of a nested stack. The URL of the template ends with the hash of the file. */
function fileOf(url: unknown, { files }: Assets): string {
  const [, hash = ''] = /\/([0-9a-f]{64})\.json"/.exec(JSON.stringify(url)) ?? [];
  const file = files[hash]?.source.path;
  if (file === undefined)
    throw new Error(
      `a bug in Downpour: the CDK wrote no file for the nested template ${JSON.stringify(url)}`,
    );
  return file;
}

/** A value of a nested stack, with the parent's values instead of the parameters. */
const replaceIn = (value: unknown, parameters: Readonly<Record<string, unknown>>): unknown =>
  replaced(value, (each) => {
    const name = 'Ref' in each ? String(each.Ref) : '';
    if (ownNames.has(name))
      throw new Error(
        `a bug in Downpour: a nested stack reads its own name (${name}), which a joined template does not have`,
      );
    return parameters[name];
  });

const ownNames: ReadonlySet<string> = new Set(['AWS::StackName', 'AWS::StackId']);

/** The value of `{ "Fn::GetAtt": [nested stack, "Outputs.NAME"] }`, with the outputs that it names itself. */
function outputOf(each: Readonly<Record<string, unknown>>, outputs: ReadonlyMap<string, unknown>): unknown {
  const attribute = each['Fn::GetAtt'];
  if (!Array.isArray(attribute) || !String(attribute[1]).startsWith('Outputs.')) return undefined;
  const value = outputs.get(`${attribute[0]}.${String(attribute[1]).slice('Outputs.'.length)}`);
  return value === undefined ? undefined : replaced(value, (inner) => outputOf(inner, outputs));
}

/**
 * Makes a copy of a value in which `replace` may replace objects. When `replace` returns undefined, the
 * object is copied unchanged.
 */
function replaced(value: unknown, replace: (each: Readonly<Record<string, unknown>>) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  const each = value as Readonly<Record<string, unknown>>;
  return (
    replace(each) ??
    Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, replaced(inner, replace)]))
  );
}
