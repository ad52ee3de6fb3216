interface Found {
  search: string
  /** of the first page */
  count: number
  hasMore: boolean
}

export const usersTexts = {
  /** short, so that the table fits on a tablet */
  studentNumber: 'Studentnr.',
  loadFailed: 'Ophalen van gebruikers mislukt',
  nobody: (search: string) =>
    search === ''
      ? 'Er zijn nog geen gebruikers.'
      : `Niemand gevonden voor ‘${search}’. Probeer een deel van de naam, het adres of het studentnummer.`,
  found: ({ search, count, hasMore }: Found) =>
    `${hasMore ? 'Meer dan ' : ''}${count === 1 ? '1 gebruiker' : `${count} gebruikers`}${search && ` gevonden voor ‘${search}’`}.`,
}
