// ── The page ─────────────────────────────────────────────────────────────────────────────────────

function showInput(name) {
  for (const other of ['compose', 'code']) {
    $('tab-' + other).setAttribute('aria-selected', String(other === name));
    $('tab-' + other).tabIndex = other === name ? 0 : -1;
    $(other).hidden = other !== name;
  }
  compose();
  // A finding leads to a message, or to a line of the JSON.
  showFindings(state.findings, state.found);
}
function tab(name) {
  document.body.dataset.tab = name;
  for (const button of $('switch').children) button.setAttribute('aria-pressed', String(button.dataset.tab === name));
}
function buildPage() {
  buildMode();
  nameDownload();
  buildExcerpt();
  const ways = [$('tab-compose'), $('tab-code')];
  for (const button of ways) button.addEventListener('click', () => showInput(button.id.slice(4)));
  $('ways').addEventListener('keydown', event => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = ways[1 - ways.indexOf(document.activeElement)];
    showInput(next.id.slice(4));
    next.focus();
  });
  $('switch').addEventListener('click', event => { const button = event.target.closest('button'); if (button) tab(button.dataset.tab); });
  $('skip').addEventListener('click', () => tab('write'));
  $('undo').addEventListener('click', () => step(state.past, state.future, word('undone')));
  $('redo').addEventListener('click', () => step(state.future, state.past, word('redone')));
  $('save').addEventListener('click', save);
  $('people').addEventListener('input', event => describe(event.target.dataset.id, { name: event.target.value }, 'rename-' + event.target.dataset.id));
  $('formats').addEventListener('input', event => {
    state.format = event.target.value;
    nameDownload();
    controls();
    schedule();
  });
  $('download').addEventListener('click', download);
  $('copy').addEventListener('click', copy);
  $('examples').append(make('option', { value: '', disabled: true, hidden: true }, word('examples')),
    ...Object.keys(examples).map(name => make('option', { value: name }, word('example_' + name.toLowerCase().replace(/ /g, '_')))));
  $('examples').addEventListener('change', event => open(pretty(examples[event.target.value]) + '\n'));
}
function nameDownload() {
  const label = $('download').querySelector('span');
  label.textContent = word('download', { format: state.format.toUpperCase() });
  // The button keeps its size in every format.
  label.dataset.longest = word('download', { format: 'WEBM' });
}
/** Selects the example that equals the current text; none once the text is edited. */
function nameExample() {
  $('examples').value = Object.keys(examples).find(name => !isExport() && state.text === pretty(examples[name]) + '\n') ?? '';
}
