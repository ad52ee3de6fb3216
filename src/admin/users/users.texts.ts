export const usersTexts = {
  loadFailed: 'Ophalen van gebruikers mislukt',
  nobody: (search: string) =>
    search === ''
      ? 'Er zijn nog geen gebruikers.'
      : `Niemand gevonden voor ‘${search}’. Probeer een deel van de naam of het adres.`,
}
