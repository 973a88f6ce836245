// ── Facts about a field from a JSON Schema ─────────────────────────────────────────────────────────

/** Follows references within a document. Members beside `$ref` take precedence over the target's members. */
function resolved(schema, document) {
  let found = schema;
  for (let step = 0; found?.$ref && step < 8; step++) {
    const { $ref, ...own } = found;
    const target = $ref.startsWith('#/') ? $ref.slice(2).split('/').reduce((at, key) => at?.[key], document) : undefined;
    found = { ...(target ?? {}), ...own };
  }
  return found ?? {};
}
/** The name of the definition of a field's objects, also within lists and choices, which may be nested. Each definition has its own table. */
function definition(schema, document, depth = 0) {
  for (const branch of [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    if (!branch || branch.properties) continue;
    const target = resolved(branch, document);
    if (branch.$ref && objectOf(target)) return branch.$ref.split('/').pop();
    const inner = (branch.$ref || branch !== schema) && depth < 4 && definition(target, document, depth + 1);
    if (inner) return inner;
  }
  return undefined;
}
/** The part of a schema that has properties: itself, one of its choices, or the items of a list in either. References are not followed. */
function objectOf(schema, depth = 0) {
  if (schema.properties) return schema;
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const branch of branches) if (branch.properties) return branch;
  if (depth > 2) return undefined;
  for (const list of [schema, ...branches]) {
    const found = list.items && objectOf(list.items, depth + 1);
    if (found) return found;
  }
  return undefined;
}
const isNull = value => value === null || value === 'null';

/** The types of a value, as text. */
const kindOf = (schema, document) => kindsOf(schema, document).join(' or ');

function kindsOf(schema, document, depth = 0) {
  const own = resolved(schema, document), parts = [];
  if (own.enum || depth > 4) return [];
  for (const type of [own.type].flat().filter(type => type && !isNull(type))) {
    const items = type === 'array' && own.items ? kindsOf(own.items, document, depth + 1) : [];
    parts.push(type === 'array' ? 'list' + (items.length ? ' of ' + items.join('/') : '') : type);
  }
  if (!own.properties) for (const branch of [...(own.anyOf ?? []), ...(own.oneOf ?? [])]) parts.push(...kindsOf(branch, document, depth + 1));
  return [...new Set(parts)];
}
/** The allowed values of a schema and its choices. */
function wordsOf(schema, document, depth = 0) {
  const own = resolved(schema, document);
  const words = own.enum ?? (own.const !== undefined ? [own.const] : []);
  const more = depth < 4 ? [...(own.anyOf ?? []), ...(own.oneOf ?? []), ...(own.type === 'array' && own.items ? [own.items] : [])].flatMap(branch => wordsOf(branch, document, depth + 1)) : [];
  // A number and its text are one value.
  return [...new Map([...words, ...(own.properties ? [] : more)].map(word => [String(word), word])).values()].filter(word => !isNull(word));
}
/** The bounds of numbers, lists and text lengths, and the pattern of text. */
function boundsOf(schema, document, depth = 0) {
  const own = resolved(schema, document), found = [], number = value => Number(value).toLocaleString('en', { maximumFractionDigits: 6 });
  const range = (low, high, of) => {
    if (low !== undefined && high !== undefined) found.push(`${number(low)} to ${number(high)}${of}`);
    else if (low !== undefined) found.push(`${number(low)} or more${of}`);
    else if (high !== undefined) found.push(`at most ${number(high)}${of}`);
  };
  range(own.minimum, own.maximum, '');
  range(own.minItems, own.maxItems, own.maxItems === 1 ? ' item' : ' items');
  range(own.minLength, own.maxLength, ' characters');
  if (own.pattern) found.push('matches ' + own.pattern);
  if (depth < 3 && !own.properties) for (const branch of [...(own.anyOf ?? []), ...(own.oneOf ?? [])]) if (!branch.properties) found.push(...boundsOf(branch, document, depth + 1));
  return [...new Set(found)];
}
/** The example in the schema, or one made from its allowed values, bounds and parts. */
function exampleOf(schema, document, depth = 0) {
  const own = resolved(schema, document);
  if (own.examples?.length) return own.examples[0];
  if (own.example !== undefined) return own.example;
  if (own.default !== undefined && own.default !== null) return own.default;
  const word = (own.enum ?? []).find(value => !isNull(value));
  if (word !== undefined) return word;
  if (depth > 4) return undefined;
  if (own.properties) {
    const part = {};
    const names = own.required ?? Object.keys(own.properties).slice(0, 2);
    for (const name of names) if (own.properties[name]) {
      const value = exampleOf(own.properties[name], document, depth + 1);
      if (value !== undefined) part[name] = value;
    }
    return part;
  }
  if (own.items) {
    const item = exampleOf(own.items, document, depth + 1);
    return item === undefined ? undefined : [item];
  }
  const branches = [...(own.anyOf ?? []), ...(own.oneOf ?? [])];
  for (const branch of branches.filter(branch => objectOf(resolved(branch, document))).concat(branches)) {
    const value = exampleOf(branch, document, depth + 1);
    if (value !== undefined) return value;
  }
  const types = [own.type].flat();
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return own.minimum ?? 1;
  return undefined;
}
function descriptionOf(schema, document, depth = 0) {
  const own = resolved(schema, document);
  if (own.description || depth > 1) return own.description ?? '';
  return [...(own.anyOf ?? []), ...(own.oneOf ?? [])].map(branch => descriptionOf(branch, document, depth + 1)).find(Boolean) ?? '';
}
const defaultOf = (schema, document) => {
  const own = resolved(schema, document);
  return own.default ?? (own.anyOf ?? []).map(branch => resolved(branch, document).default).find(value => value !== undefined);
};

