// ── Details of the conversation and of a message ─────────────────────────────────────────────────

/** The title and the language of dates and notes. */
function showAbout() {
  const { title, locale } = state.data, select = $('locale');
  if (document.activeElement !== $('title')) $('title').value = typeof title === 'string' ? title : '';
  if (typeof locale === 'string' && locale !== usualLocale && ![...select.options].some(option => option.value === locale)) select.append(localeOption(locale));
  select.value = typeof locale === 'string' && locale !== usualLocale ? locale : '';
}
/** The locale of conversations that state none. */
const usualLocale = 'en-US';
/** The language of the user where it is one of the page's, with its region. */
const ownLocale = () => navigator.languages.find(tag => tag === language || tag.startsWith(language + '-')) ?? language;
function localeOption(tag) {
  let name = tag;
  try { name = new Intl.DisplayNames(language, { type: 'language' }).of(tag); } catch { /* not a tag */ }
  return make('option', { value: tag === usualLocale ? '' : tag }, name);
}
/** Chooses the picture of a person, or removes the one there is. */
function setAvatar(id) {
  const { participants } = state.data, known = Array.isArray(participants) ? participants.find(person => personOf(person)?.id === id) : undefined;
  if (known?.avatar) return describe(id, { avatar: undefined });
  choosePicture(file => describe(id, { avatar: { file: addPicture(file) } }));
}

/** The UTC offset of a time zone at an instant, such as +02:00. */
function offsetAt(instant, zone) {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant);
  // Without the seconds of times before standard time.
  const offset = parts.find(({ type }) => type === 'timeZoneName').value.slice(3, 9);
  return offset && offset !== '+00:00' ? offset : 'Z';
}
/** The time zone in which the service shows times. */
function zoneOf() {
  const { timezone } = state.data;
  try { offsetAt(0, timezone); return timezone ?? 'UTC'; } catch { return 'UTC'; }
}
/** Returns the instant of a date and time of day in a time zone. */
function instantOf(wall, zone) {
  const guess = Date.parse(wall + offsetAt(Date.parse(wall + 'Z'), zone));
  return Date.parse(wall + offsetAt(guess, zone));
}
/** Returns the date and time of day of a message as the picture shows it; empty if it has none that is valid. */
function wallOf(time) {
  const zone = zoneOf(), isWall = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(time);
  // Numbers are seconds or milliseconds.
  const instant = typeof time === 'number' ? time * (Math.abs(time) < 1e11 ? 1000 : 1) : isWall ? instantOf(time.replace(' ', 'T'), zone) : Date.parse(time);
  if (!Number.isFinite(instant)) return '';
  const offset = offsetAt(instant, zone), minutes = offset === 'Z' ? 0 : Number(offset[0] + 1) * (60 * offset.slice(1, 3) + Number(offset.slice(4, 6)));
  return new Date(instant + 60000 * minutes).toISOString().slice(0, 19);
}
const timeField = message => ['at', 'time', 'timestamp', 'date'].find(key => isGiven(message[key])) ?? 'at';
const states = ['sending', 'sent', 'delivered', 'read', 'played', 'failed'];
/** The index of the message that a message quotes; undefined if there is none. */
function quotedBy({ reply_to: reply }) {
  const id = isObject(reply) ? reply.id : reply, index = isGiven(id) ? messagesOf().findIndex(message => isObject(message) && String(message.id) === String(id)) : -1;
  return index < 0 ? undefined : index;
}
let detailed = 0;
function openDetails(index, button, field = 'message-time') {
  detailed = index;
  const message = isObject(messagesOf()[index]) ? messagesOf()[index] : {}, reply = $('message-reply'), quoted = quotedBy(message);
  $('details').setAttribute('aria-label', word('message_number', { number: index + 1 }));
  $('message-time').value = wallOf(message[timeField(message)]);
  $('message-status').value = states.includes(message.status) ? message.status : '';
  const { people, senders } = findPeople();
  const options = messagesOf().slice(0, composerLimit).map((other, at) => at === index ? null : make('option', { value: String(at) },
    [(at + 1).toLocaleString(language), [people.get(senders[at]), textOf(other)].filter(Boolean).join(': ').slice(0, 60)].join(' · ')));
  // A quotation of a message that is not in the conversation.
  const own = quoted === undefined && isGiven(message.reply_to) ? make('option', { value: 'own' }, message.reply_to.text ?? word('part_reply_to')) : null;
  reply.replaceChildren(...[make('option', { value: '' }, '–'), own, ...options].filter(Boolean));
  reply.value = own ? 'own' : String(quoted ?? '');
  openPopover($('details'), button);
  $(field).focus();
}
function setDetail(key, value) {
  edit(text => {
    const message = messagesOf()[detailed], field = key === 'at' && isObject(message) ? timeField(message) : key;
    return change(withSenders(text), ['messages', detailed, field], value);
  }, key + '-' + detailed);
}
function setReply(value) {
  if (value === 'own') return;
  if (!value) return setDetail('reply_to', undefined);
  edit(text => {
    text = withSenders(text);
    const target = Number(value), ids = messagesOf().map(message => String(message.id));
    let id = messagesOf()[target].id;
    if (!isGiven(id)) {
      for (let number = target + 1; id === undefined || ids.includes(id); number++) id = 'm' + number;
      text = change(text, ['messages', target, 'id'], id);
    }
    return change(text, ['messages', detailed, 'reply_to'], { id });
  });
}
function buildDetails() {
  const tags = new Set([usualLocale, ownLocale(), ...navigator.languages.filter(tag => languages.includes(tag.split('-')[0])), ...languages]);
  $('locale').append(...[...tags].filter(tag => tag !== 'en').map(localeOption));
  $('locale').addEventListener('change', event => put(['locale'], event.target.value || undefined));
  $('title').addEventListener('input', event => put(['title'], event.target.value || undefined, 'title'));
  $('message-status').append(make('option', { value: '' }, '–'), ...states.map(name => make('option', { value: name }, word('status_' + name))));
  $('message-time').addEventListener('input', ({ target: { value } }) => {
    const wall = value.length === 16 ? value + ':00' : value, zone = zoneOf();
    setDetail('at', wall ? wall + offsetAt(instantOf(wall, zone), zone) : undefined);
  });
  $('message-status').addEventListener('change', event => setDetail('status', event.target.value || undefined));
  $('message-reply').addEventListener('change', event => setReply(event.target.value));
}
