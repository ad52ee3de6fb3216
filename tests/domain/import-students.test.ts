import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { countVerdicts } from '#domain/import/import.rules.ts'
import { MAX_IMPORT_LINES } from '#domain/import/list-kind.ts'
import { withDepartments } from '#domain/import/listed-departments.rules.ts'
import { splitName } from '#domain/import/student-rows.rules.ts'
import type { KnownAccount, KnownSchool } from '#domain/import/students.rules.ts'
import { judgeStudents, readStudentList } from '#tests/domain/support/listed.ts'

const account = (roles: KnownAccount['roles']): KnownAccount => ({
  id: 7,
  roles,
  first_name: 'Lotte',
  last_name: 'Smit',
  student_number: null,
  education_department_id: null,
  class_group: null,
  isOnboarded: false,
  isMerelyRegistered: false,
})

const known: KnownSchool = {
  accounts: new Map([
    ['sam@school.test', account(['ROLE_STUDENT'])],
    ['teacher@school.test', account(['ROLE_ADMIN', 'ROLE_STUDENT'])],
    ['guest@school.test', account([])],
    ['lotte@school.test', { ...account(['ROLE_STUDENT']), isMerelyRegistered: true }],
    ['numbered@school.test', { ...account(['ROLE_STUDENT']), student_number: '0123' }],
    ['registered@school.test', { ...account(['ROLE_STUDENT']), student_number: '0456', isMerelyRegistered: true }],
  ]),
  numbers: new Map([['0123', 'numbered@school.test']]),
  departments: [
    { id: 1, name: 'Techniek', archived: false },
    { id: 2, name: 'Economie', archived: true },
    { id: 3, name: 'Dubbel', archived: false },
    { id: 4, name: 'dubbel', archived: false },
    { id: 5, name: 'Techniek', archived: true },
  ],
}

function judge(text: string) {
  const reading = readStudentList(text)
  if (!reading.read) throw new Error(reading.fault)
  return judgeStudents(reading.rows, known)
}

const verdictsOf = (...lines: string[]) =>
  judge(['e-mail;voornaam;achternaam;studierichting', ...lines].join('\n')).map(({ findings }) =>
    findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '),
  )