/** The fields of an object and of objects within it, as entries. Fields of definitions are in their own tables. */
function fieldsOf(schema, document, path, found = []) {
  const object = objectOf(resolved(schema, document));
  for (const [name, field] of Object.entries(object?.properties ?? {})) {
    const own = resolved(field, document), leads = definition(field, document);
    const isList = [own.type].flat().includes('array'), place = [...path, name + (isList ? '[]' : '')];
    found.push({
      name: [...path, name].join('.'), short: name, description: descriptionOf(field, document), kind: kindOf(field, document), leads,
      words: wordsOf(field, document), bounds: boundsOf(field, document), default: defaultOf(field, document),
      example: exampleOf(field, document), required: object.required?.includes(name) ?? false,
    });
    if (!leads) fieldsOf(isList && own.items ? own.items : field, document, place, found);
  }
  return found;
}
/**
 * A table for the document itself and one for each definition that has fields, in the order of their first use. The
 * title of a definition's table is its path in the document, or its name if several paths lead to it.
 */
function tablesOf(schema, document, definitions) {
  const tables = [], reached = new Map();
  const reach = (from, prefix) => {
    for (const [name, field] of Object.entries(objectOf(resolved(from, document))?.properties ?? {})) {
      const own = resolved(field, document), leads = definition(field, document), isList = [own.type].flat().includes('array') || [...(own.anyOf ?? [])].some(branch => [branch.type].flat().includes('array'));
      const path = [...prefix, name + (isList ? '[]' : '')];
      if (!leads) { reach(isList && own.items ? own.items : field, path); continue; }
      const isKnown = reached.has(leads);
      reached.set(leads, [...(reached.get(leads) ?? []), path.join('.')]);
      if (isKnown) continue;
      tables.push({ name: leads });
      reach(definitions[leads], path);
    }
  };
  reach(schema, []);
  const all = [{ name: '', title: 'Conversation', paths: [], fields: fieldsOf(schema, document, []) }];
  for (const { name } of tables) {
    const paths = reached.get(name), path = paths.length === 1 ? paths[0] : name;
    all.push({ name, title: path, paths, description: definitions[name].description ?? '', fields: fieldsOf(definitions[name], document, [path]) });
  }
  return all;
}
