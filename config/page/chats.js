// ── Chats of an export ───────────────────────────────────────────────────────────────────────────

/** The number of rows in the list; a search finds the others. */
const chatRows = 200;

/** Asks for the chats of an export with several. */
async function listChats(source, signal) {
  const answer = await ask(address('/chats', source.from ? [['from', source.from]] : []), { method: 'POST', body: exportForm(source), signal });
  if (answer.ok) [source.chats, source.chosen] = [(await answer.json()).chats, new Set()];
}
/** The parameter that selects a chat: its name, or its ID if several have its name or none. */
function chatKey(chat, chats) {
  return chat.id && (!chat.name || chats.filter(({ name }) => name === chat.name).length > 1) ? chat.id : chat.name;
}
function choose(key) { load(state.source.file, { ...state.source, chat: key }); }
function day(text) { return new Date(text.slice(0, 10) + 'T12:00').toLocaleDateString(language, { dateStyle: 'medium' }); }
function factsOf({ messages, people, first, last }) {
  const days = first && last && [...new Set([day(first), day(last)])].join(' – ');
  return [messages !== undefined && word('message_count', { n: messages }), people > 2 && word('person_count', { n: people }), days].filter(Boolean).join('  ·  ');
}
/** The list of the chats with a search, and a button that saves the selected ones. */
function chatList(source) {
  const { chats, chosen } = source, list = make('ul', { className: 'chats', 'aria-label': word('chats') });
  const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
  const keys = new Map(chats.map(chat => [chat, chatKey(chat, chats)]));
  const all = make('input', { type: 'checkbox', id: 'all-chats' });
  const save = make('button', { type: 'button', className: 'button', onclick: () => saveChats(source, chats.filter(chat => chosen.has(chat)).map(chat => keys.get(chat))) });
  const count = make('p', { className: 'soft', role: 'status' });
  const search = make('input', { className: 'field', id: 'find-chat', type: 'search', dir: 'auto', autocomplete: 'off', placeholder: word('find_chat'), 'aria-label': word('find_chat'), oninput: fill });
  let found = chats;
  all.addEventListener('change', () => {
    for (const chat of found) if (all.checked) chosen.add(chat); else chosen.delete(chat);
    fill();
  });
  function settle() {
    all.checked = found.length > 0 && found.every(chat => chosen.has(chat));
    save.disabled = !chosen.size;
    save.replaceChildren(icon('save'), word('save_chats', { n: chosen.size, format: state.format.toUpperCase() }));
  }
  function row(chat) {
    const key = keys.get(chat), name = chat.name || chat.id;
    const box = make('input', { type: 'checkbox', checked: chosen.has(chat), 'aria-label': word('select_chat', { name }) });
    box.addEventListener('change', () => { if (box.checked) chosen.add(chat); else chosen.delete(chat); settle(); });
    return make('li', {}, box, make('button', { type: 'button', className: 'chat', 'aria-current': key === source.chat ? 'true' : null, onclick: () => choose(key) },
      make('bdi', {}, name), make('span', { className: 'soft' }, factsOf(chat))));
  }
  function fill() {
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    found = chats.filter(chat => words.every(part => fold(chat.name + ' ' + chat.id).includes(part)));
    list.replaceChildren(...found.slice(0, chatRows).map(row));
    count.textContent = word('chat_count', { n: found.length });
    settle();
  }
  fill();
  return make('div', { className: 'pair' }, search, make('div', { className: 'line' }, make('label', { for: 'all-chats' }, all, word('select_all')), count), list,
    make('div', { className: 'ends' }, source.chat && make('button', { type: 'button', className: 'button', onclick: editChat }, icon('pen'), word('edit_chat')), save));
}
/** Opens the chosen chat in the editor, if it is small enough. */
function editChat() { load(state.source.file, { ...state.source, chats: null, others: [] }); }
/** Saves each of the chats as a file of its own in a ZIP. */
async function saveChats(source, keys) {
  const pairs = [...query().filter(([key]) => key !== 'chat'), ['split_by', 'chat']];
  // All are selected by naming none: an address holds only so many names.
  if (keys.length < source.chats.length) pairs.push(...keys.map(key => ['chat', key]));
  await saveAs(() => requestFile(state.format, pairs), 'chats.zip', word('chat_count', { n: keys.length }));
}

// ── Passwords ────────────────────────────────────────────────────────────────────────────────────

/** Asks for the password of an encrypted export. It is sent in the form, and kept only as long as the export is open. */
function passwordField(source) {
  const field = make('input', { className: 'field', id: 'source-password', type: 'password', autocomplete: 'off', value: source.password ?? '' });
  return make('form', { className: 'pair', onsubmit: event => { event.preventDefault(); load(source.file, { ...source, password: field.value }); } },
    make('label', { for: 'source-password' }, word('source_password')), field,
    make('div', { className: 'ends' }, make('button', { className: 'button' }, word('unlock'))));
}

// ── Several exports of one talk ──────────────────────────────────────────────────────────────────

/** The export that is open: in the card, or in the editor as long as its text is unchanged. */
function openExport() {
  if (isExport()) return state.source.chats && !state.source.chat ? null : state.source;
  return state.imported.text === state.text ? state.imported.source : null;
}
const isSame = (one, other) => one.name === other.name && one.size === other.size;
/** Asks whether a second export continues the open one, or replaces it. */
function offerToJoin(first, file, beside) {
  const dialog = $('verdict');
  delete dialog.dataset.verdict;
  $('verdict-title').textContent = word('join_question');
  const act = (words, action) => make('button', { type: 'button', className: 'button', onclick: () => { dialog.close(); action(); } }, words);
  $('verdict-text').replaceChildren(...[first.file, ...first.others ?? [], file].map(({ name }) => make('p', { dir: 'auto' }, name)),
    make('div', { className: 'options' }, act(word('join'), () => load(first.file, { ...first, others: [...first.others ?? [], file], beside: [...first.beside, ...beside] })),
      act(word('open_alone'), () => load(file, { beside }))));
  dialog.showModal();
}
/** What was joined and what differs, as a line. */
function joinedLine({ sources, differences, duplicates, unsure }) {
  const shared = Math.max(0, ...sources.map(({ joined }) => joined));
  return [word('joined_line', { n: shared }), ...sources.filter(({ only_here: count }) => count).map(source => word('only_in', { name: source.name ?? source.id, messages: word('message_count', { n: source.only_here }) })),
    ...duplicates.map(({ name }) => word('contained', { name: name ?? '' })), differences.length && word('difference_count', { n: differences.length }), unsure && word('unsure_count', { n: unsure })].filter(Boolean).join('  ·  ');
}
