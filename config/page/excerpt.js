// ── Frame, mark and highlights ───────────────────────────────────────────────────────────────────

const listOf = value => value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
const highlights = () => listOf(settings().options?.highlight);
/** The value that highlights a message in `options.highlight`: its ID, or its number if it has none. */
const keyOf = (message, index) => isObject(message) && typeof message.id === 'string' && message.id ? message.id : index + 1;
const isHighlighted = (name, number) => highlights().some(key => String(key) === String(name) || String(key) === String(number));

/** Returns the text with one option set, or removed if the value is undefined. Empty `options` are removed. */
function withOption(text, key, value) {
  const { [key]: _, ...rest } = plain(read(text)).options ?? {};
  return value === undefined && !Object.keys(rest).length ? change(text, ['options'], undefined) : change(text, ['options', key], value);
}
const putOption = (key, value, tag) => edit(text => withOption(text, key, value), tag);
function toggleHighlight(name, number) {
  const keys = highlights();
  // A message that criteria highlight cannot be excluded from them.
  if (keys.some(isObject)) return announce(word('cannot_change'));
  const isOn = isHighlighted(name, number);
  const rest = keys.filter(key => String(key) !== String(name) && String(key) !== String(number));
  if (putOption('highlight', isOn ? rest.length ? rest : undefined : [...keys, name])) announce(word(isOn ? 'not_highlighted' : 'highlighted', { number }));
}
/**
 * Returns the text with its highlights adapted to moved or removed messages. `numbered` returns the new number of a message,
 * or null if it was removed; `gone` is the highlight of a removed message.
 */
function renumber(text, numbered, gone) {
  const keys = highlights();
  const next = keys.flatMap(key => key === gone ? [] : typeof key === 'number' ? numbered(key) ?? [] : [key]);
  if (flatten(next) === flatten(keys)) return text;
  return withOption(text, 'highlight', next.length ? next : undefined);
}

/** The layout of the picture, requested at the first click. */
let layout = null, layoutPairs = [];
function forgetLayout(pairs) {
  layout = null;
  // Pictures have no pages.
  layoutPairs = pairs.filter(([key]) => !/^(scale|max_height|page\..*)$/.test(key) || isPaged() && key.startsWith('page.'));
}
async function highlightAt(event) {
  const picture = $('picture'), box = picture.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
  const { signal } = running;
  try { layout ??= await (await request('/render.json', layoutPairs, signal, [...fileOnly, ...isPaged() ? [] : ['page'], 'max_height'])).json(); } catch { return; }
  if (signal.aborted) return;
  const { width, height, messages } = layout;
  const inside = part => part.y <= y * height && y * height < part.y + part.height && part.x <= x * width && x * width < part.x + part.width;
  const found = messages.find(message => message.page === 1 && inside(message));
  if (found) toggleHighlight(found.id ?? found.index + 1, found.index + 1);
}
function buildExcerpt() {
  $('frame').addEventListener('input', event => {
    const kind = event.target.value, isDetailed = isObject(settings().output?.frame);
    if (kind === 'none') return put(['output', 'frame'], undefined, 'frame');
    put(['output', 'page'], undefined, 'frame');
    put(['output', 'frame', ...(isDetailed ? ['kind'] : [])], kind, 'frame');
  });
  const setPhone = (key, value) => {
    const { frame } = settings().output ?? {}, { [key]: _, ...rest } = isObject(frame) ? frame : { kind: frame };
    const next = value === undefined ? rest : { ...rest, [key]: value };
    put(['output', 'frame'], Object.keys(next).join() === 'kind' ? next.kind : next, 'frame-' + key);
  };
  $('phone-time').addEventListener('input', event => setPhone('time', event.target.value.trim() || undefined));
  $('phone-battery').addEventListener('input', ({ target: { value, validity } }) => { if (validity.valid) setPhone('battery', value === '' ? undefined : Number(value)); });
  $('mark').addEventListener('input', event => putOption('mark', event.target.value || undefined, 'mark'));
  $('picture').addEventListener('click', highlightAt);
}
/** The kind of the phone around the conversation. */
function frameOf() {
  const frame = settings().output?.frame;
  return isObject(frame) ? frame.kind ?? 'screen' : frame ?? 'none';
}
function showExcerpt() {
  const { output, options } = settings();
  pick('frame', frameOf());
  $('phone').hidden = frameOf() === 'none';
  for (const key of ['time', 'battery']) if (document.activeElement !== $('phone-' + key)) $('phone-' + key).value = output?.frame?.[key] ?? '';
  if (document.activeElement !== $('mark')) $('mark').value = typeof options?.mark === 'string' ? options.mark : '';
}
