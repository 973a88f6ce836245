// ── One entry for each field and parameter ───────────────────────────────────────────────────────

const slug = words => words.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^-|-$/g, '');

/** Text whose parts in backticks become `code` elements. */
function prose(words) {
  return words.split(/(`[^`]+`)/).filter(Boolean).map(part => part[0] === '`' ? make('code', {}, part.slice(1, -1)) : part);
}
const code = value => make('code', {}, typeof value === 'string' ? value : JSON.stringify(value));

function fact(name, ...value) {
  return make('div', {}, make('dt', {}, name), make('dd', {}, ...value));
}
/** The list item of a field or parameter: name, description and facts. */
function row(entry, id) {
  const parts = entry.name.split('.'), facts = make('dl', { className: 'facts' });
  if (entry.kind) facts.append(fact('Type', entry.kind, ...(entry.leads && entry.table ? [': ', make('a', { href: '#' + entry.table.id }, entry.table.title)] : [])));
  const list = (name, values = []) => { if (values.length) facts.append(fact(name, ...values.flatMap((value, at) => at ? [' ', code(value)] : [code(value)]))); };
  list('Only', entry.only?.methods);
  // The shorter list: of the formats that have the parameter, or of those that do not.
  const { formats = [], others = [] } = entry.only ?? {};
  if (formats.length) list(...formats.length > others.length ? ['Not for', others] : ['Formats', formats]);
  list('One of', entry.words);
  facts.append(fact('Default', entry.default === undefined || entry.default === null ? 'none' : code(entry.default)));
  if (entry.bounds.length) facts.append(fact('Bounds', ...entry.bounds.flatMap((bound, at) => {
    const words = bound.startsWith('matches ') ? ['matches ', code(bound.slice(8))] : [bound];
    return at ? ['; ', ...words] : words;
  })));
  if (entry.example !== undefined) facts.append(fact('Example', code(entry.example)));
  const place = parts.slice(0, -1).join('.');
  return make('li', { className: 'entry', id },
    make('h5', {}, make('a', { href: '#' + id }, make('code', {}, place ? make('span', { className: 'place' }, place + '.') : null, parts.at(-1))),
      entry.where ? make('span', { className: 'tag' }, entry.where) : null, entry.required ? make('span', { className: 'tag need' }, 'required') : null),
    make('div', { className: 'about' }, entry.description ? make('p', {}, ...prose(entry.description)) : null, facts));
}
/** The searchable text of a field or parameter. */
const sought = entry => [entry.name, entry.description, entry.words.join(' '), entry.kind].join(' ').toLowerCase();
