// ── Light or dark ────────────────────────────────────────────────────────────────────────────────

function pageMode(mode, isChosen) {
  root.dataset.page = mode;
  $('page-mode').setAttribute('aria-pressed', String(mode === 'dark'));
  $('page-mode').querySelector('use').setAttribute('href', mode === 'dark' ? '#i-sun' : '#i-moon');
  if (isChosen) try { localStorage.setItem('chatprint.page', mode); } catch { /* private windows */ }
}
function buildMode() {
  let stored = null;
  try { stored = localStorage.getItem('chatprint.page'); } catch { /* private windows */ }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  pageMode(stored ?? (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', () => { if (!stored) pageMode(dark.matches ? 'dark' : 'light'); });
  $('page-mode').addEventListener('click', () => { stored = root.dataset.page === 'dark' ? 'light' : 'dark'; pageMode(stored, true); });
}
