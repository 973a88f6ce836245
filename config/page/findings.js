// ── Warnings and problems ────────────────────────────────────────────────────────────────────────

/** Returns the warnings in an answer of /validate and their number. */
async function warnings(answer) {
  const { warnings: list, warning_count: total } = await answer.json();
  const sentence = words => words.replace(/^./u, letter => letter.toUpperCase()).replace(/[^.!?]$/u, '$&.');
  const found = list.map(({ kind, pointer, detail, did_you_mean: meant }) => ({ isMild: true, kind, meant, title: titleFor('warning', kind) ?? sentence(kind.replace(/-/g, ' ')).slice(0, -1), pointer, detail: sentence(plainly({ detail, pointer }, kind)) }));
  const start = finding => spot(finding)?.start ?? -1;
  return [found.sort((a, b) => start(a) - start(b)), total];
}
/** The page's own words for a kind of warning or problem; undefined if it has none. The service explains the details. */
const titleFor = (group, kind) => words[`${group}_${kind.replace(/-/g, '_')}`];
/** Kinds whose details speak of parameters, where the page has a button. */
const selfExplaining = new Set(['guessed-sides', 'unrecognized', 'unknown-importer', 'several-chats', 'locked', 'empty']);
/** The details from the service, with the name of a field instead of its JSON Pointer. */
const plainly = ({ detail = '', pointer }, kind) => selfExplaining.has(kind) ? '' : pointer ? detail.replaceAll(pointer, stepsOf(pointer).at(-1)) : detail;
/** Whether a JSON Pointer leads to the time of a message. */
const isTime = pointer => ['at', 'time', 'timestamp', 'date'].includes(stepsOf(pointer ?? '')[2]) && stepsOf(pointer).length === 3;
/** Shows a problem, in words and at its position. */
function showError(error) {
  if (!error.problem) {
    const isPicture = error instanceof DOMException;
    return showProblem(word(isPicture ? 'too_large' : 'unreachable'), word(isPicture ? 'too_large_hint' : 'unreachable_hint'), [], isPicture ? [] : [retry()]);
  }
  const { detail, pointer, line, column, offset, errors, allowed, type = '' } = error.problem;
  const isEmpty = pointer === '/messages' && !isExport() && !state.fault && !messagesOf().length;
  const kind = isEmpty ? 'empty' : type.split('/').pop(), list = errors?.length ? errors : [{ pointer, detail }];
  const titleAt = pointer => isTime(pointer) ? word('warning_bad_time') : titleFor('problem', kind) ?? error.problem.title;
  showProblem(titleAt(list[0].pointer), plainly(list[0], kind), list.map(part => ({
    title: titleAt(part.pointer), detail: plainly(part, kind), pointer: part.pointer ?? '', line, column, offset, allowed: list.length === 1 ? allowed : undefined, kind })));
}
function showProblem(title, detail, findings, mends = findings.flatMap(mendsOf)) {
  document.body.classList.add('stale');
  $('banner').hidden = false;
  $('banner-text').textContent = [title, detail].filter(Boolean).join('. ').replace(/\.\./g, '.');
  $('banner-acts').replaceChildren(...mends.slice(0, 1));
  if ($('picture').hidden && $('video').hidden) $('caption').textContent = '';
  else $('caption').textContent = word('last_picture');
  showFindings(findings, findings.length);
  announce(title + '. ' + detail, 700);
}
/** Returns the position of a finding in the text, in UTF-16 units. */
function spot(finding) {
  if (isExport()) return null;
  if (finding.line) {
    let start = 0;
    for (let line = 1; line < finding.line; line++) start = state.text.indexOf('\n', start) + 1;
    const before = [...state.text.slice(start)].slice(0, finding.column - 1).join('');
    return { start: start + before.length, end: start + before.length + 1 };
  }
  if (!state.tree || !finding.pointer) return null;
  return place(state.tree, state.tree.kind === 'array' ? finding.pointer.replace(/^\/messages/, '') : finding.pointer);
}
function position(offset) {
  const before = state.text.slice(0, offset), line = before.split('\n').length;
  return { line, column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1 };
}
function showFindings(findings, total = findings.length) {
  [state.findings, state.found] = [findings, total];
  const list = $('finding-list');
  list.replaceChildren();
  $('findings').hidden = !findings.length;
  const isMild = findings.every(finding => finding.isMild);
  $('findings-name').textContent = !findings.length ? word('no_problems') : word(isMild ? 'warning_count' : 'problem_count', { n: isMild ? total : findings.length });
  for (const finding of findings.slice(0, 100)) {
    finding.spot = spot(finding);
    const text = make('div', {}, make('strong', { dir: 'auto' }, finding.title));
    if (finding.detail) text.append(make('p', { dir: 'auto', lang: 'en' }, finding.detail));
    if (finding.spot) text.append(placeOf(finding));
    const mends = mendsOf(finding);
    if (mends.length) text.append(make('div', { className: 'options' }, ...mends));
    list.append(make('li', { className: finding.isMild ? 'mild' : 'bad' }, icon(finding.isMild ? 'mild' : 'bad'), text));
  }
  highlight();
  markRows();
}
/** A button that leads to the message, or to the line of the JSON, that a finding is about. */
function placeOf({ spot, pointer }) {
  const index = messageAt(pointer), row = $('code').hidden ? rows[index] : undefined;
  if (row) return make('button', { type: 'button', className: 'place', onclick: () => { tab('write'); row.area.focus(); } }, word('message_number', { number: index + 1 }));
  const { line, column } = position(spot.start);
  return make('button', { type: 'button', className: 'place', onclick: () => selectInEditor(spot) }, word('place', { line, column }), pointer ? make('bdi', { dir: 'ltr' }, '  ' + pointer) : null);
}
/** The index of the message that a JSON Pointer leads to or into. */
const messageAt = pointer => Number((pointer ?? '').match(/^\/messages\/(\d+)(?:\/|$)/)?.[1] ?? NaN);
const mend = (words, action) => make('button', { type: 'button', className: 'button', onclick: action }, words);
const retry = () => mend(word('try_again'), schedule);
/** The buttons that mend a finding. */
function mendsOf({ kind, pointer, allowed, meant }) {
  const index = messageAt(pointer), parts = stepsOf(pointer ?? '');
  if (kind === 'guessed-sides') return sidesToChoose();
  if (['rate-limited', 'overloaded', 'render-timeout', 'render-crashed', 'no-process'].includes(kind)) return [retry()];
  if (isExport()) {
    if (kind === 'unrecognized' || kind === 'unknown-importer') return [mend(word('choose_format'), () => { tab('write'); $('from').focus(); try { $('from').showPicker(); } catch { /* the focus is enough */ } })];
    if (kind === 'several-chats' && state.source.chats) return [mend(word('choose_chat'), () => { tab('write'); $('find-chat').focus(); })];
    if (kind === 'locked') return [mend(word('source_password'), () => { tab('write'); $('source-password').focus(); })];
    if (kind === 'several-chats' || kind === 'unknown-chat') return (allowed ?? []).slice(0, 40).map(chat => mend(chat, () => choose(chat)));
    return [];
  }
  if (kind === 'empty') return [mend(word('add_message'), () => { tab('write'); showInput('compose'); add(false); })];
  // Times have an offset, but the conversation has no time zone.
  if (kind === 'ignored-value' && parts.at(-1) === 'at' && !isGiven(state.data.timezone)) return [mend(word('use_timezone'), () => put(['timezone'], new Intl.DateTimeFormat().resolvedOptions().timeZone))];
  if (kind === 'unknown-sender' && meant) return [mend(word('use_name', { name: meant }), () => put(parts, meant))];
  if (kind === 'unknown-field') return [meant && find(state.tree, [...parts.slice(0, -1), meant]) === undefined
    ? mend(word('use_name', { name: meant }), () => edit(text => change(change(text, parts, undefined), [...parts.slice(0, -1), meant], plain(find(state.tree, parts)))))
    : mend(word('remove'), () => put(parts, undefined))];
  if (kind === 'missing-media' || kind?.startsWith('image-')) {
    const at = parts.indexOf('attachments');
    if (at > 0 && parts[at + 1]) return [mend(word('remove'), () => put(parts.slice(0, at + 2), undefined))];
  }
  if (rows[index] && isTime(pointer)) return [mend(word('set_time'), () => { tab('write'); showInput('compose'); rows[index].area.focus(); openDetails(index, rows[index].more); })];
  return [];
}
/** Buttons that say who “me” is: the other one of two people, or each of several. */
function sidesToChoose() {
  const list = isExport() ? (state.source.data?.participants ?? []).map(({ id, name }) => [id, name ?? id]) : [...findPeople().people];
  const mine = isExport() ? state.source.data?.me : findPeople().me;
  const choose = (id, name) => {
    state.imported.findings = state.imported.findings.filter(({ kind }) => kind !== 'guessed-sides');
    if (isExport()) { state.source.me = name; load(state.source.file, state.source); } else put(['me'], id);
  };
  const others = list.filter(([id]) => id !== mine);
  if (list.length === 2 && others.length === 1) return [mend(word('change_side'), () => choose(...others[0]))];
  return others.slice(0, 12).map(([id, name]) => mend(word('i_am_name', { name }), () => choose(id, name)));
}
function selectInEditor({ start, end }) {
  showInput('code');
  tab('write');
  $('json').focus();
  $('json').setSelectionRange(start, end);
  const line = position(start).line, height = parseFloat(getComputedStyle($('json')).lineHeight);
  $('editor').scrollTop = Math.max(0, (line - 4) * height);
}
