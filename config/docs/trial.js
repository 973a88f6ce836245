// ── Try it ──────────────────────────────────────────────────────────────────────────────────────

let drawing = null, waiting = 0, shown = '';

const shownAs = { png: 'picture', webp: 'picture', jpeg: 'picture', apng: 'picture', gif: 'picture', mp4: 'video', webm: 'video', svg: 'picture', txt: 'text', md: 'text', csv: 'text', json: 'text', html: 'text', mbox: 'text' };

function route() {
  const query = $('look').value ? '?theme=' + encodeURIComponent($('look').value) : '';
  return `/render.${$('format').value}${query}`;
}
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 350);
}
async function draw() {
  clearTimeout(waiting);
  drawing?.abort();
  const mine = drawing = new AbortController(), format = $('format').value;
  commands();
  $('result').setAttribute('aria-busy', 'true');
  try {
    const began = performance.now();
    const answer = await ask(route(), { method: 'POST', body: $('json').value, signal: mine.signal });
    const blob = await answer.blob();
    const time = Math.round(performance.now() - began);
    if (mine.signal.aborted) return;
    if (!answer.ok) return wrong(await blob.text(), answer.status);
    await put(blob, format, fileName(answer));
    if (mine.signal.aborted) return;
    const size = ['Width', 'Height'].map(name => Number(answer.headers.get('Chatprint-' + name))).filter(Boolean);
    $('facts').textContent = [answer.headers.get('Content-Type'), size.length === 2 ? size.join(' × ') : '', blob.size.toLocaleString('en') + ' bytes', time + ' ms'].filter(Boolean).join('  ·  ');
    const warnings = (answer.headers.get('Chatprint-Warning') ?? '').match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    $('warnings').replaceChildren(...warnings.map(words => make('li', {}, words.slice(1, -1).replace(/\\(.)/g, '$1'))));
  } catch (error) {
    if (!mine.signal.aborted) wrong(JSON.stringify({ title: error instanceof DOMException ? 'The picture is too large to show here' : 'The service is not reachable', detail: '' }), '');
  } finally {
    if (mine === drawing) $('result').removeAttribute('aria-busy');
  }
}
async function put(blob, format, name = 'chat.' + format) {
  // Divided conversations are a ZIP in any format.
  const old = shown, kind = blob.type === 'application/zip' ? 'file' : shownAs[format] ?? 'file';
  let content;
  if (kind === 'text') {
    content = make('pre', {}, await blob.text());
    shown = '';
  } else {
    shown = URL.createObjectURL(blob);
    if (kind === 'picture') {
      content = make('img', { src: shown, alt: 'The conversation as a picture' });
      await content.decode();
      // The default scale is two pixels per point.
      content.style.width = content.naturalWidth / (format === 'svg' ? 1 : 2) + 'px';
    } else if (kind === 'video') {
      content = make('video', { src: shown, controls: true, loop: true, muted: true, autoplay: true, playsInline: true, 'aria-label': 'The conversation as a video' });
      content.onloadedmetadata = () => { content.style.width = content.videoWidth / 2 + 'px'; };
    } else content = make('a', { href: shown, download: name, className: 'button' }, 'Save ' + name);
  }
  $('result').replaceChildren(content);
  if (old) URL.revokeObjectURL(old);
}
/** Shows a problem with its details and suggestions. */
function wrong(text, status) {
  let problem = {};
  try { problem = JSON.parse(text); } catch { problem = { title: 'The service responded with ' + status, detail: text.slice(0, 300) }; }
  const list = problem.errors?.length ? problem.errors : [problem];
  $('result').replaceChildren(make('div', { className: 'problem' }, icon('bad'), make('div', {}, make('strong', {}, [status, problem.title].filter(Boolean).join(' · ')),
    ...list.slice(0, 8).map(part => make('p', {}, part.pointer ? make('code', {}, part.pointer) : null, ' ', part.detail ?? '', part.did_you_mean ? ` Did you mean ${part.did_you_mean}?` : '')))));
  $('facts').textContent = '';
  $('warnings').replaceChildren();
}
/** Shows the same request as a curl command and as a URL. */
function commands() {
  const quoted = text => "'" + text.replaceAll("'", "'\\''") + "'";
  let short = $('json').value;
  try { read(short); short = minified(short); } catch { /* keep invalid JSON unchanged */ }
  const where = quoted(location.origin + route()), out = `-o chat.${$('format').selectedOptions[0].dataset.ending}`;
  $('shell').textContent = short.length <= 600 ? `curl -d ${quoted(short)} ${where} ${out}` : `curl --data-binary @chat.json ${where} ${out}`;
  const bytes = new TextEncoder().encode(short);
  const text = btoa(String.fromCharCode(...bytes.slice(0, 8000))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const address = location.origin + route().replace(/^(\/render\.\w+)/, '$1/' + text);
  $('address').textContent = bytes.length > 8000 || address.length > 8000 ? 'The conversation is too long for a URL, which has at most 8,000 characters.' : address;
}
/** Shows a conversation in the editor. */
function show(conversation, look = '') {
  $('json').value = pretty(conversation) + '\n';
  $('look').value = look;
  draw();
}
function buildTrial(looks, formats) {
  const group = (label, list) => make('optgroup', { label }, ...Object.keys(list).map(name => make('option', { value: label + ' ' + name }, name)));
  const all = { Conversations: examples, Kinds: kinds };
  $('example').append(...Object.entries(all).map(([label, list]) => group(label, list)));
  $('example').addEventListener('change', event => {
    const [label, ...name] = event.target.value.split(' ');
    show(all[label][name.join(' ')]);
  });
  $('look').append(...looks.map(look => make('option', { value: look.name }, look.name)));
  $('format').append(...formats.map(({ name, type }) => make('option', { value: name, 'data-ending': type === 'application/zip' ? 'zip' : name }, name)));
  for (const id of ['look', 'format']) $(id).addEventListener('change', draw);
  $('json').addEventListener('input', soon);
  $('json').addEventListener('keydown', event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); draw(); } });
  $('draw').addEventListener('click', draw);
  show(Object.values(examples)[0]);
}
