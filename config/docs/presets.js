// ── Presets ──────────────────────────────────────────────────────────────────────────────────────

/** The named sets of parameters, each with the URL that selects it. */
function buildPresets({ presets = [], only_presets: areRequired }) {
  $('presets').hidden = !presets.length;
  $('presets').append(
    make('p', { className: 'lead' }, 'A preset sets several parameters: ', code('?preset=' + (presets[0]?.name ?? '')), ' or ', code('--preset ' + (presets[0]?.name ?? '')),
      areRequired ? '. This service accepts no other parameters of the output.' : '. Other parameters take precedence. Operators add presets with the setting ', areRequired ? '' : code('presets'), areRequired ? '' : '.'),
    make('dl', { className: 'facts' }, ...presets.map(preset => fact(preset.name, preset.description + ' ', code(preset.fields)))));
}
