// ── The composer ─────────────────────────────────────────────────────────────────────────────────

const composerLimit = 200;
const rows = [];

function compose() {
  if ($('compose').hidden || isExport()) return;
  const isReadable = !state.fault, list = messagesOf(), who = findPeople();
  $('unreadable').hidden = isReadable && list.length <= composerLimit;
  $('unreadable').textContent = isReadable ? word('first_messages', { limit: composerLimit, total: list.length }) : word('json_error');
  $('about').hidden = $('people').hidden = $('rows').hidden = $('adds').hidden = !isReadable;
  if (!isReadable) return;
  const shown = list.slice(0, composerLimit);
  while (rows.length > shown.length) rows.pop().element.remove();
  while (rows.length < shown.length) {
    const row = makeRow(rows.length);
    rows.push(row);
    $('rows').append(row.element);
  }
  shown.forEach((message, index) => updateRow(rows[index], message, index, who, shown.length));
  showPeople(who);
  showAbout();
  markRows();
}
function showPeople(who) {
  const box = $('people'), { isRoles } = who;
  const ids = isRoles ? [] : [...who.people.keys()].slice(0, 8);
  box.hidden = !ids.length;
  if (box.dataset.ids !== JSON.stringify([ids, who.me])) {
    box.dataset.ids = JSON.stringify([ids, who.me]);
    box.replaceChildren(...ids.map(id => make('div', { className: 'person' }, make('button', { type: 'button', className: 'avatar', 'data-avatar': id, onclick: () => setAvatar(id) }),
      make('label', {}, make('span', { className: 'who' }, word(id === who.me ? 'me' : 'them')),
        make('input', { className: 'field', type: 'text', 'data-id': id, dir: 'auto', 'aria-label': id === who.me ? word('my_name') : word('name_of', { name: who.people.get(id) }), autocomplete: 'off' })))));
    if (ids.length && ids.length < 8) box.append(make('button', { type: 'button', className: 'tool small', 'aria-label': word('add_person'), onclick: addPerson }, icon('plus')));
  }
  for (const input of box.querySelectorAll('input')) {
    if (document.activeElement !== input) input.value = who.people.get(input.dataset.id);
  }
  for (const button of box.querySelectorAll('.avatar')) showAvatar(button, who.people.get(button.dataset.avatar));
  const adds = $('adds'), [other, me] = who.sides;
  const key = JSON.stringify([other, me, who.people.get(other), who.people.get(me)]);
  if (adds.dataset.key === key) return;
  adds.dataset.key = key;
  adds.replaceChildren(...[[other, false], [me, true]].map(([id, mine]) => make('button', { type: 'button', className: 'button', 'data-mine': String(mine), onclick: () => add(mine) },
    icon('plus'), make('span', {}, isRoles ? word(mine ? 'user' : 'assistant') : word('from', { name: who.people.get(id) ?? word(mine ? 'me' : 'them') })))));
}
function showAvatar(button, name) {
  const { participants } = state.data, id = button.dataset.avatar;
  const avatar = (Array.isArray(participants) ? participants : []).find(person => personOf(person)?.id === id)?.avatar;
  const source = state.pictures.get(avatar?.file)?.url ?? (typeof avatar?.data === 'string' ? 'data:image/png;base64,' + avatar.data : '');
  const label = word(avatar ? 'remove_avatar' : 'add_avatar', { name });
  button.setAttribute('aria-label', label);
  button.title = label;
  button.replaceChildren(source ? make('img', { src: source, alt: '' }) : icon('picture'));
}
function addPerson() {
  const { people } = findPeople();
  const number = people.size + 1;
  edit(text => {
    text = withSenders(text);
    const known = plain(read(text)).participants;
    const list = Array.isArray(known) && known.length ? known : [...people].map(([id, name]) => ({ id, name }));
    return change(text, ['participants'], [...list, { id: 'person' + number, name: word('person', { number }) }]);
  });
  [...$('people').querySelectorAll('input')].at(-1)?.select();
}
/** Changes members of a person. */
function describe(id, members, tag) {
  edit(text => {
    const list = plain(read(text)).participants, known = Array.isArray(list) ? list : [];
    const index = known.findIndex(person => personOf(person)?.id === id);
    const person = index < 0 ? { id, name: findPeople().people.get(id) } : isObject(known[index]) ? { id, ...known[index] } : { id: known[index] };
    const next = Object.fromEntries(Object.entries({ ...person, ...members }).filter(([, value]) => value !== undefined));
    return change(text, index < 0 ? ['participants'] : ['participants', index], index < 0 ? [...known, next] : next);
  }, tag);
}
function add(mine) {
  const index = messagesOf().length;
  edit(text => withMessage(text, mine, { [messagesOf().some(isRole) ? 'content' : 'text']: '' }));
  rows[Math.min(index, composerLimit - 1)]?.area.focus();
  $('rows').scrollTop = $('rows').scrollHeight;
  announce(word('added', { number: index + 1 }));
}
function makeRow(index) {
  const tool = (name, label, action) => make('button', { type: 'button', className: 'tool small', tabIndex: -1, 'aria-label': label, title: label, onclick: event => action(event.currentTarget) }, icon(name));
  const row = { index, key: '' };
  row.select = make('select', { tabIndex: -1, onchange: event => setSender(row.index, event.target.value) });
  row.up = tool('up', word('move_up'), () => move(row.index, -1));
  row.down = tool('down', word('move_down'), () => move(row.index, 1));
  row.mark = tool('mark', word('highlight'), () => toggleHighlight(keyOf(messagesOf()[row.index], row.index), row.index + 1));
  row.more = tool('more', word('details'), button => openDetails(row.index, button));
  row.acts = make('div', { className: 'acts' }, row.more, row.mark,
    tool('side', word('change_side'), () => switchSide(row.index)), tool('smile', word('react'), button => openReactions(row.index, button)),
    tool('picture', word('add_picture'), () => choosePicture(file => attach(file, row.index))), row.up, row.down, tool('remove', word('remove'), () => removeMessage(row.index)));
  row.area = make('textarea', { rows: 1, dir: 'auto', placeholder: word('message'), 'aria-keyshortcuts': 'Control+Enter', oninput: event => setText(row.index, event.target.value) });
  row.extras = make('div', { className: 'extras' });
  row.wrongs = make('p', { className: 'wrongs', dir: 'auto', id: 'wrong-' + index, hidden: true });
  row.head = make('div', { className: 'head', role: 'toolbar' }, row.select, row.acts);
  row.element = make('li', { className: 'row', onkeydown: event => walk(row, event) }, row.head, row.area, row.extras, row.wrongs);
  return row;
}
/** A message is one tab stop, its text. The up key at the start of the text leads to its controls, and left and right from one to the next. */
function walk(row, event) {
  const { key, target } = event, isText = target === row.area;
  if (isText && key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); return add(!row.sent); }
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  const controls = [row.select, ...row.element.querySelectorAll('.acts button:not(:disabled), .extras button')], at = controls.indexOf(target);
  const forward = root.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight', back = root.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  let next;
  if (isText) next = key === 'ArrowUp' && !row.area.selectionEnd ? controls.find(control => control === row.last) ?? row.more : undefined;
  else if (key === forward || key === back) next = controls.at((at + (key === forward ? 1 : -1)) % controls.length);
  else if (key === 'Home' || key === 'End') next = controls.at(key === 'Home' ? 0 : -1);
  else if (key === 'Escape' || key === 'ArrowDown' && target !== row.select) next = row.area;
  if (!next) return;
  event.preventDefault();
  if (next !== row.area) row.last = next;
  next.focus();
}
function updateRow(row, message, index, who, total) {
  row.index = index;
  row.sent = isSent(message, index, who);
  row.element.className = 'row ' + (row.sent ? 'sent' : 'received') + (row.element.classList.contains('wrong') ? ' wrong' : '');
  const isMarked = isHighlighted(keyOf(message, index), index + 1);
  row.element.classList.toggle('marked', isMarked);
  row.mark.setAttribute('aria-pressed', String(isMarked));
  const sender = who.senders[index];
  const choices = isRole(message) ? ['user', 'assistant', 'system'].map(role => [role, word(role)]) : who.people.size ? [...who.people] : ['them', 'me'].map(side => [side, word(side)]);
  if (!choices.some(([id]) => id === sender)) choices.push([sender, sender === 'them' || sender === 'me' ? word(sender) : sender || word('nobody')]);
  const text = textOf(message), others = extrasOf(message);
  const key = JSON.stringify([choices, sender, others, index, total, row.sent]);
  if (row.key !== key) {
    row.key = key;
    row.select.replaceChildren(...choices.map(([id, name]) => make('option', { value: id }, name)));
    row.select.value = sender;
    row.select.setAttribute('aria-label', word('sender_of', { number: index + 1 }));
    row.area.setAttribute('aria-label', word(row.sent ? 'message_sent' : 'message_received', { number: index + 1 }));
    row.head.setAttribute('aria-label', word('message_number', { number: index + 1 }));
    row.up.disabled = index === 0;
    row.down.disabled = index === total - 1;
    row.extras.replaceChildren(...others.map(([kind, name, label, at]) => extra(row, kind, name, label, at)));
    row.extras.hidden = !others.length;
  }
  if (row.area.value !== text) row.area.value = text;
  if (!CSS.supports('field-sizing', 'content')) { row.area.style.height = 'auto'; row.area.style.height = row.area.scrollHeight + 2 + 'px'; }
}
/** Describes a message's contents besides its text. */
function extrasOf(message) {
  if (!isObject(message)) return [];
  const list = [];
  (Array.isArray(message.attachments) ? message.attachments : []).forEach((attachment, at) => {
    if (isObject(attachment)) list.push(['attachment', attachment.src?.file ?? '', attachment.name || attachment.kind || 'file', at]);
  });
  (Array.isArray(message.reactions) ? message.reactions : []).forEach((reaction, at) => {
    if (isObject(reaction)) list.push(['reaction', '', String(reaction.emoji ?? '') + (reaction.count > 1 ? ' ' + reaction.count : ''), at]);
  });
  for (const part of ['poll', 'location', 'contact', 'call', 'payment', 'system', 'link', 'reply_to']) if (isObject(message[part])) list.push(['part', '', word('part_' + part), part]);
  return list;
}
function extra(row, kind, file, label, at) {
  if (kind === 'part') return make('span', { className: 'chip' }, label);
  const picture = state.pictures.get(file);
  const chip = make('button', { type: 'button', className: 'chip', tabIndex: -1, 'aria-label': word('remove_from', { item: label, number: row.index + 1 }), onclick: () => {
    row.area.focus();
    edit(text => {
      const list = kind === 'reaction' ? 'reactions' : 'attachments';
      const rest = messagesOf()[row.index][list].filter((_, index) => index !== at);
      return change(text, ['messages', row.index, list], rest.length ? rest : undefined);
    });
  } });
  if (picture?.url) chip.append(make('img', { src: picture.url, alt: '' }));
  chip.append(label, make('span', { 'aria-hidden': 'true' }, '×'));
  return chip;
}
function setText(index, words) {
  edit(text => {
    const message = messagesOf()[index];
    return isObject(message) ? change(text, ['messages', index, textField(message)], words) : change(text, ['messages', index], words);
  }, 'write-' + index);
}
function setSender(index, id) {
  edit(text => {
    const message = messagesOf()[index], who = findPeople();
    if (isRole(message)) return change(text, ['messages', index, 'role'], id);
    const from = who.people.has(id) ? id : who.sides[['them', 'me'].indexOf(id)] ?? id;
    const field = isObject(message) && senderField(message) || 'from';
    return change(withSenders(text, id === who.sides[1]), ['messages', index, field], who.values.get(from) ?? from);
  });
}
function switchSide(index) {
  const who = findPeople(), message = messagesOf()[index], sent = isSent(message, index, who), sender = who.senders[index];
  // If nobody is “me”, the sender is from now on.
  if (who.me === undefined && who.people.has(sender)) edit(text => change(text, ['me'], sender));
  else setSender(index, who.sides[Number(!sent)]);
  announce(word(sent ? 'now_received' : 'now_sent', { number: index + 1 }));
}
function move(index, by) {
  const to = index + by;
  if (to < 0 || to >= messagesOf().length) return;
  edit(text => { text = typeof messagesOf()[index] === 'string' ? withSenders(text) : text; text = swap(text, read(text).kind === 'array' ? [] : ['messages'], index, to); return renumber(text, number => number === index + 1 ? to + 1 : number === to + 1 ? index + 1 : number); });
  const button = by < 0 ? rows[to]?.up : rows[to]?.down;
  (button?.disabled ? rows[to].area : button)?.focus();
  announce(word('moved', { number: index + 1, to: to + 1 }));
}
function removeMessage(index) {
  edit(text => { text = typeof messagesOf()[index] === 'string' ? withSenders(text) : text; const key = keyOf(messagesOf()[index], index); text = change(text, ['messages', index], undefined); return renumber(text, number => number === index + 1 ? null : number - (number > index + 1), key); });
  (rows[Math.min(index, rows.length - 1)]?.area ?? $('adds').firstElementChild)?.focus();
  announce(word('removed', { number: index + 1 }));
}
/** Shows problems below the messages they are about. */
function markRows() {
  for (const row of rows) {
    const mine = state.findings.filter(finding => messageAt(finding.pointer) === row.index);
    const isBad = mine.some(finding => !finding.isMild);
    row.element.classList.toggle('wrong', isBad);
    row.wrongs.hidden = !mine.length;
    row.wrongs.classList.toggle('mild', !isBad);
    row.wrongs.textContent = mine.map(finding => [finding.title, finding.detail].filter(Boolean).join('. ')).join(' ');
    row.area.setAttribute('aria-invalid', String(isBad));
    if (mine.length) row.area.setAttribute('aria-describedby', row.wrongs.id); else row.area.removeAttribute('aria-describedby');
  }
}