describe('a list of students', () => {
  test.each([
    'voornaam;achternaam;e-mail;studierichting\nNoor;Bos;noor@school.test;Techniek',
    'Studierichting,E-mailadres,Achternaam,Roepnaam\ntechniek,NOOR@School.test,Bos,Noor',
    'Gebruikersnaam\tOpleiding\tVoornaam\tAchternaam\nnoor@school.test\tTECHNIEK\tNoor\tBos',
    'last name;first name;email;department\nBos;Noor;noor@school.test;Techniek',
    'Naam;E-mailadres student;Naam opleiding\nNoor Bos;noor@school.test;Techniek',
    'Voornaam;Naam;E-mail adres leerling;Opleiding\nNoor;Bos;noor@school.test;Techniek',
    'Volledige naam,E-mailadres ouder,Mail (school),Studie jaar,Studie\n"Bos, Noor",pa@thuis.test,noor@school.test,2,Techniek',
  ])('is understood by the names of its columns: %j', (text) => {
    expect(judge(text)).toEqual([
      expect.objectContaining({
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        username: 'noor@school.test',
        first_name: 'Noor',
        last_name: 'Bos',
        education_department_id: 1,
      }),
    ])
  })

  test('has the department that was chosen for a name, unless that is archived or gone by now', () => {
    const reading = readStudentList('naam;e-mail;opleiding\nNoor Bos;noor@school.test;Technik')
    const chosen = (id: number) =>
      reading.read &&
      withDepartments(reading.rows, {
        departments: known.departments,
        meant: [{ name: 'TECHNIK', education_department_id: id }],
      }).map(({ education_department }) => education_department)
    expect([1, 2, 9].map(chosen)).toEqual([['Techniek'], ['Technik'], ['Technik']])
  })

  test('puts the prefix of a surname before it', () => {
    const text = 'voornaam;tussenvoegsel;achternaam;e-mail\nJade;van den;Berg;jade@school.test'
    expect(judge(text)).toMatchObject([
      { first_name: 'Jade', last_name: 'van den Berg', findings: [{ verdict: 'new' }] },
    ])
  })

  test.each([
    ['Jade Berg', 'Jade', 'Berg'],
    ['Jade van den Berg', 'Jade', 'van den Berg'],
    ['Anna Maria Van Der Berg', 'Anna Maria', 'Van Der Berg'],
    ['Omar El Amrani', 'Omar', 'El Amrani'],
    ['Berg, Jade', 'Jade', 'Berg'],
    ['van den Berg, Jade', 'Jade', 'van den Berg'],
    ['Berg, Jade van den', 'Jade', 'van den Berg'],
    ['Berg, van den, Jade', 'Jade', 'van den Berg'],
    ["Hof, Anna Maria van 't", 'Anna Maria', "van 't Hof"],
    ['de Vries', '', 'de Vries'],
    ['Jade', 'Jade', ''],
    ['', '', ''],
  ])('parts the whole name %j where a Dutch reader would', (whole, first_name, last_name) => {
    expect(splitName(whole)).toEqual({ first_name, last_name })
  })

  test('takes no address of a parent or a mentor for the student’s own', () => {
    for (const header of ['E-mailadres ouder', 'E-mail mentor', 'Mail privé'])
      expect(readStudentList(`Naam;${header}\nNoor Bos;pa@thuis.test`)).toMatchObject({
        fault: 'import-column-missing',
      })
  })

  test('never puts the accents of a long text in order, which would take a minute', () => {
    const orders = vi.spyOn(String.prototype, 'normalize')
    const accents = `e${'\u0301\u0316'.repeat(20_000)}`
    for (const list of [`e-mail;voornaam\na@school.test;${accents}`, `e-mail;${accents}\na@school.test`])
      expect(readStudentList(list)).toMatchObject({ fault: 'import-line-too-long' })
    const longest = Math.max(0, ...orders.mock.contexts.map((text) => String(text).length))
    orders.mockRestore()
    expect(longest).toBeLessThanOrEqual(1_000)
  })

  test('may be no more than addresses, without a header', () => {
    expect(judge('noor@school.test\njade@school.test')).toMatchObject([
      { line: 1, username: 'noor@school.test', findings: [{ verdict: 'new-without-name' }] },
      { line: 2, username: 'jade@school.test' },
    ])
  })

  test('takes the e-mail address where there is another kind of username too, and says what it does not use', () => {
    const reading = readStudentList('gebruikersnaam;e-mail;klas\n12345;noor@school.test;1A')
    expect(reading).toMatchObject({ read: true, rows: [{ username: 'noor@school.test' }] })
    expect(reading).toHaveProperty('columns', [
      { header: 'gebruikersnaam', meaning: null },
      { header: 'e-mail', meaning: 'username' },
      { header: 'klas', meaning: 'class_group' },
    ])
  })

  test.each([
    ['', 'import-empty'],
    ['\n \n', 'import-empty'],
    ['e-mail;voornaam', 'import-empty'],
    ['voornaam;achternaam\nNoor;Bos', 'import-column-missing'],
    ['e-mail\n"noor@school.test', 'import-quote-open'],
  ])('%j is refused as a whole', (text, fault) => {
    expect(readStudentList(text)).toMatchObject({ read: false, fault })
  })

  test('may be five thousand lines long and no longer', () => {
    const lines = (count: number) => ['e-mail', ...Array.from({ length: count }, (_, at) => `s${at}@school.test`)]
    expect(readStudentList(lines(MAX_IMPORT_LINES).join('\n')).read).toBe(true)
    expect(readStudentList(lines(MAX_IMPORT_LINES + 1).join('\n'))).toMatchObject({ fault: 'import-too-long' })
  })
})

