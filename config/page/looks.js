// ── Themes and style ─────────────────────────────────────────────────────────────────────────────

const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
const themeOf = () => { const theme = settings().theme; return isObject(theme) ? theme : typeof theme === 'string' ? { extends: theme } : {}; };
const modeOf = () => themeOf().mode === 'dark' ? 'dark' : 'light';
/** Services whose conversations are rendered in their theme by default. Other themes apply to exports or if named. */
const ownServices = ['sms', 'whatsapp', 'telegram', 'signal', 'messenger', 'assistant'];
function lookName() {
  const named = themeOf().extends;
  if (typeof named === 'string' && named !== 'auto') return named;
  const { service, kind, messages } = isExport() ? state.source.data ?? {} : state.data;
  const usesService = (isExport() && state.source.importer) || named === 'auto' || ownServices.includes(service);
  if (usesService && state.looks.some(look => look.name === service)) return service;
  const isChat = kind === 'assistant' || (Array.isArray(messages) && messages.some(message => isObject(message) && message.role !== undefined));
  return isChat && state.looks.some(look => look.name === 'assistant') ? 'assistant' : 'imessage';
}
function get(object, path) {
  for (const step of path) object = isObject(object) ? object[step] : undefined;
  return object;
}
/** Sets values in the request's theme. An object with only a name becomes that name. */
function restyle(changes, tag) {
  const theme = structuredClone(themeOf());
  theme.extends ??= lookName();
  for (const [path, value] of changes) {
    const steps = path.split('.');
    let at = theme;
    for (const step of steps.slice(0, -1)) at = isObject(at[step]) ? at[step] : at[step] = {};
    if (value === undefined) delete at[steps.at(-1)]; else at[steps.at(-1)] = value;
  }
  prune(theme);
  put(['theme'], Object.keys(theme).length === 1 ? theme.extends : theme, tag);
}
function prune(object) {
  for (const [key, value] of Object.entries(object)) {
    if (!isObject(value)) continue;
    prune(value);
    if (!Object.keys(value).length) delete object[key];
  }
}
async function resolvedLook(name, mode) {
  const key = name + ' ' + mode;
  if (!state.resolved.has(key)) {
    const answer = await ask('/themes/' + encodeURIComponent(name) + '?mode=' + mode);
    state.resolved.set(key, answer.ok ? await answer.json() : null);
  }
  return state.resolved.get(key);
}

const swatchColors = { sent: ['#0272ef', '#018932', '#d9fdd3', '#6b4eff', '#c2185b', '#b84a00', '#1f2328'],
  received: ['#e9e9eb', '#ffffff', '#fff1d6', '#dcebff', '#e3f4e4', '#f9dfe8', '#26252a'],
  canvas: ['#ffffff', '#f4f1ea', '#efeae2', '#e6eef7', '#1c1c1e', '#0b141a', '#000000'],
  border: ['#000000', '#8b8891', '#0272ef', '#018932', '#c2185b', '#b84a00', '#ffffff'] };
const colorNames = { '#0272ef': 'blue', '#018932': 'green', '#d9fdd3': 'mint', '#6b4eff': 'violet', '#c2185b': 'raspberry',
  '#b84a00': 'amber', '#1f2328': 'graphite', '#e9e9eb': 'light_gray', '#ffffff': 'white', '#fff1d6': 'cream', '#dcebff': 'sky',
  '#e3f4e4': 'sage', '#f9dfe8': 'rose', '#26252a': 'charcoal', '#f4f1ea': 'paper', '#efeae2': 'sand', '#e6eef7': 'mist',
  '#1c1c1e': 'night', '#0b141a': 'ink', '#000000': 'black', '#8b8891': 'gray' };
const titleKeys = { sent: 'sent', received: 'received', canvas: 'background', border: 'border_color' };

