export const auditTexts = {
  intro: 'Wie wat wanneer heeft gewijzigd. Wat er in een veld stond, wordt niet bewaard.',
  loadFailed: 'Ophalen van het logboek mislukt',
  nothing: 'Er is hier nog niets gewijzigd.',
}