describe('a student number', () => {
  const judged = (...lines: string[]) =>
    judge(['e-mail;studentnummer', ...lines].join('\n')).map(({ findings, student_number }) =>
      [...findings.flatMap(({ verdict, about }) => [verdict, about]), student_number]
        .filter((text) => text !== '')
        .join(' '),
    )

  test.each(['Studentnummer', 'student nr.', 'Nummer', 'Student number', 'Studentnummer (school)', 'Leerlingnummer'])(
    'is known by the column %j',
    (header) => {
      expect(judge(`e-mail;klas;${header}\na@school.test;1A;012.345`)).toMatchObject([{ student_number: '012345' }])
    },
  )

  test('is not the number of something else', () => {
    for (const header of ['Klas nummer', 'Telefoonnummer', 'Toets nummer'])
      expect(judge(`e-mail;${header}\na@school.test;12`)).toMatchObject([{ student_number: '' }])
  })

  test.each([
    ['a@school.test; s 0123456 ', 'new-without-name S0123456'],
    ['a@school.test;123456.0', 'new-without-name 123456'],
    ['a@school.test;1,23457E+06', 'student-number-shortened 1,23457E+06'],
    ['a@school.test;12/34', 'student-number-unreadable 12/34'],
    ['a@school.test;0', 'student-number-unreadable 0'],
    [`a@school.test;${'1'.repeat(21)}`, `student-number-too-long ${'1'.repeat(21)}`],
    ['a@school.test;0123', 'number-taken numbered@school.test 0123'],
    ['sam@school.test;S9', 'number-added S9 S9'],
    ['sam@school.test;S-9', 'student-number-unreadable S-9'],
    ['sam@school.test;0123', 'number-taken numbered@school.test 0123'],
    ['sam@school.test;', 'known'],
    ['numbered@school.test;0123', 'known 0123'],
    ['numbered@school.test;', 'known'],
    ['numbered@school.test;123', 'known zeros-lost 0123 123'],
    ['a@school.test;123', 'number-taken numbered@school.test 123'],
    ['sam@school.test;00123', 'number-taken numbered@school.test 00123'],
    ['numbered@school.test;0999', 'number-kept 0123 0999'],
    ['lotte@school.test;S9', 'registered S9'],
    ['registered@school.test;S9', 'registered 0456 0456'],
    ['teacher@school.test;S9', 'is-administrator S9'],
  ])('%j is %s', (line, verdict) => {
    expect(judged(line)).toEqual([verdict])
  })

  test('that several people of the list have keeps all of them out, each by the line of another', () => {
    expect(judged('a@school.test;S9', 'b@school.test;s9', 'sam@school.test;S9')).toEqual([
      'number-repeated 3 S9',
      'number-repeated 2 S9',
      'number-repeated 2 S9',
    ])
  })

  test('that is said twice of one student counts once, and keeps both out when it is not the same', () => {
    expect(judged('a@school.test;S9', 'A@school.test;s9', 'sam@school.test;S1', 'sam@school.test;S1')).toEqual([
      'new-without-name S9',
      'repeated 2 S9',
      'number-added S1 S1',
      'repeated 4 S1',
    ])
    expect(judged('a@school.test;S9', 'a@school.test;S8', 'sam@school.test;S1', 'sam@school.test;S2')).toEqual([
      'contradicted 3 S9',
      'contradicted 2 S8',
      'contradicted 5 S1',
      'contradicted 4 S2',
    ])
  })
})

