// ── Files ────────────────────────────────────────────────────────────────────────────────────────

const addToNew = file => attach(file, null);
let takePicture = addToNew;
/** Lets the user choose a picture for an action. */
function choosePicture(action) { takePicture = action; $('file').click(); }

function addPicture(file) {
  const base = (file.name || 'picture.png').replace(/[^\w.-]+/g, '-'), dot = base.lastIndexOf('.');
  let name = base;
  for (let number = 2; state.pictures.has(name); number++) name = dot > 0 ? base.slice(0, dot) + '-' + number + base.slice(dot) : base + '-' + number;
  state.pictures.set(name, { blob: file, url: URL.createObjectURL(file) });
  return name;
}
/** Adds a picture to a message, or to a new one from “me”. */
function attach(file, index) {
  if (state.source) closeExport();
  if (state.fault) return announce(word('correct_json'));
  const name = addPicture(file), attachment = { kind: 'image', src: { file: name }, name: file.name || name };
  edit(text => {
    const message = index === null ? undefined : messagesOf()[index];
    if (message === undefined) return withMessage(text, true, { attachments: [attachment] });
    const old = Array.isArray(message.attachments) ? message.attachments : [];
    return change(withSenders(text), ['messages', index, 'attachments'], [...old, attachment]);
  });
  announce(word('picture_added', { file: file.name || name }));
}
/** Adds pictures, verifies a document, or opens an export with the media dropped beside it. */
function addFiles(files, take = addToNew) {
  const isPDF = file => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
  const others = files.filter(file => !file.type.startsWith('image/') && !isPDF(file));
  const chat = others.find(file => !/^(audio|video)\//.test(file.type)) ?? others[0];
  if (chat) {
    const beside = files.filter(file => file !== chat), first = openExport();
    return first && !isSame(first.file, chat) ? offerToJoin(first, chat, beside) : load(chat, { beside });
  }
  for (const file of files) {
    if (isPDF(file)) return verify(file);
    take(file);
  }
}

/** Verifies an evidence document and shows the verdict. */
async function verify(file) {
  announce(word('checking', { file: file.name }));
  document.body.classList.add('working');
  const dialog = $('verdict');
  try {
    const answer = await checked(await ask('/verify', { method: 'POST', body: file, headers: { 'Content-Type': 'application/pdf' } }));
    const facts = await answer.json();
    dialog.dataset.verdict = facts.verdict;
    $('verdict-title').textContent = word('verdict_' + facts.verdict.replace(/-/g, '_'));
    $('verdict-text').replaceChildren(make('p', { className: 'soft', dir: 'auto' }, file.name), make('p', { dir: 'auto' }, facts.summary),
      make('ul', {}, ...facts.faults.map(fault => make('li', { dir: 'auto' }, fault.detail)),
        ...facts.signatures.map(signature => make('li', { dir: 'auto' }, word('signed_by', { name: signature.signer ?? word('unknown_signer') })))),
      ...(facts.chain ? [make('p', { className: 'chain' }, word('chain', { digest: facts.chain }))] : []), make('p', { className: 'soft', dir: 'auto' }, facts.caveat));
  } catch (error) {
    delete dialog.dataset.verdict;
    $('verdict-title').textContent = error.problem?.title ?? word('cannot_check');
    $('verdict-text').replaceChildren(make('p', { className: 'soft', dir: 'auto' }, file.name), make('p', {}, error.problem?.detail ?? word('no_answer')));
  } finally { document.body.classList.remove('working'); }
  announce($('verdict-title').textContent);
  dialog.showModal();
}
/** Shows the file that `chatprint open` has opened, and keeps its service running as long as this page is open. */
async function showOpened() {
  const answer = await ask('/opened').catch(() => null);
  if (!answer?.ok) return;
  const { name, bytes, text } = await answer.json();
  const watch = await ask('/opened', { headers: { Accept: 'text/event-stream' } });
  watch.body.pipeTo(new WritableStream()).catch(() => {});
  if (name) load({ name, size: bytes ?? 0, isOpened: true, text: async () => text ?? '' });
}
let loading = null;
/** Reads a chat export: a small one is opened in the editor, a large one is rendered directly. */
async function load(file, known = {}) {
  tab(innerWidth < 760 ? 'stage' : 'write');
  announce(word('reading', { file: file.name }));
  document.body.classList.add('working');
  loading?.abort();
  const { signal } = loading = new AbortController();
  const source = { beside: [], others: [], settings: '{}', ...known, file, data: null, count: 0, importer: '', problem: null, joined: '' };
  const parameters = importParameters(source), form = exportForm(source), joins = source.others.length > 0;
  try {
    const answer = await ask(address('/import', joins ? [...parameters, ['report', 'true']] : parameters), { method: 'POST', body: form, signal });
    let content = await answer.text();
    const text = file.size < 400000 ? await file.text() : '';
    if (signal.aborted) return;
    if (answer.ok) {
      source.importer = answer.headers.get('Chatprint-Importer') ?? '';
      source.count = Number(answer.headers.get('Chatprint-Messages') ?? 0);
      if (joins) {
        const { report, conversation } = JSON.parse(content);
        source.joined = joinedLine(report.join);
        content = JSON.stringify(conversation);
      }
      if (openConverted(source, content, text)) {
        if (source.joined || Number(answer.headers.get('Chatprint-Warnings'))) await showImported(source, parameters, form);
        return;
      }
      if (!source.importer && !source.own) {
        const { theme, output, options } = JSON.parse(await file.text());
        source.own = { theme, output, options };
        source.settings = JSON.stringify(source.own);
      }
    } else {
      const problem = JSON.parse(content), kind = problem.type.split('/').pop();
      // Chatprint's own JSON with an error: the editor shows where.
      const isOwn = /\.(json|txt)$/i.test(file.name) && /^\s*[{[]/.test(text) && !joins;
      if (isOwn && !['several-chats', 'unknown-chat', 'unrecognized', 'locked'].includes(kind)) return open(text);
      source.problem = problem;
      if (kind === 'several-chats') await listChats(source, signal);
    }
  } catch { /* the preview shows the error */ }
  if (signal.aborted) return;
  state.source = source;
  exportCard();
  refresh();
}
/** Shows the warnings of an import with those of the text that it became. */
async function showImported(source, parameters, form) {
  const { signal } = loading = new AbortController(), depth = state.past.length;
  const answer = await ask(address('/validate', parameters), { method: 'POST', body: form, signal });
  const [findings] = await warnings(await checked(answer));
  if (signal.aborted) return;
  // Their pointers are of the file, not of the text.
  const joined = source.joined ? [{ isMild: true, kind: 'joined', title: source.joined, pointer: '' }] : [];
  state.imported = { ...state.imported, findings: [...joined, ...findings.map(finding => ({ ...finding, pointer: '' }))], depth };
  schedule();
}
/** Opens a small export in the editor and returns true. `own` is the text of a small file. */
function openConverted(source, converted, own) {
  if (!source.importer && !source.joined && /^\s*[{[]/.test(own)) {
    open(own);
    return true;
  }
  if (!converted.trim()) return false;
  let data = JSON.parse(converted);
  source.data = { service: data.service, kind: data.kind, me: data.me, participants: data.participants };
  // Conversion does not keep the settings in Chatprint's own format.
  if (!source.importer && !source.joined) return false;
  // A list of chats stays open, so that another one can be chosen.
  if (source.chats) return false;
  // Without a theme, the default theme would apply; `auto` keeps the theme of the app.
  if (!ownServices.includes(data.service) && state.looks.some(look => look.name === data.service)) {
    const { messages, ...rest } = data;
    data = { ...rest, theme: 'auto', messages };
  }
  extractPictures(data);
  const text = pretty(data) + '\n';
  if (text.length > 400000) return false;
  open(text);
  state.imported = { ...state.imported, source, text: state.text };
  announce(word('was_read', { file: source.file.name, format: source.importer, messages: word('message_count', { n: source.count }) }));
  return true;
}
/** Moves media from a conversation to `state.pictures`, so that the editor shows no Base64. */
function extractPictures(value, name = 'picture') {
  if (Array.isArray(value)) return value.forEach(item => extractPictures(item, name));
  if (!isObject(value)) return;
  if (typeof value.data === 'string' && value.data.length > 200) {
    const bytes = Uint8Array.from(atob(value.data.replace(/^data:[^,]*,/, '')), sign => sign.charCodeAt(0));
    value.file = addPicture(new File([bytes], name));
    delete value.data;
  }
  for (const [key, item] of Object.entries(value)) if (isObject(item) || Array.isArray(item)) extractPictures(item, typeof value.name === 'string' ? value.name : key);
}
function open(text) {
  closeExport();
  commit(/\n/.test(text.trim()) ? text : tidy(text));
}
function tidy(text) { try { return pretty(plain(read(text))) + '\n'; } catch { return text; } }
/** Returns to the editor. A file that is still being read is not opened. */
function closeExport() {
  loading?.abort();
  state.source = null;
  state.imported = { findings: [], depth: 0, source: null, text: '' };
  exportCard();
  refresh();
}
function exportCard() {
  const source = state.source, isOpen = source !== null;
  $('export').hidden = $('export-title').hidden = !isOpen;
  $('ways').hidden = isOpen;
  $('undo').hidden = $('redo').hidden = $('save').hidden = isOpen;
  if (!isOpen) return showInput($('tab-code').getAttribute('aria-selected') === 'true' ? 'code' : 'compose');
  $('compose').hidden = $('code').hidden = true;
  const names = (source.data?.participants ?? []).map(person => person.name ?? person.id);
  const isSmall = source.file.size < 1e6, bytes = isSmall ? Math.max(1, Math.round(source.file.size / 1000)) : source.file.size / 1e6;
  const size = bytes.toLocaleString(language, { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 });
  const isLocked = source.problem?.type.endsWith('/locked'), files = [source.file, ...source.others];
  const kinds = make('select', { id: 'from', onchange: event => { source.from = event.target.value; load(source.file, source); } }, make('option', { value: '' }, word('detect')), ...state.importers.map(({ name }) => make('option', { value: name }, name)));
  kinds.value = source.from ?? '';
  $('export').replaceChildren(make('div', { className: 'card' }, ...files.map(({ name }) => make('h2', { dir: 'auto' }, name)),
    make('p', { className: 'soft' }, [size, source.importer && word('read_as', { format: source.importer }), source.count && word('message_count', { n: source.count })].filter(Boolean).join('  ·  ')),
    source.joined ? make('p', { dir: 'auto' }, source.joined) : null, isLocked ? passwordField(source) : null, source.chats ? chatList(source) : null,
    make('div', { className: 'pair' }, make('label', { for: 'me' }, word('i_am')),
      make('input', { className: 'field', id: 'me', type: 'text', dir: 'auto', value: source.me ?? '', list: 'names', placeholder: word('me_hint'), autocomplete: 'off', oninput: event => { [source.me, source.problem] = [event.target.value.trim(), null]; schedule(); } }),
      make('datalist', { id: 'names' }, ...names.map(name => make('option', { value: name })))),
    make('div', { className: 'pair' }, make('label', { for: 'from' }, word('export_kind')), kinds),
    make('div', { className: 'ends' }, make('button', { type: 'button', className: 'button', onclick: () => { closeExport(); $('open').focus(); } }, icon('close'), word('close_export')))));
}
function buildFiles() {
  $('open').addEventListener('click', () => choosePicture(addToNew));
  $('file').addEventListener('change', () => { addFiles([...$('file').files], takePicture); $('file').value = ''; });
  let depth = 0;
  const holdsFiles = event => [...event.dataTransfer?.types ?? []].includes('Files');
  const set = on => { depth = on ? depth : 0; document.body.classList.toggle('dropping', on); };
  addEventListener('dragenter', event => { if (holdsFiles(event)) { depth++; set(true); } });
  addEventListener('dragleave', () => { if (--depth <= 0) set(false); });
  addEventListener('dragover', event => { if (holdsFiles(event)) event.preventDefault(); });
  addEventListener('drop', event => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    set(false);
    addFiles([...event.dataTransfer.files], addTo(document.elementsFromPoint(event.clientX, event.clientY)));
  });
  $('rows').addEventListener('paste', event => {
    const files = [...event.clipboardData?.files ?? []].filter(file => file.type.startsWith('image/'));
    if (!files.length) return;
    event.preventDefault();
    addFiles(files, addTo([event.target]));
  });
}
/** Returns the action that adds a picture to the message at one of the elements, or to a new message. */
function addTo(elements) {
  const row = rows.find(row => elements.some(element => row.element.contains(element)));
  return file => attach(file, row?.index ?? null);
}
