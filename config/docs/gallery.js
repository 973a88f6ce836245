// ── Gallery ──────────────────────────────────────────────────────────────────────────────────────

/** Pictures are fetched a few at a time, and only near the visible area, because there are several hundred. */
const atOnce = 3;
const waitingRoom = new Set();
let underWay = 0;

const seen = new IntersectionObserver(changes => {
  for (const { target, isIntersecting } of changes) {
    if (isIntersecting && !target.dataset.state) waitingRoom.add(target); else waitingRoom.delete(target);
  }
  next();
}, { rootMargin: '300px 0px' });

function next() {
  for (const frame of waitingRoom) {
    if (underWay >= atOnce) return;
    waitingRoom.delete(frame);
    fillFrame(frame);
  }
}
/** A clip is shown as a GIF, or as a still if the user prefers reduced motion. */
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const formatOf = kind => kinds[kind].output?.motion && !reducedMotion.matches ? 'gif' : 'png';

async function fillFrame(frame) {
  const { look, kind } = frame.dataset, mode = $('gallery-mode').value, format = formatOf(kind);
  frame.dataset.state = 'drawing';
  underWay++;
  try {
    const answer = await ask(`/render.${format}?` + new URLSearchParams({ theme: look, mode, width: 300, scale: 2 }), { method: 'POST', body: JSON.stringify(kinds[kind]) });
    if (answer.status === 429 || answer.status === 503) {
      await answer.body?.cancel();
      frame.dataset.state = '';
      // The service is busy, or the rate limit is reached: wait for as long as the service asks.
      const seconds = Number(answer.headers.get('Retry-After')) || 1;
      setTimeout(() => { waitingRoom.add(frame); next(); }, 1000 * Math.min(seconds, 30));
      await new Promise(done => setTimeout(done, 1000 * Math.min(seconds, 30)));
      return;
    }
    if (!answer.ok) throw new Error('problem');
    const url = URL.createObjectURL(await answer.blob()), image = frame.querySelector('img');
    image.src = url;
    await image.decode();
    URL.revokeObjectURL(url);
    image.hidden = false;
    frame.dataset.state = 'drawn';
    seen.unobserve(frame);
  } catch {
    frame.dataset.state = 'failed';
    frame.title = 'Rendering failed.';
  } finally {
    underWay--;
    next();
  }
}
function buildShelves(looks) {
  seen.disconnect();
  waitingRoom.clear();
  const wantedLook = $('gallery-look').value, wantedKind = $('gallery-kind').value, mode = $('gallery-mode').value;
  $('shelves').replaceChildren(...looks.filter(look => !wantedLook || look.name === wantedLook).map(look => {
    const names = Object.keys(kinds).filter(kind => !wantedKind || kind === wantedKind);
    return make('section', { className: 'shelf', 'aria-labelledby': 'shelf-' + look.name },
      make('h3', { id: 'shelf-' + look.name }, look.name), make('p', { className: 'hint' }, ...prose(look.description ?? '')),
      make('ul', {}, ...names.map(kind => {
        const frame = make('button', { type: 'button', className: 'picture', 'data-look': look.name, 'data-kind': kind, 'aria-label': `${kind} in ${look.name}, ${mode}: open its conversation` },
          make('img', { alt: '', hidden: true }));
        frame.addEventListener('click', () => {
          const theme = mode === 'dark' ? { theme: { extends: look.name, mode } } : { theme: look.name };
          $('format').value = formatOf(kind);
          show({ ...kinds[kind], ...theme });
          $('try').scrollIntoView();
          $('json').focus({ preventScroll: true });
        });
        seen.observe(frame);
        return make('li', {}, frame, make('span', { className: 'hint', 'aria-hidden': 'true' }, kind));
      })));
  }));
}
function buildGallery(looks) {
  $('gallery-look').append(...looks.map(look => make('option', { value: look.name }, look.name)));
  $('gallery-kind').append(...Object.keys(kinds).map(kind => make('option', { value: kind }, kind)));
  $('gallery-mode').value = root.dataset.page === 'dark' ? 'dark' : 'light';
  for (const id of ['gallery-look', 'gallery-kind', 'gallery-mode']) $(id).addEventListener('change', () => buildShelves(looks));
  buildShelves(looks);
}