describe('a line', () => {
  test.each([
    ['noor@school.test;Noor;Bos;Techniek', 'new'],
    ['noor@school.test;Noor;Bos;', 'new'],
    ['noor@school.test;Noor;;Techniek', 'new'],
    ['noor@school.test;;Sukarno;', 'new'],
    ['noor@school.test;-;;', 'new-without-name'],
    ['noor@school.test;?ukasz;Bos;Techniek', 'new-letters-lost'],
    ['noor@school.test;Zo\uFFFD;Bos;Techniek', 'new-letters-lost'],
    ['noor@school.test;Noor;M\u00C3\u00BCller;Techniek', 'new-letters-lost'],
    ['noor@school.test;JOÃO;Ålund-Ärö;Techniek', 'new'],
    ['SAM@school.test;Anders;Heet;Onbekend', 'known'],
    ['lotte@school.test;Lotje;Smit;Techniek', 'registered'],
    ['lotte@school.test;;;', 'registered'],
    ['lotte@school.test;?otte;Smit;', 'registered, letters-lost'],
    ['lotte@school.test;Lotte;Smit;Muziek', 'department-unknown Muziek'],
    ['teacher@school.test;;;', 'is-administrator'],
    ['guest@school.test;;;', 'without-role'],
    [';Noor;Bos;Techniek', 'address-missing'],
    ['noor;Noor;Bos;Techniek', 'address-invalid'],
    [`noor@school.test;${'N'.repeat(101)};Bos;Techniek`, 'name-too-long'],
    ['noor@school.test;No\u202Eor;Bos;Techniek', 'name-unreadable'],
    ['noor@school.test;Noor;Bos;Muziek', 'department-unknown Muziek'],
    ['noor@school.test;Noor;Bos;Economie', 'department-archived Economie'],
    ['noor@school.test;Noor;Bos;dubbel', 'department-ambiguous dubbel'],
    ['noor@school.test;Noor;Bos;Techniek;te veel', 'shifted'],
  ])('%j is %s', (line, verdict) => {
    expect(verdictsOf(line)).toEqual([verdict])
  })

  test('without names keeps those that a registered address was given', () => {
    expect(judge('lotte@school.test\nsam@school.test')).toMatchObject([
      { findings: [{ verdict: 'registered' }], first_name: 'Lotte', last_name: 'Smit' },
      { findings: [{ verdict: 'known' }], first_name: '' },
    ])
    expect(judge('e-mail;voornaam\nlotte@school.test;Lotje')).toMatchObject([{ first_name: 'Lotje', last_name: '' }])
  })

  test('that says the same again counts once', () => {
    const line = 'noor@school.test;Noor;Bos;Techniek'
    expect(verdictsOf(line, line.replace('noor', 'NOOR'))).toEqual(['new', 'repeated 2'])
  })

  test('that says something else of the same person keeps both out', () => {
    const verdicts = verdictsOf('noor@school.test;Noor;Bos;', 'noor@school.test;Noor;Berg;')
    expect(verdicts).toEqual(['contradicted 3', 'contradicted 2'])
  })

  test('every line is counted once: as added, changed, skipped or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), { minLength: 1 }), (rows) => {
        const quoted = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
        const reading = readStudentList(['e-mail;voornaam;achternaam;studierichting', ...quoted].join('\n'))
        if (!reading.read) return
        const lines = judgeStudents(reading.rows, known)
        const { added, changed, skipped, errors } = countVerdicts(lines)
        expect(added + changed + skipped + errors).toBe(lines.length)
      }),
    )
  })
})

describe('of a line everything that is wrong is said at once', () => {
  test.each([
    [';?oor;Bos;Muziek', 'address-missing, department-unknown Muziek'],
    [
      `noor;${'N'.repeat(101)};B\u202Eos;Economie`,
      'address-invalid, name-too-long, name-unreadable, department-archived Economie',
    ],
    [`noor@school.test;${'N'.repeat(101)};${'N'.repeat(101)};`, 'name-too-long'],
    // Which cell is whose is not known then.
    [';?oor;Bos;Muziek;te veel', 'shifted'],
  ])('%j', (line, verdicts) => {
    expect(verdictsOf(line)).toEqual([verdicts])
  })

  test('and what is said of another line too', () => {
    const lines = judge(
      'e-mail;naam;nummer\nnoor@school.test;Noor Bos;S1\nnoor@school.test;Noor Berg;1/2\nbo@school.test;Bo Bos;0123',
    )
    expect(lines.map(({ findings }) => findings.map(({ verdict }) => verdict))).toEqual([
      ...[['contradicted'], ['contradicted', 'student-number-unreadable'], ['number-taken']],
    ])
    expect(countVerdicts(lines)).toEqual({ added: 0, changed: 0, skipped: 0, remarks: 0, errors: 3 })
  })
})

