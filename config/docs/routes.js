// ── Routes and fields, from the documents that the service serves ────────────────────────────────

/** Searchable entries: an element to show or hide, its text, its parts, and a function that opens it. */
const index = [];

const tags = { render: 'Rendering', jobs: 'Jobs', about: 'About the service' };

/** @returns the operations of an OpenAPI document, one for each method of a path. */
function operationsOf(api) {
  return Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })));
}
const isRendering = path => path.startsWith('/render');
/** The operations that render, as one row: their paths, and each parameter and status once. */
function rendering(operations, api) {
  const formats = new Set(), parameters = new Map(), forms = new Map();
  for (const { path, method, ...one } of operations) {
    const format = /^\/render\.(\w+)$/.exec(path)?.[1];
    if (format) formats.add(format);
    const form = method + ' ' + (format ? '/render.{format}' : path);
    // What the summaries of all formats have in common.
    if (!forms.has(form)) forms.set(form, format ? one.summary.replace(/ as an? [^ ]+$/, '') : one.summary);
    for (const parameter of parametersOf(one, api)) {
      const known = parameters.get(parameter.name) ?? { ...parameter, required: false, methods: new Set(), formats: new Set() };
      parameters.set(parameter.name, known);
      known.methods.add(method);
      if (format) known.formats.add(format);
    }
  }
  for (const one of parameters.values()) {
    one.only = { methods: one.methods.size > 1 ? [] : [...one.methods], formats: [...one.formats], others: [...formats].filter(format => !one.formats.has(format)) };
  }
  const [first] = operations;
  return { ...first, path: '/render.{format}', methods: ['POST', 'GET'], summary: 'Render a conversation', tags: first.tags, forms, parameters: [...parameters.values()],
    responses: Object.assign({}, ...operations.map(one => one.responses), first.responses) };
}
function parametersOf(operation, api) {
  return (operation.parameters ?? []).map(reference => {
    const parameter = resolved(reference, api), { schema = {} } = parameter;
    const example = parameter.example ?? Object.values(parameter.examples ?? {})[0]?.value ?? exampleOf(schema, api);
    return { name: parameter.name, where: parameter.in, description: parameter.description ?? '', kind: kindOf(schema, api), words: wordsOf(schema, api), bounds: boundsOf(schema, api),
      default: schema.default, example, required: parameter.required ?? false };
  });
}
function operation(one, api) {
  const id = 'route-' + slug(one.operationId), parameters = one.forms ? one.parameters : parametersOf(one, api);
  const list = make('ul', { className: 'entries' }), inside = make('div', { className: 'inside' });
  const summary = make('summary', {}, ...(one.methods ?? [one.method]).map(method => make('span', { className: 'method ' + method.toLowerCase() }, method)), make('code', {}, one.path), make('span', { className: 'words' }, ...prose(one.summary ?? '')));
  const details = make('details', { className: 'route', id }, summary, inside);
  const entry = { element: details, words: `${one.method} ${one.path} ${one.summary ?? ''} ${one.description ?? ''}`.toLowerCase(), parts: [], open: null };
  for (const parameter of parameters) entry.parts.push({ words: sought(parameter), make: () => row(parameter, id + '-' + slug(parameter.name)) });
  // Filled when first opened.
  let isFilled = false;
  entry.open = () => {
    if (isFilled) return;
    isFilled = true;
    if (one.description) inside.append(make('p', {}, ...prose(one.description)));
    if (one.forms) inside.append(make('h4', {}, 'Requests'), make('dl', { className: 'answers forms' }, ...[...one.forms].map(([form, summary]) => make('div', {}, make('dt', {}, code(form)), make('dd', {}, summary)))));
    if (parameters.length) {
      for (const part of entry.parts) list.append(part.element = part.make());
      inside.append(make('h4', {}, 'Parameters'), list);
    }
    const body = resolved(one.requestBody, api);
    if (body.content) inside.append(make('h4', {}, 'Body'), make('p', {}, ...prose(body.description ?? '')), make('ul', { className: 'plain' }, ...Object.keys(body.content).map(type => make('li', {}, code(type)))));
    inside.append(make('h4', {}, 'Responses'), make('dl', { className: 'answers' }, ...Object.entries(one.responses).map(([status, reference]) => {
      const answer = resolved(reference, api), types = Object.keys(answer.content ?? {}), fields = Object.entries(answer.headers ?? {});
      return make('div', {}, make('dt', {}, code(status)), make('dd', {}, ...prose(answer.description ?? ''),
        types.length ? make('p', {}, ...types.flatMap((type, at) => at ? [' ', code(type)] : [code(type)])) : null,
        ...fields.map(([name, field]) => make('p', {}, code(name), ' ', ...prose(resolved(field, api).description ?? '')))));
    })));
  };
  details.addEventListener('toggle', () => { if (details.open) entry.open(); });
  index.push(entry);
  return details;
}
function buildRoutes(api) {
  const section = $('routes'), all = operationsOf(api), drawn = all.filter(({ path }) => isRendering(path));
  const groups = Map.groupBy([...drawn.length ? [rendering(drawn, api)] : [], ...all.filter(one => !drawn.includes(one))], one => one.tags?.[0] ?? 'about');
  section.querySelector('.empty').remove();
  section.append(make('p', { className: 'lead' }, ...prose(api.info.description ?? '')));
  for (const [tag, operations] of groups) {
    const id = 'tag-' + slug(tag);
    section.append(make('h3', { id }, tags[tag] ?? tag), make('div', { className: 'routes' }, ...operations.map(one => operation(one, api))));
    chapter(section.id, id, tags[tag] ?? tag);
  }
}
/** Tables of fields with searchable rows. */
function buildTables(section, tables) {
  for (const table of tables) table.id = section.id + '-of-' + slug(table.title);
  const byName = new Map(tables.map(table => [table.name, table]));
  for (const table of tables) {
    if (!table.fields.length) continue;
    const list = make('ul', { className: 'entries' });
    const head = make('h3', { id: table.id }, table.name ? make('code', {}, table.title) : table.title);
    const about = make('div', {}, table.description ? make('p', {}, ...prose(table.description)) : null, table.paths?.length > 1 ? make('p', { className: 'hint' }, 'At ', ...table.paths.flatMap((path, at) => at ? [' ', code(path)] : [code(path)])) : null);
    const holder = make('div', { className: 'table' }, head, about, list);
    const entry = { element: holder, words: table.title.toLowerCase(), parts: [], open() {} };
    for (const field of table.fields) {
      field.table = byName.get(field.leads);
      const element = row(field, section.id + '-' + slug(field.name));
      list.append(element);
      entry.parts.push({ words: sought(field), element });
    }
    index.push(entry);
    section.append(holder);
    chapter(section.id, table.id, table.title);
  }
}
function buildFields(schema) {
  const section = $('fields'), whole = (schema.anyOf ?? []).find(branch => branch.properties) ?? schema;
  section.querySelector('.empty').remove();
  section.append(make('p', { className: 'lead' }, ...prose(schema.description ?? '')));
  buildTables(section, tablesOf(whole, schema, schema.$defs ?? {}));
}
function buildAnswers(api) {
  const section = $('answers'), all = api.components?.schemas ?? {};
  section.append(make('p', { className: 'lead' }, 'The fields of JSON responses: problems, warnings, jobs, reports and layouts.'));
  buildTables(section, Object.entries(all).map(([name, schema]) => ({ name, title: name, description: schema.description ?? '', fields: fieldsOf(schema, api, [name]) })));
}
/** Adds an entry to the table of contents, below its section. */
function chapter(section, id, title) {
  const list = $('contents').querySelector(`[data-section="${section}"] ul`);
  list.append(make('li', {}, make('a', { href: '#' + id }, title)));
}
function buildContents() {
  for (const section of document.querySelectorAll('.part')) {
    const title = section.querySelector('h2').textContent;
    $('contents').append(make('li', { 'data-section': section.id }, make('a', { href: '#' + section.id }, title),
      make('ul', {}, ...[...section.querySelectorAll('h3[id]')].filter(heading => section.id === 'recipes').map(({ id, textContent }) => make('li', {}, make('a', { href: '#' + id }, textContent))))));
  }
}
