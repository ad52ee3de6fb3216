import { expect, test } from 'vitest'
import { compareDutch, inNameOrder, surnameRoot } from '#domain/users/names.ts'

const ordered = (...lastNames: string[]) =>
  inNameOrder(lastNames.map((last_name) => ({ first_name: 'Sam', last_name }))).map(({ last_name }) => last_name)

test('what stands before a Dutch surname is passed over', () => {
  expect(['de Vries', 'Van der Berg', "in 't Veld", '’t Hart', "van 't Hof", 'Jansen'].map(surnameRoot)).toEqual([
    'Vries',
    'Berg',
    'Veld',
    'Hart',
    'Hof',
    'Jansen',
  ])
})

test('a name of which nothing else would be left stands where it is written', () => {
  expect(['Van', 'De Van', 'El Amrani', 'Da Silva', 'Vandenberg'].map(surnameRoot)).toEqual([
    'Van',
    'De Van',
    'El Amrani',
    'Da Silva',
    'Vandenberg',
  ])
})

test('a class list has the order that Dutch readers know, whatever the accents and capitals', () => {
  expect(ordered('de Vries', 'Zwart', 'Özil', 'van Dam', 'Élise', 'Dekker', 'jansen', 'Ozan', 'Janssen')).toEqual([
    'van Dam',
    'Dekker',
    'Élise',
    'jansen',
    'Janssen',
    'Ozan',
    'Özil',
    'de Vries',
    'Zwart',
  ])
})

test('people of one last name are in the order of their first names', () => {
  const people = ['Zoë', 'Anna', 'Émile', 'Daan'].map((first_name) => ({ first_name, last_name: 'de Vries' }))
  expect(inNameOrder(people).map(({ first_name }) => first_name)).toEqual(['Anna', 'Daan', 'Émile', 'Zoë'])
})

test('numbers in names are numbers', () => {
  expect(['WIS10', 'WIS2', 'WIS1'].toSorted(compareDutch)).toEqual(['WIS1', 'WIS2', 'WIS10'])
})
