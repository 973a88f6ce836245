/** The first example in the page's language. */
function localizeExample() {
  const [name, example] = Object.entries(examples)[0], tag = ownLocale();
  if (tag === 'en' || tag === usualLocale) return;
  const { messages, ...rest } = example;
  examples[name] = { ...rest, locale: tag, messages: messages.map((message, index) => ({ ...message, text: word('talk_' + (index + 1)) })) };
}
async function start() {
  localizeExample();
  buildPage();
  buildControls();
  buildEditor();
  buildReactions();
  buildDetails();
  buildFiles();
  state.importers = [];
  const wide = matchMedia('(min-width: 760px)'), settle = () => tab(wide.matches ? 'write' : 'stage');
  wide.addEventListener('change', settle);
  settle();
  show(pretty(Object.values(examples)[0]) + '\n');
  const [looks, importers] = await Promise.all(['/themes', '/importers'].map(route => ask(route).then(answer => answer.json()).catch(() => ({}))));
  state.importers = importers.importers ?? [];
  const order = ['imessage', 'sms', 'whatsapp', 'telegram', 'signal', 'messenger', 'android', 'assistant', 'print'];
  const rank = look => (order.indexOf(look.name) + order.length + 1) % (order.length + 1);
  state.looks = (looks.themes ?? []).map(({ name, description }) => ({ name, description })).sort((a, b) => rank(a) - rank(b));
  buildLooks();
  controls();
  if (!ownKey) return;
  for (const link of document.querySelectorAll('a[href^="/docs"]')) link.hash = location.hash;
  showOpened();
}
start();
