// ── Frame, mark and highlights ───────────────────────────────────────────────────────────────────

const listOf = value => value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const highlights = () => listOf(settings().options?.highlight);
/** By its ID, else by its number. */
const nameOf = (message, index) => isObject(message) && typeof message.id === 'string' && message.id ? message.id : index + 1;
const isHighlighted = (name, number) => highlights().some(key => String(key) === String(name) || String(key) === String(number));

/** Sets one option, or takes it out; options without any go as well. */
function option(text, key, value) {
  const { [key]: _, ...rest } = JSON.parse(JSON.stringify(plain(read(text)).options ?? {}));
  return value === undefined && !Object.keys(rest).length ? change(text, ['options'], undefined) : change(text, ['options', key], value);
}
function putOption(key, value, tag) {
  if (!isExport() && state.fault) return say(word('correct_json'));
  try { commit(option(settingsText(), key, value), tag); } catch { say(word('cannot_change')); }
}
function toggleHighlight(name, number) {
  const keys = highlights();
  // What criteria choose cannot be taken out of them.
  if (keys.some(isObject)) return say(word('cannot_change'));
  const isOn = isHighlighted(name, number);
  const rest = keys.filter(key => String(key) !== String(name) && String(key) !== String(number));
  putOption('highlight', isOn ? rest.length ? rest : undefined : [...keys, name]);
  say(word(isOn ? 'not_highlighted' : 'highlighted', { number }));
}
/** The text once messages have other numbers; one that is gone has none. */
function renumber(text, numbered, gone) {
  const keys = highlights();
  const next = keys.flatMap(key => key === gone ? [] : typeof key === 'number' ? numbered(key) ?? [] : [key]);
  if (JSON.stringify(next) === JSON.stringify(keys)) return text;
  return option(text, 'highlight', next.length ? next : undefined);
}

/** Where the messages of the picture are; asked for when somebody first points at one. */
let layout = null, layoutPairs = [];
function forgetLayout(pairs) {
  layout = null;
  layoutPairs = pairs.filter(([key]) => key !== 'scale');
}
async function pointAt(event) {
  const picture = $('picture'), box = picture.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
  try { layout ??= await (await ask('/render.json', layoutPairs)).json(); } catch { return; }
  const { width, height, messages } = layout;
  const inside = part => part.y <= y * height && y * height < part.y + part.height && part.x <= x * width && x * width < part.x + part.width;
  const found = messages.find(message => message.page === 1 && inside(message));
  if (found) toggleHighlight(found.id ?? found.index + 1, found.index + 1);
}
function buildExcerpt() {
  $('frame').addEventListener('input', event => put(['output', 'frame'], event.target.value === 'none' ? undefined : event.target.value, 'frame'));
  $('mark').addEventListener('input', event => putOption('mark', event.target.value || undefined, 'mark'));
  $('picture').addEventListener('click', pointAt);
}
function showExcerpt() {
  const { output, options } = settings();
  pick('frame', output?.frame ?? 'none');
  if (document.activeElement !== $('mark')) $('mark').value = typeof options?.mark === 'string' ? options.mark : '';
}