// Reactions
let reacting = 0, reactButton = null;
const emoji = { '❤️': 'heart', '👍': 'thumbs_up', '😂': 'laughing', '😮': 'surprised', '😢': 'sad', '🙏': 'thanks' };
function buildReactions() {
  for (const [sign, name] of Object.entries(emoji)) {
    $('react').append(make('button', { type: 'button', 'aria-label': word('emoji_' + name), 'data-sign': sign, onclick: () => react(sign) }, sign));
  }
  $('react').append(make('input', { className: 'field', type: 'text', maxLength: 12, 'aria-label': word('another_emoji'), placeholder: '…', onkeydown: event => {
    if (event.key !== 'Enter' || !event.target.value.trim()) return;
    react(event.target.value.trim());
    event.target.value = '';
  } }));
}
function openReactions(index, button) {
  reacting = index;
  reactButton = button;
  const mine = (messagesOf()[index]?.reactions ?? []).map?.(reaction => reaction.emoji) ?? [];
  for (const choice of $('react').querySelectorAll('button')) choice.setAttribute('aria-pressed', String(mine.includes(choice.dataset.sign)));
  openPopover($('react'), button);
  $('react').querySelector('button').focus();
}
function openPopover(box, button) {
  box.showPopover();
  const place = button.getBoundingClientRect();
  box.style.left = Math.max(8, Math.min(place.left - 120, innerWidth - box.offsetWidth - 8)) + 'px';
  // Above the button where there is no room below.
  const below = place.bottom + 6, above = place.top - box.offsetHeight - 6;
  box.style.top = (below + box.offsetHeight + 8 <= innerHeight || above < 8 ? Math.min(below, innerHeight - box.offsetHeight - 8) : above) + 'px';
}
function react(sign) {
  $('react').hidePopover();
  const index = reacting;
  edit(text => {
    const message = messagesOf()[index], who = findPeople(), by = who.sides[Number(!isSent(message, index, who))];
    const old = Array.isArray(message.reactions) ? message.reactions : [], rest = old.filter(reaction => reaction.emoji !== sign);
    const next = rest.length < old.length ? rest : [...old, who.isNew || who.people.has(by) ? { emoji: sign, by: [by] } : { emoji: sign, count: 1 }];
    return change(withSenders(text), ['messages', index, 'reactions'], next.length ? next : undefined);
  });
  reactButton?.focus();
}
