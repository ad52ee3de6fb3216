import { describe, expect, it } from 'vitest'
import { readLines } from '#domain/import/import.rules.ts'
import { hasLostLettersInName } from '#domain/import/lost-letters.rules.ts'
import { studentNumberRefusal, tidyStudentNumber } from '#domain/users/student-number.rules.ts'
import { readStudentList } from '#tests/domain/support/listed.ts'

// Cases of public reports about other readers of lists, each with a list of our own: repository and number beside it.

const cellsOf = (text: string) => {
  const reading = readLines(text)
  return reading.read ? reading.lines.map(({ cells }) => cells) : reading.fault
}
const people = (text: string) => {
  const reading = readStudentList(text)
  return reading.read ? reading.rows.map(({ username, last_name }) => `${last_name} ${username}`.trim()) : reading.fault
}

describe('a list of a public report', () => {
  it.each([
    ['mholt/PapaParse #1005', 'X\tY\tZ\n120,5\t50,3\t2,35\n7,5\t8,1\t9,0', 3],
    ['mholt/PapaParse #658', 'a;b;"Veld,3,3,3"', 3],
    ['mholt/PapaParse #681', 'naam;klas;"op\nm,e,r,k\n,ing"\nJan;A;"niets"', 3],
    [
      'mholt/PapaParse #1077',
      'naam;e-mail;adres\nJan;j@x.nl;"Straat 1,\nDorp,\nLand,\nPlaneet,"\nPiet;p@x.nl;"Laan 2,\nStad,\nLand,"',
      3,
    ],
    [
      'mholt/PapaParse #600',
      'SKU (alleen, wijzigen);Naam (kort, verplicht);Prijs (excl, btw)\n1;Das;90,0\n2;Pet;80,0',
      3,
    ],
    [
      'mholt/PapaParse #290',
      '08/01/2026;A;-21.419,06\n12/01/2026;A;-21.375,00\n15/01/2026;A;-116\n04/01/2026;A;-249',
      3,
    ],
    [
      'mholt/PapaParse #153',
      '101300;010114;A.N. au;;;733480,00;-733480,00\n106110;010114;A.N.;;;73348,16;-73348,16',
      7,
    ],
    ['mholt/PapaParse #910', 'nome;telefone\nJessica;5,58199E+12\nJoi;5,51197E+12', 2],
    ['mholt/PapaParse #804', 'POLYGON((1 2,3 4,5 6));a;b\nPOLYGON((1 2,3 4));c;d\nPOLYGON((1 2,3 4,7 8,9 9));e;f', 3],
  ])('has its own delimiter: %s', (_, text, columns) => {
    const cells = cellsOf(text)
    expect(typeof cells === 'string' ? cells : cells.map((row) => row.length)).toEqual(
      Array.from({ length: typeof cells === 'string' ? 0 : cells.length }, () => columns),
    )
  })

  it.each([
    ['getodk/javarosa #687', '\uFEFFe-mail;achternaam\na@school.test;Bos', ['Bos a@school.test']],
    ['adaltas/node-csv-parse #284', '\uFEFF"e-mail";"achternaam"\n"a@school.test";"Bos"', ['Bos a@school.test']],
    ['claroline/Claroline #697', 'e-mail;achternaam\n a@school.test \t;Bos ', ['Bos a@school.test']],
    ['WebPA/WebPA #23', 'achternaam, e-mail\nBos, a@school.test', ['Bos a@school.test']],
    ['KAMRONBEK/talim-ai #48', 'name;email\nNodira Bos;a@school.test', ['Bos a@school.test']],
    [
      'ls1intum/Artemis #4939',
      'REGISTRATION_NUMBER;FAMILY_NAME_OF_STUDENT;FIRST_NAME_OF_STUDENT;E_MAIL\n03712345;Bos;Max;a@school.test',
      ['Bos a@school.test'],
    ],
    ['Submitty/Submitty #1425', ' user_id , lastname , email \n  bosm , Bos , a@school.test ', ['Bos a@school.test']],
    ['iomad/iomad #1681', 'username,lastname,email,course1\nm.bos,Bos,a@school.test,Wis', ['Bos a@school.test']],
    ['gophish/gophish #764', 'Last Name,Email\nBos,"""Max Bos"" <a@school.test>"', ['Bos a@school.test']],
    ['sakaiproject/sakai #2686', 'Student ID,Username,Last Name\n#0012345,#a@school.test,Bos', ['Bos a@school.test']],
    ['mholt/PapaParse, its own tests', 'e-mail,achternaam\n"a@school.test" ,"Bos"  ', ['Bos a@school.test']],
    ['Admidio/admidio #190', "e-mail;achternaam\no'connor@school.test;O'Connor", ["O'Connor o'connor@school.test"]],
  ])('is read as its maker meant: %s', (_, text, read) => {
    expect(people(text)).toEqual(read)
  })

  it.each([
    ['DFE-Digital/register-trainee-teachers #3229', "'0012345", '0012345'],
    ['sakaiproject/sakai #2686', '#0012345', '0012345'],
    ['bloom-housing/bloom #4458', '2.19E+26', 'student-number-shortened'],
    ['dfinke/ImportExcel #830', '1,9143100000101E+18', 'student-number-shortened'],
  ])('has numbers that are read or refused: %s', (_, number, expected) => {
    const tidy = tidyStudentNumber(number)
    expect(studentNumberRefusal(tidy) ?? tidy).toBe(expected)
  })

  it.each([
    ['dbeaver/dbeaver #4223', 'a@school.test;NULL;Bos;NULL', 'NULL'],
    ['apache/doris #12510', 'a@school.test;\\N;Bos;\\N', '\\N'],
    ['a list of pandas', 'a@school.test;nan;Bos;nan', 'nan'],
    ['a list of JavaScript', 'a@school.test;undefined;Bos;undefined', 'undefined'],
  ])('has a word for an empty cell, which counts as one and is named: %s', (_, line, word) => {
    const reading = readStudentList(`e-mail;voornaam;achternaam;studentnummer\n${line}`)
    const row = { first_name: '', last_name: 'Bos', student_number: '', cellErrors: [word] }
    expect(reading).toMatchObject({ rows: [row] })
  })

  // silverstripe/silverstripe-framework #3408, php/doc-en #2372
  it.each(['O\\Brien"', 'Bos\\'])('has quotes that PHP marked otherwise, which is remarked: %s', (name) => {
    expect(hasLostLettersInName(name)).toBe(true)
  })

  it('has one address in two spellings, which is one student: learningequality/kolibri #11081', () => {
    expect(people('e-mail;achternaam\nJan@School.test;Bos\njan@school.test;Bos')).toEqual([
      ...['Bos jan@school.test', 'Bos jan@school.test'],
    ])
  })

  it.each([
    ['comma_in_quotes', 'first,last,address\nJohn,Doe,"120 any st., Anytown"', ['John', 'Doe', '120 any st., Anytown']],
    ['escaped_quotes', 'a,b\n1,"ha ""ha"" ha"\n3,4', ['1', 'ha "ha" ha']],
    [
      'json',
      'key,val\n1,"{""type"": ""Point"", ""at"": [102.0, 0.5]}"',
      ['1', '{"type": "Point", "at": [102.0, 0.5]}'],
    ],
    ['quotes_and_newlines', 'a,b\r\n1,"ha \r\n""ha"" \r\nha"\r\n3,4', ['1', 'ha \r\n"ha" \r\nha']],
  ])('is of csv-spectrum, with which readers of lists are tried: %s', (_, text, second) => {
    expect(cellsOf(text)[1]).toEqual(second)
  })
})
