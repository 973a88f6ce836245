/** A conversation for each kind of content: drawn by the gallery in every theme. */
const talk = (messages, more = {}) => ({ me: 'ana', timezone: 'Europe/Berlin', participants: [{ id: 'ana', name: 'Ana' }, { id: 'ben', name: 'Ben' }], ...more, messages });
const said = (from, minute, rest) => ({ from, at: `2026-05-31T09:${String(minute).padStart(2, '0')}:00+02:00`, ...rest });
const file = (kind, name, rest = {}) => ({ kind, src: { data: pictures[name] }, ...rest });

const kinds = {
  Text: talk([
    said('ben', 40, { text: 'Still on for the lake on Sunday?' }),
    said('ana', 41, { text: 'Yes! I bring the tent, you bring the coffee' }),
    said('ana', 41, { text: 'And a towel 🏖️' }),
    said('ben', 42, { text: 'Deal.' })]),
  Group: talk([
    said('ben', 40, { text: 'Who waters the tomatoes this week?' }),
    said('ida', 41, { text: 'I can on Tuesday' }),
    said('ana', 42, { text: 'Then I take the weekend' })],
  { title: 'Allotment', kind: 'group', participants: [{ id: 'ana', name: 'Ana' }, { id: 'ben', name: 'Ben' }, { id: 'ida', name: 'Ida' }] }),
  Reply: talk([
    said('ben', 40, { id: 'm1', text: 'The early train goes at 7:12, is that too mean?' }),
    said('ana', 41, { text: 'A little, but the water is worth it', reply_to: { id: 'm1' } })]),
  Reactions: talk([
    said('ben', 40, { text: 'I found the old tent!', reactions: [{ emoji: '❤️', by: ['ana'] }] }),
    said('ana', 41, { text: 'Then I bring the stove', reactions: [{ emoji: '👍', by: ['ben'] }, { emoji: '🔥', count: 2, by: ['ana', 'ben'] }] })]),
  Photo: talk([
    said('ben', 40, { attachments: [file('image', 'lake', { caption: 'This morning', alt: 'A boat on a lake' })] }),
    said('ana', 41, { text: 'Oh!' })]),
  Album: talk([
    said('ana', 40, { attachments: [file('image', 'lake'), file('image', 'lake'), file('image', 'lake')] })]),
  Sticker: talk([
    said('ben', 40, { attachments: [file('sticker', 'sun')] }),
    said('ana', 41, { text: 'See you at eight' })]),
  Voice: talk([
    said('ben', 40, { attachments: [{ kind: 'voice', duration: 12.5, waveform: [1, 4, 7, 3, 8, 9, 5, 2, 6, 8, 4, 3, 7, 9, 6, 2, 1, 3, 5, 4], transcript: 'I am on my way.' }] }),
    said('ana', 41, { attachments: [{ kind: 'voice', duration: 4, waveform: [2, 6, 3, 8, 4, 7, 5] }] })]),
  File: talk([
    said('ana', 40, { attachments: [{ kind: 'file', name: 'packing list.pdf', size: 123456 }] }),
    said('ben', 41, { attachments: [{ kind: 'video', name: 'lake.mp4', duration: 32, size: 8200000, poster: { data: pictures.lake } }] })]),
  Poll: talk([
    said('ben', 40, { poll: { question: 'Cake on Sunday?', options: [{ text: 'Rhubarb', votes: 2, voters: ['ana', 'ben'], chosen: true }, { text: 'Cherry', votes: 1 }], total_voters: 3 } })]),
  Place: talk([
    said('ana', 40, { location: { lat: 52.52, lon: 13.405, name: 'Boat house', address: 'Lake road 1' } })]),
  Contact: talk([
    said('ben', 40, { contact: { name: 'Cem Öz', phones: ['+49 30 1234567'], emails: ['cem@example.com'] } })]),
  Link: talk([
    said('ben', 40, { text: 'https://example.com/lake', link: { url: 'https://example.com/lake', title: 'Trains to the lake', description: 'Every hour from seven.', site: 'Example', image: { data: pictures.lake } } })]),
  Call: talk([
    said('ben', 40, { kind: 'call', call: { video: true, direction: 'in', outcome: 'answered', duration: 184 } }),
    said('ana', 45, { kind: 'call', call: { direction: 'out', outcome: 'missed' } })]),
  Payment: talk([
    said('ben', 40, { payment: { amount: '20', currency: 'EUR', note: 'Tickets', direction: 'in' } })]),
  Notes: talk([
    { kind: 'system', at: '2026-05-31T09:39:00+02:00', system: { action: 'member_added', actors: ['ana'], targets: ['ben'] } },
    said('ben', 40, { text: 'Hello!' }),
    { unread: 2 },
    said('ana', 41, { text: 'Welcome' })]),
  Marks: talk([
    said('ben', 40, { format: 'markdown', text: '**Packing**\n\n1. tent\n2. `coffee`\n\n> and a *towel*' }),
    said('ana', 41, { format: 'markdown', text: '| what | who |\n|---|---|\n| stove | Ana |\n| rope | Ben |' })]),
  States: talk([
    said('ana', 40, { text: 'At eight, then', edited: { at: '2026-05-31T09:44:00+02:00' }, status: 'delivered' }),
    said('ben', 41, { deleted: true }),
    said('ana', 42, { text: 'See you!', status: 'read', read_at: '2026-05-31T09:45:00+02:00' }),
    { from: 'ben', kind: 'typing' }]),
  Highlight: talk([
    said('ben', 40, { text: 'When is the rent due?' }),
    said('ana', 41, { text: 'On the third, and it is 840 now' }),
    said('ben', 42, { text: 'Thanks' })],
  { options: { highlight: [2], notes: [{ message: 2, text: 'As agreed in May' }], mark: 'Excerpt' } }),
  Screen: talk([
    said('ben', 40, { text: 'Are you here yet?' }),
    said('ana', 41, { text: 'Two minutes' })],
  { output: { frame: { kind: 'screen', time: '9:41', battery: 80 } }, options: { mark: 'Reconstruction' } }),
  Clip: talk([
    said('ben', 40, { text: 'Coffee?' }),
    said('ana', 41, { text: 'Always ☕' }),
    said('ben', 41, { text: 'At three, by the lake' })],
  { output: { motion: { pace: 900, hold: 2500 } } }),
};