function luminance(color) {
  const [r, g, b] = [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16) / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** White if it is legible on the color, otherwise black, so that text is always readable. */
const textColorOn = color => 1.05 / (luminance(color) + 0.05) >= 4.5 ? '#ffffff' : '#000000';

function setColor(part, color) {
  const tag = 'color-' + part;
  if (part === 'canvas') {
    const soft = luminance(color) > 0.4 ? '#55535c' : '#b4b2bc';
    const changes = [['canvas.background', color]];
    for (const style of ['time', 'day_header', 'status', 'note']) changes.push([`text.${style}.color`, soft]);
    return restyle(changes, tag);
  }
  if (part === 'border') return restyle([['bubble.border', { width: currentBorder().width || 1.5, color: color }]], tag);
  const ink = textColorOn(color), changes = [[`bubble.${part}.fill`, color]];
  for (const key of ['text', 'link', 'secondary', 'accent']) changes.push([`bubble.${part}.${key}`, ink]);
  if (current(`bubble.${part}.image`)) changes.push([`bubble.${part}.image`, { tint: color }]);
  restyle(changes, tag);
}
/** Returns a current value of the theme: the request's own, otherwise the theme's default. */
function current(path) {
  const own = get(themeOf(), path.split('.'));
  if (own !== undefined && !isObject(own)) return own;
  const steps = path.split('.');
  if (steps[0] === 'bubble' && (steps[1] === 'sent' || steps[1] === 'received')) {
    const both = get(themeOf(), ['bubble', ...steps.slice(2)]);
    if (both !== undefined && !isObject(both)) return both;
  }
  return get(state.resolved.get(lookName() + ' ' + modeOf()), steps);
}
function currentBorder() {
  const own = get(themeOf(), ['bubble', 'border']);
  if (own === null || own === 0) return { width: 0, color: '#000000' };
  if (typeof own === 'number') return { width: own, color: '#000000' };
  const look = current('bubble.sent.border');
  return { width: own?.width ?? look?.width ?? 0, color: own?.color ?? look?.color ?? '#000000' };
}
function currentTail() {
  const own = get(themeOf(), ['bubble', 'tail']), look = current('bubble.sent.tail') ?? {};
  return { ...(isObject(look) ? look : {}), ...(typeof own === 'string' ? { shape: own } : isObject(own) ? own : {}) };
}
const tails = [['none', 'M9 2h26a7 7 0 0 1 7 7v8a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z'],
  ['curl', 'M9 2h22a7 7 0 0 1 7 7v8c0 3 1.5 5.5 4.5 7-3.500.6-6-.3-7.8-1.6A7 7 0 0 1 31 24H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z'],
  ['bezier', 'M9 2h23c4 0 6 3 6 7v8c0 4 .5 6 4.5 7.3-2 .7-4.500.2-6.5-1.5-1 .8-2.5 1.2-4 1.2H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z'],
  ['wedge-top', 'M6 2h36.5l-5 6v12a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z'],
  ['wedge-bottom', 'M6 2h27.5a4 4 0 0 1 4 4v12l5 6H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z'],
  ['arrow', 'M9 2h22a7 7 0 0 1 7 7v1l4 2.500a.6.6 0 0 1 0 1L38 16v1a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z'],
  ['hook', 'M9 2h22a7 7 0 0 1 7 7v7.5c0 3.5 1.2 5.3 4 6.500.6.3.5 1-.2 1H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7z']];

function buildControls() {
  for (const part of Object.keys(titleKeys)) {
    const set = make('div', { className: 'set' });
    for (const color of swatchColors[part]) {
      set.append(make('label', { className: 'swatch', title: word('color_' + colorNames[color]) },
        make('input', { type: 'radio', name: 'c-' + part, value: color, 'aria-label': word('color_' + colorNames[color]) }), make('i', { style: '--c:' + color })));
    }
    set.append(make('label', { className: 'swatch own', title: word('another_color') },
      make('input', { type: 'color', id: 'own-' + part, 'aria-label': word('another_color_of', { part: word(titleKeys[part]) }) }), make('i')));
    $('c-' + part).append(make('legend', {}, make('span', { className: 'title' }, word(titleKeys[part]))), set);
    $('c-' + part).addEventListener('input', event => setColor(part, event.target.value));
  }
  $('tails').append(make('legend', { className: 'title' }, word('tail')));
  for (const [name, path] of tails) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 44 26');
    svg.setAttribute('aria-hidden', 'true');
    const outline = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    outline.setAttribute('d', path);
    svg.append(outline);
    $('tails').append(make('label', {}, make('input', { type: 'radio', name: 'tail', value: name }), svg, word('tail_' + name.replace('-', '_'))));
  }
  $('tails').addEventListener('input', event => {
    const changes = [['bubble.tail.shape', event.target.value]];
    if (typeof themeOf().bubble?.tail === 'string') changes.unshift(['bubble.tail', undefined]);
    if (current('bubble.sent.image')) {
      changes.push(['bubble.sent.image', undefined], ['bubble.received.image', undefined], ['bubble.image', null]);
      for (const name of Object.keys(current('bubble.services') ?? {})) changes.push([`bubble.services.${name}.image`, null]);
    }
    if (currentTail().on === 'never') changes.push(['bubble.tail.on', 'last']);
    restyle(changes, 'tail');
  });
  $('side').addEventListener('input', event => restyle([['bubble.tail.side', event.target.value]], 'side'));
  $('on').addEventListener('input', event => restyle([['bubble.tail.on', event.target.value]], 'on'));
  $('radius').addEventListener('input', event => restyle([['bubble.radius', Number(event.target.value)]], 'radius'));
  $('border').addEventListener('input', event => {
    const width = Number(event.target.value);
    restyle([['bubble.border', width ? { width, color: currentBorder().color } : current('bubble.sent.border') ? null : undefined]], 'border');
  });
  $('mode').addEventListener('input', event => restyle([['mode', event.target.value === 'dark' ? 'dark' : undefined]], 'mode'));
  $('width').addEventListener('input', event => put(['output', 'width'], Number(event.target.value), 'width'));
  $('scale').addEventListener('input', event => put(['output', 'scale'], Number(event.target.value), 'scale'));
  // Neither a canvas nor a frame has pages.
  $('canvas').addEventListener('input', ({ target: { value } }) => {
    if (value) put(['output', 'page'], undefined, 'canvas');
    put(['output', 'canvas'], value || undefined, 'canvas');
  });
  $('paper').addEventListener('input', ({ target: { value } }) => {
    put(['output', 'page', 'size'], value, 'paper');
  });
  $('plain').addEventListener('click', () => { if (put(['theme'], lookName())) announce(word('reset_done')); });
}
function slide(id, value, words) {
  const input = $(id);
  input.value = value;
  input.style.setProperty('--at', 100 * (input.value - input.min) / (input.max - input.min) + '%');
  $(id + '-out').textContent = words;
  input.setAttribute('aria-valuetext', words);
}
function pick(name, value) {
  for (const input of document.querySelectorAll(`input[type=radio][name="${name}"]`)) input.checked = input.value === String(value);
}
/** Shows the current theme in all controls. */
function controls() {
  const name = lookName(), mode = modeOf(), output = settings().output ?? {};
  if (!state.resolved.has(name + ' ' + mode) && state.looks.some(look => look.name === name)) {
    resolvedLook(name, mode).then(() => { if (name === lookName() && mode === modeOf()) controls(); });
  }
  pick('look', name);
  showChosenLook();
  pick('mode', mode);
  pick('scale', output.scale ?? 2);
  showExcerpt();
  $('paper-line').hidden = !isPaged();
  // Only canvases with a name; others appear only in the JSON.
  $('canvas').value = [...$('canvas').options].find(option => option.value === canvasOf())?.value ?? '';
  $('paper').value = [...$('paper').options].find(option => option.value.toLowerCase() === String(output.page?.size ?? 'A4').toLowerCase())?.value ?? 'A4';
  const width = Number(output.width ?? current('width') ?? 390);
  slide('width', width, word('points', { number: width }));
  for (const part of ['sent', 'received', 'canvas']) {
    const value = part === 'canvas' ? current('canvas.background') ?? themeOf().canvas : (current(`bubble.${part}.image`) && current(`bubble.${part}.image.tint`)) ?? current(`bubble.${part}.fill`);
    swatch(part, value);
  }
  const shape = currentTail(), line = currentBorder(), radius = current('bubble.sent.radius');
  const corner = typeof radius === 'number' ? radius : isObject(radius) ? Math.max(...Object.values(radius).map(Number)) : 0;
  slide('radius', corner, word('points', { number: corner }));
  slide('border', line.width, line.width ? word('points', { number: line.width }) : word('no_border'));
  swatch('border', line.width ? line.color : undefined);
  pick('tail', shape.shape);
  pick('side', shape.side);
  $('on').value = shape.on ?? 'last';
  const isDrawn = shape.shape === 'image';
  $('drawn').hidden = !isDrawn;
  $('radius').disabled = $('border').disabled = isDrawn;
  for (const input of $('c-border').querySelectorAll('input')) input.disabled = isDrawn;
  thumbs(mode);
}
/** Scrolls the chosen theme into view once it changes, without scrolling the page. */
let chosenLook = '';
function showChosenLook() {
  const name = lookName(), input = $('look-' + name);
  if (!input || name === chosenLook) return;
  chosenLook = name;
  const list = $('looks'), box = input.parentElement.getBoundingClientRect(), frame = list.getBoundingClientRect();
  if (box.left < frame.left + 20) list.scrollLeft -= frame.left + 20 - box.left;
  else if (box.right > frame.right - 20) list.scrollLeft += box.right - frame.right + 20;
}
function swatch(part, value) {
  let color = typeof value === 'string' ? value.toLowerCase() : '';
  if (/^#[0-9a-f]{3}$/.test(color)) color = '#' + [...color.slice(1)].map(digit => digit + digit).join('');
  pick('c-' + part, color);
  const own = $('own-' + part), isOwn = /^#[0-9a-f]{6}$/.test(color) && !swatchColors[part].includes(color);
  own.parentElement.classList.toggle('set', isOwn);
  own.nextElementSibling.style.setProperty('--c', isOwn ? color : '');
  if (isOwn && document.activeElement !== own) own.value = color;
}

// The thumbnails of the themes, rendered by the service.
const sample = JSON.stringify({ me: 'b', participants: [{ id: 'a', name: 'Ida' }, { id: 'b', name: 'Bo' }],
  messages: [{ from: 'a', text: 'Lunch?' }, { from: 'b', text: 'Gladly 🙂' }] });
let thumbsMode = '', thumbsRun = 0;
async function thumbs(mode) {
  if (mode === thumbsMode || !state.looks.length) return;
  thumbsMode = mode;
  const run = ++thumbsRun;
  for (const look of state.looks) {
    look.pictures ??= {};
    if (!look.pictures[mode]) {
      const answer = await ask(`/render.png?theme=${encodeURIComponent(look.name)}&mode=${mode}&width=180&scale=${Math.min(2, Math.ceil(devicePixelRatio))}`, { method: 'POST', body: sample }).catch(() => null);
      if (!answer?.ok) continue;
      look.pictures[mode] = URL.createObjectURL(await answer.blob());
    }
    if (run !== thumbsRun) return;
    look.image.src = look.pictures[mode];
    look.image.hidden = false;
  }
}
/** Titles of themes. Titles of other themes are derived from their names. */
const lookTitles = { imessage: 'iMessage', sms: 'SMS', whatsapp: 'WhatsApp', line: 'LINE', kakaotalk: 'KakaoTalk', wechat: 'WeChat', irc: 'IRC', bezier: 'Bézier', 'classic-sms': 'Classic SMS' };
const titleOf = name => lookTitles[name] ?? name.replace(/-/g, ' ').replace(/^./, letter => letter.toUpperCase());
function buildLooks() {
  for (const look of state.looks) {
    look.image = make('img', { alt: '', hidden: true });
    const id = 'look-' + look.name, title = titleOf(look.name);
    $('looks').append(make('li', { className: 'look', role: 'presentation' },
      make('label', { for: id, title: look.description }, make('span', { className: 'frame' }, look.image), title),
      make('input', { type: 'radio', name: 'look', value: look.name, id, 'aria-label': title + ', ' + look.description })));
  }
  $('looks').addEventListener('input', event => {
    const mode = themeOf().mode;
    put(['theme'], mode ? { extends: event.target.value, mode } : event.target.value, 'look');
  });
}
