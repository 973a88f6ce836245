async function startDocs() {
  buildMode();
  buildContents();
  buildSearch();
  const read = route => ask(route).then(answer => answer.ok ? answer.json() : {}).catch(() => ({}));
  const [api, schema, looks, formats, presets] = await Promise.all(['/openapi.json', '/schema.json', '/themes', '/formats', '/presets'].map(read));
  buildTrial(looks.themes ?? [], formats.formats ?? []);
  if (api.paths) buildRoutes(api);
  if (schema.$defs) buildFields(schema);
  if (api.components) buildAnswers(api);
  buildPresets(presets);
  buildGallery(looks.themes ?? []);
  if (ownKey) document.querySelector('a[href="/"]').hash = 'key=' + ownKey;
  document.body.dataset.state = 'ready';
  reveal();
}
startDocs();
