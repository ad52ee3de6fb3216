import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inNameOrder } from '#domain/users/name-order.ts'
import { compareDutch, registerLabel, surnameRoot } from '#domain/users/names.ts'

const ordered = (...lastNames: string[]) =>
  inNameOrder(lastNames.map((last_name) => ({ first_name: 'Sam', last_name }))).map(({ last_name }) => last_name)

test.for([
  ['de Vries', 'Vries'],
  ['Van der Berg', 'Berg'],
  ["in 't Veld", 'Veld'],
  ['’t Hart', 'Hart'],
  ["van 't Hof", 'Hof'],
  ["van't Hof", 'Hof'],
  ["'s-Gravesande", 'Gravesande'],
  ['’s-Gravesande', 'Gravesande'],
  ['van ‘s-Gravenhage-de Wit', 'Gravenhage-de Wit'],
  ["'s Jacob", 'Jacob'],
  ["d'Ancona", 'Ancona'],
  ['D’ Ancona', 'Ancona'],
  ['von Hohenlohe', 'Hohenlohe'],
  ['von und zu Egloffstein', 'Egloffstein'],
  ['von der Vogelweide', 'Vogelweide'],
  ['zum Felde', 'Felde'],
  ['Uit den Bogaard', 'Bogaard'],
  ["uit 't Broek", 'Broek'],
  ['op de Beeck', 'Beeck'],
  ['op den Kelder', 'Kelder'],
  ['ten Cate', 'Cate'],
  ['bij de Vaate', 'Vaate'],
  ['de la Rie', 'Rie'],
  ["van de l'Isle", 'Isle'],
  ['v.d. Meer', 'Meer'],
  ['v/d Meer', 'Meer'],
  ['  van   den  Berg', 'Berg'],
  ['Jansen', 'Jansen'],
  // A name of which nothing else would be left, and prefixes of other languages, stand where they are written.
  ['Van', 'Van'],
  ['De Van', 'De Van'],
  ["d'", "d'"],
  ['El Amrani', 'El Amrani'],
  ['Da Silva', 'Da Silva'],
  ['La Rie', 'La Rie'],
  ["O'Brien", "O'Brien"],
  ['Vandenberg', 'Vandenberg'],
  ['', ''],
])('%s stands under %s', ([lastName = '', root]) => {
  expect(surnameRoot(lastName)).toBe(root)
})

test('a register writes the prefix of a name behind it', () => {
  const label = (first_name: string, last_name: string) => registerLabel({ first_name, last_name, username: 'a@b.nl' })
  expect(label('Willem', "'s-Gravesande")).toBe("Gravesande, Willem 's-")
  expect(label('Jade', 'van  den Berg')).toBe('Berg, Jade van  den')
  expect(label('', 'Sukarno')).toBe('Sukarno')
  expect(label('Sukarno', '')).toBe('Sukarno')
  expect(label('', '')).toBe('a@b.nl')
})

test('a class list has the order that Dutch readers know, whatever the accents and capitals', () => {
  const names = [
    'van Dam',
    'Dekker',
    'Élise',
    "'s-Gravesande",
    'jansen',
    'Janssen',
    'Ozan',
    'Özil',
    'de Vries',
    'Zwart',
  ]
  expect(ordered(...names.toReversed())).toEqual(names)
})

test('people of one last name are in the order of their first names, before longer last names', () => {
  const people = ['Zoë', 'Anna', 'Émile', 'Daan'].map((first_name) => ({ first_name, last_name: 'de Vries' }))
  const others = [
    { first_name: 'Anna', last_name: 'Vries Bos' },
    { first_name: 'Anna', last_name: 'de Vries-Bos' },
    { first_name: 'Vriesa', last_name: '' },
  ]
  expect(inNameOrder([...others, ...people]).map(({ first_name, last_name }) => `${first_name} ${last_name}`)).toEqual([
    ...['Anna de Vries', 'Daan de Vries', 'Émile de Vries', 'Zoë de Vries'],
    ...['Anna Vries Bos', 'Anna de Vries-Bos', 'Vriesa '],
  ])
})

test('the order is one whatever the order in which people came, and who are called the same keep theirs', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'de Vries', '\u{1f600}', '\uffee', "'s-G", 'e\u0301'),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ first_name: part, last_name: part })), (names) => {
      const people = names.map((name, id) => ({ ...name, id }))
      const sorted = inNameOrder(people)
      const ids = sorted.map(({ id }) => id).join()
      for (const again of [people.toReversed(), sorted])
        expect(
          inNameOrder(again)
            .map(({ id }) => id)
            .join(),
        ).toBe(ids)
    }),
  )
})

test('numbers in names are numbers', () => {
  expect(['WIS10', 'WIS2', 'WIS1'].toSorted(compareDutch)).toEqual(['WIS1', 'WIS2', 'WIS10'])
})
