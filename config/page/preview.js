// ── Preview ──────────────────────────────────────────────────────────────────────────────────────

/** The number of messages in the preview: browsers reject pictures that are too tall. */
const previewLimit = 150;
let timer = 0, running = null, pictureURL = '';

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(preview, 160);
  document.body.classList.add('working');
  command();
  nameExample();
}
/** The names of the pictures that the conversation uses. */
const usedPictures = () => [...state.pictures.keys()].filter(name => state.text.includes(JSON.stringify(name)));

/** The members of `output` that divide, lock or sign a file. Pictures do not support them, and previews leave them out. */
const fileOnly = ['split_by', 'password', 'sign'];

function exportForm({ file, beside, others, password }) {
  const form = new FormData();
  if (password) form.append('source_password', password);
  // The service reads a file that is already open where it is.
  for (const part of [file, ...others]) if (part.isOpened) form.append('opened', part.name); else form.append(others.length ? 'export' : 'file', part, part.name);
  for (const other of beside) form.append(other.name, other, other.name);
  return form;
}
/** The body of a request, without some members of `output`. */
function body(omitted) {
  if (isExport()) return exportForm(state.source);
  const names = usedPictures(), given = omitted.filter(key => state.data.output?.[key] !== undefined);
  const text = state.fault ? state.text : given.reduce((text, key) => change(text, ['output', key], undefined), state.text);
  if (!names.length) return text;
  const form = new FormData();
  form.append('conversation', new Blob([text], { type: 'application/json' }), 'chat.json');
  for (const name of names) form.append(name, state.pictures.get(name).blob, name);
  return form;
}
/** Returns the settings as query parameters, for bodies that must not be changed. */
const query = () => isExport() ? [...importParameters(state.source), ...changesOf(state.source, settings())] : [];
/** Returns the parameters that change a file's own settings; undefined if parameters cannot express that. */
function changesOf(source, settings) {
  const own = new Map(parametersOf(source.own ?? {})), all = new Map(parametersOf(settings));
  // `theme` replaces the file's whole theme.
  const isReplaced = key => all.get('theme') !== own.get('theme') && /^(theme\.|mode$)/.test(key);
  const changes = [...all].filter(([key, value]) => value !== own.get(key) || isReplaced(key));
  const isRemoved = [...own.keys()].some(key => !all.has(key) && !isReplaced(key));
  return isRemoved || changes.some(([, value]) => value === null) ? undefined : changes;
}
const importParameters = source => [...['me', 'from', 'chat'].filter(key => source[key]).map(key => [key, source[key]]), ...source.others.length ? [['join', 'true']] : []];
/** The parameters for settings. Those that are null or a list have no parameter, and the value null. */
function parametersOf({ theme, output, options }) {
  const pairs = [];
  const walk = (value, path) => {
    if (isObject(value)) for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
    else pairs.push([path.join('.'), value === null || Array.isArray(value) ? null : String(value)]);
  };
  if (theme) {
    const { extends: name, mode, ...rest } = isObject(theme) ? theme : { extends: theme };
    if (name) pairs.push(['theme', name]);
    if (mode) pairs.push(['mode', mode]);
    walk(rest, ['theme']);
  }
  for (const [key, value] of Object.entries(output ?? {})) walk(value, [key]);
  if (options?.mark) pairs.push(['mark', options.mark]);
  const keys = listOf(options?.highlight);
  if (keys.length && !keys.some(isObject)) pairs.push(['highlight', keys.join(',')]);
  return pairs;
}
const address = (route, pairs) => route + (pairs.length ? '?' + new URLSearchParams(pairs) : '');

