'use strict';
// ── Words ────────────────────────────────────────────────────────────────────────────────────────

/** The service fills in the texts of the page's language, from config/page/languages. */
const words = {{script}};
/** The languages of the page, as tags. */
const languages = {{languages}};
const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);

/** The text of a key with its placeholders filled in; the number `n` selects the plural form. */
function word(key, values = {}) {
  const found = words[key], text = typeof found === 'string' ? found : found[plurals.select(values.n)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => typeof values[name] === 'number' ? values[name].toLocaleString(language) : values[name]);
}
