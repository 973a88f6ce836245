// ── JSON with positions ──────────────────────────────────────────────────────────────────────────
// The user's formatting is preserved: changes are made in place, so the range of every value must
// be known.

function read(text) {
  let at = 0;
  const space = /[ \t\r\n]*/y;
  const literal = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  function skip() { space.lastIndex = at; space.exec(text); at = space.lastIndex; }
  function fail() { throw Object.assign(new Error('Invalid JSON'), { at }); }
  function value(depth) {
    skip();
    const start = at;
    const open = text[at];
    if (open === '{' || open === '[') {
      if (depth > 200) fail();
      const isObject = open === '{', close = isObject ? '}' : ']', parts = [];
      at++;
      skip();
      if (text[at] === close) at++;
      else for (;;) {
        skip();
        let key = null;
        const keyStart = at;
        if (isObject) {
          if (text[at] !== '"') fail();
          key = scalar().value;
          skip();
          if (text[at] !== ':') fail();
          at++;
        }
        const child = value(depth + 1);
        parts.push({ key, keyStart, node: child });
        skip();
        if (text[at] === ',') { at++; continue; }
        if (text[at] === close) { at++; break; }
        fail();
      }
      return { kind: isObject ? 'object' : 'array', start, end: at, parts };
    }
    return scalar();
  }
  function scalar() {
    literal.lastIndex = at;
    const match = literal.exec(text);
    if (!match) fail();
    const start = at;
    at = literal.lastIndex;
    const parsed = JSON.parse(match[0]);
    // IDs may be integers that a Number would round.
    const isExact = typeof parsed !== 'number' || Number.isSafeInteger(parsed) || !/^-?\d+$/.test(match[0]);
    return { kind: 'scalar', start, end: at, value: isExact ? parsed : BigInt(match[0]) };
  }
  const node = value(0);
  skip();
  if (at < text.length) fail();
  return node;
}
function plain(node) {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.parts.map(part => plain(part.node));
  const object = {};
  for (const part of node.parts) Object.defineProperty(object, part.key, { value: plain(part.node), writable: true, enumerable: true, configurable: true });
  return object;
}
function child(node, step) {
  if (!node || node.kind === 'scalar') return undefined;
  if (node.kind === 'array') return node.parts[Number(step)];
  return node.parts.findLast(part => part.key === String(step));
}
function find(node, path) {
  for (const step of path) {
    const part = child(node, step);
    if (!part) return undefined;
    node = part.node;
  }
  return node;
}
const stepsOf = pointer => pointer.split('/').slice(1).map(step => step.replace(/~1/g, '/').replace(/~0/g, '~'));
/** Returns the range of a JSON Pointer, or of its nearest existing ancestor. */
function place(tree, pointer) {
  let node = tree, start = tree.start, end = tree.start + 1;
  for (const step of stepsOf(pointer)) {
    const part = child(node, step);
    if (!part) return { start, end };
    node = part.node;
    start = part.node.start;
    end = part.node.kind === 'scalar' ? part.node.end : part.node.start + 1;
    if (part.key !== null && part.node.kind !== 'scalar') { start = part.keyStart; end = part.node.start + 1; }
  }
  return { start, end };
}
/** Formats JSON as a person would, with short values on one line. */
function pretty(value, indent = '') {
  if (value === null || typeof value !== 'object') return flatten(value);
  const isList = Array.isArray(value);
  const parts = isList ? value.map(item => ['', item]) : Object.entries(value).map(([key, item]) => [JSON.stringify(key) + ': ', item]);
  const [open, close] = isList ? '[]' : '{}';
  const flat = open + parts.map(([key, item]) => key + flatten(item)).join(', ') + close;
  if (flat.length + indent.length <= 88 && !(indent === '' && parts.length)) return flat;
  const inner = indent + '  ';
  return open + '\n' + parts.map(([key, item]) => inner + key + pretty(item, inner)).join(',\n') + '\n' + indent + close;
}
function flatten(value) {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return '[' + value.map(flatten).join(', ') + ']';
  return '{' + Object.entries(value).map(([key, item]) => JSON.stringify(key) + ': ' + flatten(item)).join(', ') + '}';
}
/** Returns JSON text without its white space. */
const minified = text => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
function indentAt(text, offset) {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))[0];
}
/** Returns the text with one value set, inserted or (if undefined) removed; the rest is unchanged. */
function change(text, path, value) {
  let tree = read(text);
  if (tree.kind === 'array' && (path[0] !== 'messages' || path.length === 1)) {
    text = '{\n  "messages": ' + text.slice(tree.start, tree.end) + '\n}\n';
    tree = read(text);
  } else if (tree.kind === 'array') path = path.slice(1);
  const parent = find(tree, path.slice(0, -1)), last = path[path.length - 1];
  if (!parent || parent.kind === 'scalar') {
    if (value === undefined) return text;
    return change(text, path.slice(0, -1), typeof last === 'number' ? [value] : { [last]: value });
  }
  const index = parent.kind === 'array' ? Number(last) : parent.parts.findLastIndex(part => part.key === last);
  const part = parent.parts[index];
  if (part && value !== undefined) {
    return text.slice(0, part.node.start) + pretty(value, indentAt(text, part.keyStart)) + text.slice(part.node.end);
  }
  if (part) return remove(text, parent, index);
  if (value === undefined) return text;
  return append(text, parent, parent.kind === 'object' ? JSON.stringify(last) + ': ' : '', value);
}
function remove(text, parent, index) {
  const part = parent.parts[index], next = parent.parts[index + 1], before = parent.parts[index - 1];
  if (next) return text.slice(0, part.keyStart) + text.slice(next.keyStart);
  if (before) return text.slice(0, before.node.end) + text.slice(part.node.end);
  return text.slice(0, parent.start + 1) + text.slice(parent.end - 1);
}
function append(text, parent, key, value) {
  const last = parent.parts[parent.parts.length - 1];
  const isTall = last ? text.slice(parent.start, last.keyStart).includes('\n') : parent.start === read(text).start || parent.kind === 'array';
  const outer = indentAt(text, parent.start), inner = last ? indentAt(text, last.keyStart) : outer + '  ';
  const body = key + pretty(value, isTall ? inner : outer);
  if (last) return text.slice(0, last.node.end) + (isTall ? ',\n' + inner : ', ') + body + text.slice(last.node.end);
  return text.slice(0, parent.start + 1) + (isTall ? '\n' + inner + body + '\n' + outer : body) + text.slice(parent.end - 1);
}
function swap(text, path, one, other) {
  const list = find(read(text), path);
  const [a, b] = [list.parts[Math.min(one, other)].node, list.parts[Math.max(one, other)].node];
  return text.slice(0, a.start) + text.slice(b.start, b.end) + text.slice(a.end, b.start) + text.slice(a.start, a.end) + text.slice(b.end);
}
