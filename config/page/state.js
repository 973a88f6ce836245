// ── State ────────────────────────────────────────────────────────────────────────────────────────

const state = {
  text: '', tree: null, data: {}, fault: null,
  /** A chat export that is rendered directly: its file and its own settings. */
  source: null,
  /** The pictures of the conversation, by name. */
  pictures: new Map(),
  looks: [], resolved: new Map(), format: 'png', findings: [], found: 0, past: [], future: [], tag: '', tagged: 0,
  /** The import that the text is from: its export, the text, its warnings, and the number of undo steps after it. */
  imported: { source: null, text: '', findings: [], depth: 0 },
};

const isExport = () => state.source !== null;
const settingsText = () => isExport() ? state.source.settings : state.text;
const settings = () => isExport() ? JSON.parse(state.source.settings) : state.data;

function parse() {
  try {
    state.tree = read(state.text);
    const value = plain(state.tree);
    state.data = Array.isArray(value) ? { messages: value } : value !== null && typeof value === 'object' ? value : {};
    state.fault = null;
  } catch (error) {
    state.tree = null;
    state.fault = { at: error.at ?? 0 };
  }
}
/** Replaces the text. Changes with the same tag in quick succession are one undo step. */
function commit(text, tag = '') {
  if (isExport()) {
    state.source.settings = text;
    return refresh();
  }
  if (text === state.text) return;
  const now = performance.now();
  if (!tag || tag !== state.tag || now - state.tagged > 900) {
    state.past.push(state.text);
    if (state.past.length > 200) state.past.shift();
  }
  state.tag = tag;
  state.tagged = now;
  state.future = [];
  show(text);
}
function show(text) {
  state.text = text;
  parse();
  if ($('json').value !== text) {
    const { selectionStart, selectionEnd } = $('json');
    $('json').value = text;
    $('json').setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
  }
  state.findings = [];
  refresh();
}
function step(from, to, word) {
  if (!from.length) return;
  to.push(state.text);
  state.tag = '';
  show(from.pop());
  announce(word);
}
function refresh() {
  $('undo').disabled = isExport() || !state.past.length;
  $('redo').disabled = isExport() || !state.future.length;
  highlight();
  compose();
  controls();
  schedule();
}
let saying = 0;
function announce(words, wait = 0) {
  clearTimeout(saying);
  saying = setTimeout(() => { $('status').textContent = words; }, wait);
}
/** Changes the text or the settings of an export and returns true, or announces why they cannot be changed. */
function edit(how, tag) {
  if (!isExport() && state.fault) return announce(word('correct_json'));
  try {
    const text = how(settingsText());
    if (isExport() && !changesOf(state.source, JSON.parse(text))) {
      controls();
      return announce(word('cannot_change_file'));
    }
    commit(text, tag);
    return true;
  } catch { announce(word('cannot_change')); }
}
const put = (path, value, tag) => edit(text => change(text, path, value), tag);
