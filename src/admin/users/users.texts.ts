const number = new Intl.NumberFormat('nl-NL')
const users = (count: number): string => (count === 1 ? '1 gebruiker' : `${number.format(count)} gebruikers`)

interface Found {
  search: string
  /** in all */
  count: number
  isNarrowed: boolean
}

export const usersTexts = {
  /** short, so that the table fits on a tablet */
  studentNumber: 'Studentnr.',
  loadFailed: 'Ophalen van gebruikers mislukt',
  users,
  nobody: (search: string, isNarrowed: boolean) => {
    if (isNarrowed)
      return search === '' ? 'Niemand voldoet aan deze filters.' : `Niemand gevonden voor ‘${search}’ met deze filters.`
    return search === ''
      ? 'Er zijn nog geen gebruikers.'
      : `Niemand gevonden voor ‘${search}’. Probeer een deel van de naam, het adres of het studentnummer.`
  },
  found: ({ search, count, isNarrowed }: Found) =>
    `${users(count)}${search && ` gevonden voor ‘${search}’`}${isNarrowed ? (search ? ', met deze filters' : ' met deze filters') : ''}.`,
}

export const filterTexts = {
  all: 'Alle',
  toggle: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  account: {
    yes: 'Geactiveerd',
    no: 'Niet geactiveerd',
    none: 'Nog geen brief gehad',
    expired: 'Uitnodiging verlopen',
  },
  loginBefore: 'Ook wie nooit inlogde',
  noDay: 'Schrijf de datum als 1-9-2026.',
} as const

/** How an account stands, in the list. */
export const statusTexts = {
  activated: 'Geactiveerd',
  lastLogin: (at: string) => `ingelogd ${at}`,
  noLogin: 'geen login bekend',
  noLetter: 'Nog geen brief',
  invited: (until: string) => `Uitgenodigd tot ${until}`,
  expired: 'Uitnodiging verlopen',
}
