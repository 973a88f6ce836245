// ── Downloads and the command line ───────────────────────────────────────────────────────────────

function saveFile(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
async function download() {
  const format = state.format;
  await saveAs(() => requestFile(format).catch(error => {
    // A conversation that needs several canvases is downloaded as a ZIP.
    if (!canvasOf() || !error.problem?.type?.endsWith('/too-tall')) throw error;
    return requestFile('zip');
  }), 'chat.' + format, format.toUpperCase());
}
/** Saves a file that the service makes. `what` names it in announcements. */
async function saveAs(make, name, what) {
  if ($('download').getAttribute('aria-disabled')) return;
  $('download').setAttribute('aria-disabled', 'true');
  announce(word('creating', { format: what }));
  try {
    const answer = await make();
    saveFile(await answer.blob(), fileName(answer) ?? name);
    announce(word('saved', { format: what }));
  } catch (error) { showError(error); }
  $('progress').hidden = true;
  $('download').removeAttribute('aria-disabled');
}
/** Requests the file from the service, synchronously or as a job. */
async function requestFile(format, pairs = query()) {
  const answer = await request('/render.' + format, pairs, undefined, [], { Prefer: 'respond-async' });
  if (answer.status !== 202) return answer;
  const job = '/jobs/' + (await answer.json()).id;
  try {
    const result = await jobResult(job), file = await result.blob();
    return new Response(file, { headers: result.headers });
  } finally {
    ask(job, { method: 'DELETE' }).catch(() => {});
  }
}
/** Waits for a job of the service and shows its progress in a bar. */
async function jobResult(job) {
  const events = await checked(await ask(job, { headers: { Accept: 'text/event-stream' } }));
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const all = (text + piece.value).split('\n\n');
    text = all.pop();
    for (const event of all) {
      // A comment without data keeps the connection open.
      const data = event.split('data: ')[1];
      if (!data) continue;
      const { progress } = JSON.parse(data);
      $('progress').hidden = progress.fraction === 0;
      $('progress').value = progress.fraction;
    }
  }
  return checked(await ask(job + '/result'));
}
/** Saves the conversation as a self-contained file, including its pictures. */
async function save() {
  let text = state.text;
  const names = usedPictures();
  if (names.length && !state.fault) {
    const data = plain(state.tree), inline = new Map();
    for (const name of names) {
      const bytes = new Uint8Array(await state.pictures.get(name).blob.arrayBuffer());
      let binary = '';
      for (let at = 0; at < bytes.length; at += 32768) binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
      inline.set(name, btoa(binary));
    }
    const walk = value => {
      if (value === null || typeof value !== 'object') return;
      if (typeof value.file === 'string' && inline.has(value.file)) { value.data = inline.get(value.file); delete value.file; }
      Object.values(value).forEach(walk);
    };
    walk(data);
    text = pretty(data) + '\n';
  }
  saveFile(new Blob([text], { type: 'application/json' }), 'chat.json');
  announce(word('conversation_saved'));
}
const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";

function command() {
  const url = (ownKey ? quoted('-HAuthorization: Bearer ' + ownKey) + ' ' : '') + quoted(location.origin + address('/render.' + state.format, query()));
  const out = '-o chat.' + state.format;
  let line;
  const opened = isExport() && state.source.file.isOpened;
  if (opened) {
    const { file, others } = state.source, pairs = query().filter(([key]) => key !== 'join');
    const names = [file, ...others].map(({ name }) => quoted(name)).join(' '), sets = pairs.map(([key, value]) => ' --set ' + quoted(key + '=' + value)).join('');
    line = `chatprint ${others.length ? 'join' : 'render'} ${names}${sets} ${out}`;
  } else if (isExport()) {
    const { file, beside, others, password } = state.source, escaped = name => '"' + name.replace(/["\\]/g, '\\$&') + '"';
    const parts = [...[file, ...others].map(({ name }) => [others.length ? 'export' : 'file', name]), ...beside.map(({ name }, at) => ['media' + (at + 1), name])];
    const fields = [...password ? ['source_password=<password.txt'] : [], ...parts.map(([part, name]) => part + '=@' + escaped(name))];
    line = `curl ${fields.map(field => '-F ' + quoted(field)).join(' ')} ${url} ${out}`;
  }
  else {
    // The saved conversation includes its pictures.
    const short = state.fault || usedPictures().length ? null : minified(state.text);
    line = short !== null && short.length <= 480 ? `curl -d ${quoted(short)} ${url} ${out}` : `curl --data-binary @chat.json ${url} ${out}`;
  }
  $('curl').textContent = line;
}
async function copy() {
  const text = $('curl').textContent;
  try { await navigator.clipboard.writeText(text); } catch {
    // Without HTTPS the clipboard is unavailable: select the text, so that one key copies it.
    getSelection().selectAllChildren($('curl'));
    return announce(word('selected'));
  }
  announce(word('copied'));
}