describe('an update', () => {
  const there = (more: Partial<KnownAccount> = {}): KnownSchool => ({
    ...known,
    accounts: new Map([
      ...known.accounts,
      ['sam@school.test', { ...account(['ROLE_STUDENT']), student_number: 'S1', education_department_id: 2, ...more }],
    ]),
  })
  const update = (line: string, school = there(), isUpdate = true) => {
    const reading = readStudentList(`e-mail;voornaam;achternaam;studentnummer;studierichting;klas\n${line}`)
    if (!reading.read) throw new Error(reading.fault)
    const [judged] = judgeStudents(reading.rows, school, { update: isUpdate })
    if (!judged) throw new Error('there is no line')
    return {
      found: judged.findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()),
      changes: judged.changes.map(({ field, old, new: now }) => `${field}: ${old} → ${now}`),
      edit: judged.edit,
    }
  }

  test('replaces what the list says otherwise, and shows the old beside the new', () => {
    expect(update('SAM@school.test;Lotje;Smits;S2;techniek;"WIS\n1B"', there({ class_group: 'WIS 1A' }))).toEqual({
      found: ['updated'],
      changes: [
        ...['first_name: Lotte → Lotje', 'last_name: Smit → Smits', 'student_number: S1 → S2'],
        ...['education_department: Economie → Techniek', 'class_group: WIS 1A → WIS 1B'],
      ],
      edit: {
        before: {
          ...{ first_name: 'Lotte', last_name: 'Smit', student_number: 'S1', education_department_id: 2 },
          class_group: 'WIS 1A',
        },
        after: {
          ...{ first_name: 'Lotje', last_name: 'Smits', student_number: 'S2', education_department_id: 1 },
          class_group: 'WIS 1B',
        },
      },
    })
    expect(update('sam@school.test;Lotje;Smits;S2;techniek', there(), false)).toMatchObject({
      ...{ found: ['number-kept S1'], changes: [], edit: null },
    })
  })

  test.each([
    ['sam@school.test;;;;;', 'an empty cell'],
    ['sam@school.test;;;;;-', 'a dash for a class group'],
    ['sam@school.test;Lotte;Smit;s 1;economie', 'what is there already'],
    ['sam@school.test;---;Smit;S1;', 'what is no name'],
  ])('leaves everything as it is by %j: %s', (line) => {
    expect(update(line)).toMatchObject({ found: ['known'], changes: [], edit: null })
  })

  test('never takes zeros from a number, nor gives one that another has but for its zeros', () => {
    const zeros = there({ student_number: '00847781' })
    expect(update('sam@school.test;Lot;;847781;', zeros)).toMatchObject({
      found: ['updated', 'zeros-lost 00847781'],
      changes: ['first_name: Lotte → Lot'],
    })
    expect(update('sam@school.test;;;0847781;', zeros)).toMatchObject({
      found: ['known', 'zeros-lost 00847781'],
      edit: null,
    })
    expect(update('sam@school.test;;;000847781;', zeros)).toMatchObject({
      changes: ['student_number: 00847781 → 000847781'],
    })
    expect(update('sam@school.test;;;123;')).toMatchObject({ found: ['number-taken numbered@school.test'], edit: null })
  })

  test('keeps a good name where the list lost letters of it, and says so', () => {
    expect(update('sam@school.test;?otte;Smits;;')).toMatchObject({
      found: ['updated', 'name-kept ?otte'],
      changes: ['last_name: Smit → Smits'],
    })
    expect(update('sam@school.test;L\uFFFDtte;;;')).toMatchObject({
      found: ['known', 'name-kept L\uFFFDtte'],
      edit: null,
    })
    expect(update('sam@school.test;?ukasz;;;', there({ first_name: '' }))).toMatchObject({
      found: ['updated', 'letters-lost'],
    })
  })

  test('moves nobody to another department who began there, and says so', () => {
    expect(update('sam@school.test;;;;Techniek', there({ isOnboarded: true }))).toMatchObject({
      ...{ found: ['known', 'department-kept Economie'], changes: [], edit: null },
    })
  })

  test.each([
    ['sam@school.test;;;;Muziek', ['department-unknown Muziek']],
    ['sam@school.test;N\u202Ex;;0123;', ['name-unreadable', 'number-taken numbered@school.test']],
    [`sam@school.test;;;;;${'x'.repeat(41)}`, ['class-group-too-long']],
    ['sam@school.test;;;;;W\u202E1', ['class-group-unreadable']],
    ['teacher@school.test;Anders;Heet;S9;Techniek', ['is-administrator']],
    ['guest@school.test;Anders;Heet;;', ['without-role']],
  ])('of %j is %j', (line, found) => {
    expect(update(line)).toMatchObject({ found, changes: [], edit: null })
  })
})