async function request(route, pairs, signal, omitted = fileOnly, headers = {}) {
  return checked(await ask(address(route, pairs), { method: 'POST', body: body(omitted), signal, headers }));
}
/** Returns the response, or throws its problem. */
async function checked(answer) {
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw Object.assign(new Error('problem'), { problem: { status: answer.status, title: word('answered', { status: String(answer.status) }), detail: '', ...problem } });
}
const screenScale = () => Math.min(3, Math.max(1, Math.ceil(devicePixelRatio)));
/** Returns the fixed size of pictures; undefined if they are as tall as needed. */
function canvasOf() {
  const canvas = settings().output?.canvas;
  return isObject(canvas) ? canvas.size ?? 'own' : canvas ?? '';
}
/** Whether the output is pages of paper. Neither a canvas nor a phone has them. */
const isPaged = () => state.format === 'pdf' && !canvasOf() && frameOf() === 'none';
async function preview() {
  running?.abort();
  // The file is not sent again to hear the same.
  if (isExport() && state.source.problem) return document.body.classList.remove('working'), showError({ problem: state.source.problem });
  const mine = running = new AbortController(), pairs = query().filter(([key]) => key !== 'scale');
  const count = isExport() ? state.source.count : state.data.messages?.length ?? 0;
  const limit = isMoving() ? clipLimit : previewLimit;
  const isLong = count > limit && settings().options?.filter?.limit === undefined;
  if (isLong) pairs.push(['filter.limit', limit]);
  // Only the first of several canvases is shown.
  if (canvasOf()) pairs.push(['overflow', 'truncate']);
  const format = state.format === 'svg' ? 'svg' : 'png';
  // A PDF is shown as its first page.
  if (isPaged()) pairs.push(['page.number', 1]);
  if (format === 'png' && !canvasOf()) pairs.push(['scale', isMoving() ? clipScale() : screenScale()]);
  forgetLayout(pairs);
  try {
    const [shown, answer] = isMoving() ? await requestClip(pairs, mine.signal) : [format, await request('/render.' + format, pairs, mine.signal)];
    const blob = await answer.blob();
    if (mine.signal.aborted) return;
    const number = name => Number(answer.headers.get('Chatprint-' + name) ?? 0);
    await showPicture(blob, shown, answer, number, isLong ? count : 0);
    if (mine.signal.aborted) return;
    // Undoing the import hides its warnings.
    const imported = !isExport() && state.past.length >= state.imported.depth ? state.imported.findings : [];
    const [found, total] = number('Warnings') ? await warnings(await request('/validate', query(), mine.signal)) : [[], 0];
    if (mine.signal.aborted) return;
    showFindings([...imported, ...found], imported.length + total);
  } catch (error) {
    if (mine.signal.aborted) return;
    showError(error);
  } finally {
    if (mine === running) document.body.classList.remove('working');
  }
}
async function sizeOf(url) {
  const fresh = new Image();
  fresh.src = url;
  await fresh.decode();
  return [fresh.naturalWidth, fresh.naturalHeight];
}
async function showPicture(blob, format, answer, number, whole) {
  const url = URL.createObjectURL(blob), [across, down] = isVideo(format) ? await showVideo(url) : await sizeOf(url);
  const picture = $(isVideo(format) ? 'video' : 'picture');
  const pixels = canvasOf() ? 3 : isMoving() ? clipScale() : format === 'png' ? screenScale() : 1;
  const width = Math.round(across / pixels), height = Math.round(down / pixels);
  if (isVideo(format)) $('picture').hidden = true; else { hideVideo(); picture.src = url; }
  picture.width = width;
  picture.height = height;
  picture.hidden = false;
  // A phone or canvas is shown as a whole.
  $('desk').classList.toggle('whole', Boolean(canvasOf()) || frameOf() !== 'none');
  $('desk').style.setProperty('--ratio', width / height);
  if (pictureURL) URL.revokeObjectURL(pictureURL);
  pictureURL = url;
  const total = number('Messages'), messages = word('message_count', { n: total });
  const description = word('alt', { messages, look: titleOf(lookName()) });
  if (isVideo(format)) picture.setAttribute('aria-label', description); else picture.alt = description;
  const time = (answer.headers.get('Server-Timing') ?? '').match(/dur=([\d.]+)/g)?.reduce((sum, part) => sum + Number(part.slice(4)), 0);
  const facts = [whole ? word('first_shown', { limit: total, total: whole }) : messages, word('size', { width, height })];
  if (isVideo(format)) facts.push(word('seconds', { number: Math.round(picture.duration * 10) / 10 }));
  if (isPaged() && !whole) facts.push(word('first_page', { total: number('Pages') }));
  if (time) facts.push(word('drawn_in', { number: time < 10 ? Math.round(time * 10) / 10 : Math.round(time) }));
  $('caption').textContent = facts.join('  ·  ');
  $('banner').hidden = true;
  document.body.classList.remove('stale');
  announce(word('preview_done', { messages, width, height }), 900);
}
