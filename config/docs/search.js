// ── Search ───────────────────────────────────────────────────────────────────────────────────────

function search() {
  const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean), fits = text => words.every(word => text.includes(word));
  let count = 0, first;
  for (const entry of index) {
    const isWhole = fits(entry.words);
    const parts = entry.parts.filter(part => isWhole || fits(part.words)), isShown = !words.length || isWhole || parts.length > 0;
    entry.element.hidden = !isShown;
    if (!isShown) continue;
    if (words.length) count += isWhole ? 1 : parts.length;
    first ??= () => isWhole ? entry.element : parts[0].element;
    const isDetails = entry.element.tagName === 'DETAILS';
    // A route with matches opens, and closes again when the search is cleared.
    if (isDetails && words.length && !isWhole) { entry.open(); entry.element.open = true; entry.opened = true; }
    if (isDetails && entry.opened && (!words.length || isWhole)) { entry.element.open = false; entry.opened = false; }
    for (const part of entry.parts) if (part.element) part.element.hidden = words.length > 0 && !isWhole && !parts.includes(part);
  }
  document.body.classList.toggle('searching', words.length > 0);
  for (const section of [$('try'), $('presets'), $('recipes'), $('gallery')]) section.hidden = words.length > 0;
  for (const section of ['routes', 'fields', 'answers']) {
    const shown = [...$(section).querySelectorAll('.route, .table')].some(element => !element.hidden);
    $(section).hidden = words.length > 0 && !shown;
  }
  for (const group of document.querySelectorAll('.routes')) group.previousElementSibling.hidden = group.hidden = [...group.children].every(route => route.hidden);
  if (words.length) first?.().scrollIntoView();
  $('found').textContent = !words.length ? '' : count ? `${count} found` : 'No matches.';
}
/** Opens and shows the element named by the URL's fragment. */
function reveal() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (!id) return;
  for (const entry of index) {
    if (entry.element.tagName !== 'DETAILS' || (id !== entry.element.id && !id.startsWith(entry.element.id + '-'))) continue;
    entry.open();
    if (document.getElementById(id)) entry.element.open = true;
  }
  const element = document.getElementById(id);
  if (!element) return;
  if (element.closest('[hidden]')) { $('search').value = ''; search(); }
  element.scrollIntoView();
}
function buildSearch() {
  $('search').addEventListener('input', search);
  addEventListener('hashchange', reveal);
  addEventListener('keydown', event => {
    const isWriting = event.target.matches?.('input, textarea, select');
    if (event.key === '/' && !isWriting && !event.ctrlKey && !event.metaKey) { event.preventDefault(); $('search').focus(); }
    if (event.key === 'Escape' && event.target === $('search')) { $('search').value = ''; search(); }
  });
}
