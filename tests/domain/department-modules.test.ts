import { expect, test } from 'vitest'
import { modulesChange } from '#domain/departments/department.rules.ts'

const replaced = (module_ids: number[], held = [1, 2]) => modulesChange(held, { how: 'replace', module_ids })
const added = (module_ids: number[]) => modulesChange([1, 2], { how: 'add', module_ids })

test('replacing the list takes away what is not named, and adds what is new', () => {
  expect(replaced([2, 3])).toEqual({ added: [3], removed: [1], loses_all: false })
  expect(replaced([2, 1])).toEqual({ added: [], removed: [], loses_all: false })
})

test('adding takes nothing away', () => {
  expect(added([2, 3])).toEqual({ added: [3], removed: [], loses_all: false })
  expect(added([])).toEqual({ added: [], removed: [], loses_all: false })
})

test('a department loses all only if it had something and keeps nothing', () => {
  expect(replaced([])).toEqual({ added: [], removed: [1, 2], loses_all: true })
  expect(replaced([3])).toMatchObject({ loses_all: false })
  expect(replaced([], [])).toMatchObject({ loses_all: false })
})
