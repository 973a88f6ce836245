async function startDocs() {
  buildMode();
  buildContents();
  buildSearch();
  const read = route => fetch(route).then(answer => answer.ok ? answer.json() : {}).catch(() => ({}));
  const [api, schema, looks, formats] = await Promise.all(['/openapi.json', '/schema.json', '/themes', '/formats'].map(read));
  buildTrial(looks.themes ?? [], formats.formats ?? []);
  if (api.paths) buildRoutes(api);
  if (schema.$defs) buildFields(schema);
  if (api.components) buildAnswers(api);
  buildGallery(looks.themes ?? []);
  document.body.dataset.state = 'ready';
  reveal();
}
startDocs();
