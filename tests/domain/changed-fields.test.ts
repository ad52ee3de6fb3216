import { expect, test } from 'vitest'
import { changedFields } from '#domain/edit/changed-fields.ts'

const theirs = { name: 'Techniek', archived: false, version: 3 }

test('an edit changes what it names and what is then different', () => {
  expect(changedFields({ name: 'Economie', archived: true }, theirs, ['name', 'archived'])).toEqual([
    'archived',
    'name',
  ])
  expect(changedFields({ name: 'Techniek', archived: true }, theirs, ['name', 'archived'])).toEqual(['archived'])
  expect(changedFields({ archived: undefined }, theirs, ['name', 'archived'])).toEqual([])
})

test('an edit changes nothing that it may not', () => {
  expect(changedFields({ version: 9 }, theirs, ['name', 'archived'])).toEqual([])
})
