const examples = {
  'Sunday plan': { title: 'Ben', timezone: 'Europe/Berlin', me: 'ana', participants: [{ id: 'ana', name: 'Ana' }, { id: 'ben', name: 'Ben' }],
    messages: [
      { from: 'ben', at: '2026-05-31T09:40:00+02:00', text: 'Still on for the lake on Sunday?' },
      { from: 'ana', at: '2026-05-31T09:41:00+02:00', text: 'Yes! I bring the tent, you bring the coffee', reactions: [{ emoji: '❤️', by: ['ben'] }] },
      { from: 'ben', at: '2026-05-31T09:42:00+02:00', text: 'Deal.' },
      { from: 'ben', at: '2026-05-31T09:42:20+02:00', text: 'The early train goes at 7:12, is that too mean?' },
      { from: 'ana', at: '2026-05-31T09:44:00+02:00', text: 'A little' },
      { from: 'ana', at: '2026-05-31T09:44:10+02:00', text: 'But the water is worth it 🌊', status: 'read', read_at: '2026-05-31T09:45:00+02:00' },
    ], theme: 'imessage' },
  'Three words': { messages: ['Hi!', 'Hello', 'How are you?'] },
  'A group': { title: 'Allotment', subtitle: '3 people', kind: 'group', service: 'whatsapp', me: 'mia',
    participants: [{ id: 'mia', name: 'Mia' }, { id: 'tom', name: 'Tom' }, { id: 'ida', name: 'Ida' }],
    messages: [
      { from: 'tom', at: '2026-06-02T18:02:00Z', text: 'Who waters the tomatoes this week?' },
      { from: 'ida', at: '2026-06-02T18:03:00Z', text: 'I can on *Tuesday* and *Thursday*', format: 'whatsapp' },
      { from: 'mia', at: '2026-06-02T18:05:00Z', text: 'Then I take the weekend', status: 'read', reactions: [{ emoji: '🍅', count: 2, by: ['tom', 'ida'] }] },
      { from: 'tom', at: '2026-06-02T18:07:00Z', poll: { question: 'Cake on Sunday?', options: [{ text: 'Rhubarb', votes: 2, voters: ['ida', 'mia'] }, { text: 'Cherry', votes: 1, voters: ['tom'] }] } },
      { from: 'mia', at: '2026-06-02T18:09:00Z', text: 'Rhubarb, always', reply_to: { from: 'tom', text: 'Cake on Sunday?' }, status: 'delivered' },
    ], theme: 'whatsapp' },
  'An assistant': { messages: [
    { role: 'user', content: 'How do I count words in a file with the shell?' },
    { role: 'assistant', content: 'Use `wc`:\n\n```sh\nwc -w notes.txt\n```\n\nIt prints the number and the name. For several files it adds a **total**:\n\n| option | counts |\n|---|---|\n| `-w` | words |\n| `-l` | lines |\n| `-c` | bytes |' },
    { role: 'user', content: 'Only the number, please.' },
    { role: 'assistant', content: 'Then give it no name to print: `wc -w < notes.txt`' },
  ], theme: 'assistant' },
  'Right to left': { title: 'ليلى', me: 'sami', timezone: 'Asia/Riyadh', locale: 'ar', participants: [{ id: 'layla', name: 'ليلى' }, { id: 'sami', name: 'سامي' }],
    messages: [
      { from: 'layla', at: '2026-05-31T16:10:00+03:00', text: 'مساء الخير! متى نلتقي غدا؟' },
      { from: 'sami', at: '2026-05-31T16:12:00+03:00', text: 'الساعة 10:30 أمام المكتبة 📚' },
      { from: 'layla', at: '2026-05-31T16:13:00+03:00', text: 'ممتاز، سأحضر القهوة', reactions: [{ emoji: '👍', by: ['sami'] }] },
    ], theme: 'telegram' },
};
