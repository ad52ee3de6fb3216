export const personColumns = {
  username: {
    label: 'E-mail',
    names: [
      ...['email', 'emailadres', 'emailaddress', 'mail', 'mailadres', 'schoolmail', 'studentmail'],
      ...['gebruikersnaam', 'username', 'inlognaam', 'sisloginid', 'loginid'],
    ],
  },
  first_name: { label: 'Voornaam', names: ['roepnaam', 'voornaam', 'voornamen', 'firstname', 'givenname'] },
  prefix: {
    label: 'Tussenvoegsel',
    names: [
      'tussenvoegsel',
      'tussenvoegsels',
      'voorvoegsel',
      'voorvoegsels',
      'tussenv',
      'tv',
      'tvgsl',
      'vvgsl',
      'infix',
    ],
  },
  last_name: { label: 'Achternaam', names: ['achternaam', 'familienaam', 'lastname', 'surname', 'familyname'] },
  whole_name: {
    label: 'Volledige naam',
    names: [
      ...['naam', 'volledigenaam', 'studentnaam', 'leerlingnaam', 'name', 'fullname'],
      ...['achternaamvoornaam', 'naamvoornaam', 'achternaamtussenvoegselvoornaam', 'achternaamvoornaamtussenvoegsel'],
      ...['achternaamvoornamen', 'achternaamroepnaam', 'lastnamefirstname', 'surnamefirstname'],
      ...['voornaamachternaam', 'voornaamenachternaam', 'voornaamtussenvoegselachternaam', 'firstnamelastname'],
      ...['student', 'leerling', 'deelnemer'],
    ],
  },
  student_number: {
    label: 'Studentnummer',
    names: [
      ...['studentnummer', 'studentnr', 'studnr', 'studentennummer', 'leerlingnummer', 'leerlingnr', 'stamnummer'],
      ...['studentnumber', 'studentid', 'nummer'],
      // headers in exports of Moodle, Canvas and Brightspace
      ...['idnummer', 'idnumber', 'sisuserid', 'sisid', 'orgdefinedid'],
    ],
  },
} as const

/** Words of columns about other people, whose addresses must never get letters. */
export const OTHER_PEOPLE = [
  ...['ouder', 'ouders', 'vader', 'moeder', 'verzorger', 'verzorgers', 'voogd', 'contactpersoon', 'noodcontact'],
  ...['mentor', 'docent', 'leraar', 'begeleider', 'coach', 'slb', 'bedrijf', 'stage', 'prive', 'thuis', 'partner'],
]

export const isAddress = (cell: string): boolean => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(cell.trim())
export const isStudentNumber = (cell: string): boolean => /^[a-z]{0,2}\d{4,}$/i.test(cell.trim())

export const personGuesses = [
  { meaning: 'username', is: (cell: string) => isAddress(cell) || /(?<![^\s@])[^\s@<]*<[^\s@]+@[^\s@]+>$/.test(cell) },
  { meaning: 'student_number', is: isStudentNumber },
]
