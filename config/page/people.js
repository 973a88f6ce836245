// ── Who writes ───────────────────────────────────────────────────────────────────────────────────

/** What people call themselves, the most certain word first. The service fills them in. */
const ownNames = {{own_names}};
const messagesOf = () => Array.isArray(state.data.messages) ? state.data.messages : [];

/** Whether a member is given. The service ignores members that are null. */
const isGiven = value => value !== undefined && value !== null;
const senderField = message => ['from', 'sender', 'author'].find(key => isGiven(message[key]));
const isRole = message => isObject(message) && typeof message.role === 'string' && !senderField(message);
/** Whether a message has a side. Others do not count as sent by anyone. */
const isSpoken = ({ kind, type, system, unread }) => !['system', 'note', 'unread'].includes(kind ?? type ?? (system ? 'system' : unread ? 'unread' : ''));

/** The ID and name of a participant, who is described by an object, or only by an ID or name. */
function personOf(value) {
  const part = isObject(value) ? value : { id: value };
  const name = part.name ?? part.display_name ?? part.username ?? part.handle, id = part.id ?? name;
  return ['string', 'number', 'bigint'].includes(typeof id) ? { id: String(id), name: String(name || id) } : undefined;
}
/**
 * The participants and the sender of each message, by the service's own rules. `people` has names by ID, `values` what
 * messages call a person, and `senders` IDs, roles, or `them` and `me` for messages that state only a side. `sides` are
 * the senders of new messages on the left and right; `isNew` if neither side has a name yet.
 */
function findPeople() {
  const { participants, me, kind } = state.data, people = new Map(), values = new Map(), ids = new Map();
  const add = value => {
    const person = personOf(value);
    if (!person) return undefined;
    const { id, name } = person, known = people.has(id) ? id : ids.get(id);
    if (known !== undefined) return known;
    people.set(id, name);
    values.set(id, value);
    if (!ids.has(name)) ids.set(name, id);
    return id;
  };
  let declared, flagged, strings = 0;
  for (const person of Array.isArray(participants) ? participants : []) {
    const id = add(person);
    if (id !== undefined) values.set(id, isObject(person) ? person.id ?? id : person);
    if (isObject(person) && person.is_me === true) declared ??= id;
  }
  const pair = people.size === 2 ? [...people.keys()] : [], spoken = new Set();
  const nameless = isMine => {
    const own = add(me) ?? declared;
    if (isMine) return own ?? 'me';
    return pair.includes(own) && people.size === 2 ? pair.find(id => id !== own) : 'them';
  };
  const senders = messagesOf().map(message => {
    if (isRole(message)) return message.role;
    const part = isObject(message) ? message : {}, from = part[senderField(part)];
    const isMine = typeof message === 'string' ? strings++ % 2 === 1 : part.from_me ?? part.is_me ?? from?.is_me;
    const sender = add(from) ?? (typeof isMine === 'boolean' ? nameless(isMine) : '');
    if (sender && isMine === true) flagged ??= sender;
    if (sender && isSpoken(part)) spoken.add(sender);
    return sender;
  });
  const isRoles = messagesOf().some(isRole), isPair = spoken.size === 2 && kind !== 'group' && !isRoles && !spoken.has('them');
  const own = [...people].flatMap(([id, name]) => [id, name].map(word => [ownNames.indexOf(word.toLowerCase()), id])).filter(([rank]) => rank >= 0);
  const mine = add(me) ?? declared ?? flagged ?? own.sort(([a], [b]) => a - b)[0]?.[1] ?? (isPair ? [...spoken][1] : undefined);
  const isNew = !people.size && !isRoles, other = [...people.keys()].find(id => id !== mine);
  return { people, values, senders, isRoles, isNew, me: people.has(mine) ? mine : undefined,
    sides: isRoles ? ['assistant', 'user'] : isNew ? ['ben', 'ana'] : [other ?? 'them', mine ?? 'me'] };
}
const isSent = (message, index, { senders, me }) => isRole(message) ? message.role === 'user' : senders[index] === (me ?? 'me');
const textField = message => ['text', 'body', 'content'].find(key => isGiven(message[key])) ?? (message.content === undefined ? 'text' : 'content');
const textOf = message => typeof message === 'string' ? message : isObject(message) && typeof message[textField(message)] === 'string' ? message[textField(message)] : '';

/** Gives messages that are only strings a sender, and states who is “me” if other messages decide that or if it is needed. */
function withSenders(text, needsMe = false) {
  const who = findPeople(), list = messagesOf(), hasStrings = list.some(message => typeof message === 'string');
  if (!who.isRoles && (hasStrings || needsMe || who.isNew || who.me !== undefined)) {
    if (!isGiven(state.data.me)) text = change(text, ['me'], who.sides[1]);
    if (who.isNew) text = change(text, ['participants'], [{ id: 'ben', name: 'Ben' }, { id: 'ana', name: 'Ana' }]);
  }
  if (!hasStrings) return text;
  const from = index => who.isNew ? who.sides[Number(isSent('', index, who))] : who.senders[index];
  return change(text, ['messages'], list.map((message, index) => typeof message === 'string' ? { from: from(index), text: message } : message));
}
/** Returns the text with a new message of the left or right side. */
function withMessage(text, isMine, parts) {
  const { isRoles, sides, values } = findPeople(), id = sides[Number(isMine)];
  return change(withSenders(text, isMine), ['messages', messagesOf().length], { ...(isRoles ? { role: id } : { from: values.get(id) ?? id }), ...parts });
}
