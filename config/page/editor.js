// ── The JSON editor ──────────────────────────────────────────────────────────────────────────────

const escape = text => text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

function highlight() {
  if ($('code').hidden) return;
  const lines = state.text.split('\n'), isLong = state.text.length > 80000;
  const bad = new Map(), marks = [];
  for (const { spot, isMild } of state.findings) {
    if (!spot) continue;
    const { line } = position(spot.start);
    if (!isMild || !bad.has(line)) bad.set(line, isMild ? 'mild' : 'bad');
    marks.push(spot);
  }
  let offset = 0;
  const html = lines.map((line, index) => {
    const start = offset;
    offset += line.length + 1;
    const kind = bad.get(index + 1);
    const marked = kind ? marks.filter(mark => mark.start <= start + line.length && mark.end >= start) : [];
    return `<span class="l${kind ? ' ' + kind : ''}">${isLong ? escape(line) : colored(line, start, marked)}</span>`;
  });
  $('colors').innerHTML = html.join('');
  $('numbers').innerHTML = lines.map((_, index) => bad.has(index + 1) ? `<b class="${bad.get(index + 1)}">${index + 1}</b>` : index + 1 + '\n').join('');
  $('editor').classList.toggle('plain', isLong);
}
function colored(line, start, marks) {
  let html = '', at = 0;
  const put = (text, from, kind) => {
    if (!text) return;
    const isMarked = marks.some(mark => mark.start < from + text.length && mark.end > from);
    const classes = [kind, isMarked ? 'u' : ''].filter(Boolean).join(' ');
    html += classes ? `<span class="${classes}">${escape(text)}</span>` : escape(text);
  };
  for (const match of line.matchAll(token)) {
    put(line.slice(at, match.index), start + at, '');
    if (match[1]) {
      put(match[1], start + match.index, match[2] !== undefined ? 'k' : 's');
      put(match[2], start + match.index + match[1].length, '');
    } else put(match[0], start + match.index, match[3] ? 'n' : 'w');
    at = match.index + match[0].length;
  }
  put(line.slice(at), start + at, '');
  return html;
}
function buildEditor() {
  const area = $('json');
  area.addEventListener('input', () => commit(area.value, 'typing'));
  area.addEventListener('keydown', event => {
    const isCommand = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
    if (isCommand && key === 'z') { event.preventDefault(); event.shiftKey ? $('redo').click() : $('undo').click(); }
    if (isCommand && key === 'y') { event.preventDefault(); $('redo').click(); }
    if (event.key === 'Enter' && !isCommand && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const at = area.selectionStart, line = area.value.lastIndexOf('\n', at - 1) + 1;
      const indent = /^[ \t]*/.exec(area.value.slice(line, at))[0] + (/[{[]\s*$/.test(area.value.slice(line, at)) ? '  ' : '');
      area.setRangeText('\n' + indent, at, area.selectionEnd, 'end');
      commit(area.value, 'typing');
    }
  });
}
