import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { intentOf, sizeOf, WishedMatrix } from '#src/admin/departments/matrix.ts'
import { MatrixGrid } from '#src/admin/departments/matrix-grid.tsx'

const module = (id: number, name: string, active = true) => ({ id, name, description: '', active, version: 1 })
const department = (id: number, name: string, module_ids: number[], archived = false) => ({
  ...{ id, name, archived, version: id, students: 0 },
  module_ids,
})
const [ALG, GON, STA] = [module(1, 'ALG1'), module(2, 'GON1'), module(3, 'STA1')]
const [TW, BK, OLD] = [
  department(5, 'Wiskunde', [1, 2]),
  department(6, 'Bouwkunde', []),
  department(7, 'Oud', [3], true),
]
const school = { modules: [ALG, GON, STA], departments: [TW, BK, OLD] }
const at = (moduleId: number, departmentId: number) => ({ moduleId, departmentId })
const wished = (wishes = new Map<string, boolean>(), from = school) => new WishedMatrix(from, wishes)

describe('what is wished of modules and departments', () => {
  it('is what is kept until something is changed, and again once that is taken back', () => {
    const matrix = wished()
    expect([matrix.isOn(at(1, 5)), matrix.isOn(at(3, 5))]).toEqual([true, false])
    const changed = wished(new Map(matrix.with([at(3, 5)], true)))
    expect([changed.isOn(at(3, 5)), changed.isChanged(at(3, 5))]).toEqual([true, true])
    expect(changed.with([at(3, 5)], false).size).toBe(0)
  })

  it('is saved by department with its version: what is gained and what is lost', () => {
    const once = wished(new Map(wished().with([at(3, 5), at(2, 6)], true)))
    const twice = wished(new Map(once.with([at(1, 5)], false)))
    expect(twice.edit()).toEqual({
      departments: [
        { id: 5, version: 5, added: [3], removed: [1] },
        { id: 6, version: 6, added: [2], removed: [] },
      ],
    })
    expect(sizeOf(twice.edit())).toEqual({ changes: 3, departments: 2 })
  })

  it('of a whole row or column is known as all, none or some', () => {
    const matrix = wished()
    expect(matrix.stateOf(matrix.column(TW))).toBeNull()
    expect(matrix.stateOf(matrix.column(BK))).toBe(false)
    const all = wished(new Map(matrix.with(matrix.row(ALG, [TW, BK]), true)))
    expect(all.stateOf(all.row(ALG, [TW, BK]))).toBe(true)
    expect(all.isOn(at(1, 7)), 'a department that is not shown').toBe(false)
  })

  it('stays where a colleague’s change left it different, and is no change where they did the same', () => {
    const wishes = new Map(wished().with([at(3, 5), at(2, 6)], true))
    const theirs = { ...school, departments: [department(5, 'Wiskunde', [1, 3]), { ...BK, version: 9 }, OLD] }
    expect(wished(wishes, theirs).edit()).toEqual({ departments: [{ id: 6, version: 9, added: [2], removed: [] }] })
  })

  it('is not of a module that went meanwhile', () => {
    const wishes = new Map(wished().with([at(3, 5)], true))
    expect(wished(wishes, { ...school, modules: [ALG, GON] }).edit()).toEqual({ departments: [] })
  })
})

describe('a key in the grid', () => {
  const size = { rows: 4, columns: 3 }
  const press = (key: string, row: number, column: number, more: Partial<Record<string, boolean>> = {}) =>
    intentOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, { row, column }, size)
  const to = (row: number, column: number) => ({ do: 'move', to: { row, column } })

  it.each([
    ['ArrowRight', 1, 1, to(1, 2)],
    ['ArrowRight', 1, 2, to(1, 2)],
    ['ArrowLeft', 1, 1, to(1, 0)],
    ['ArrowUp', 1, 1, to(0, 1)],
    ['ArrowDown', 3, 1, to(3, 1)],
    ['Home', 2, 2, to(2, 0)],
    ['Home', 0, 2, to(0, 1)],
    ['End', 2, 0, to(2, 2)],
    ['PageDown', 1, 2, to(3, 2)],
    ['PageUp', 3, 2, to(1, 2)],
  ])('%s from %i, %i', (key, row, column, intent) => {
    expect(press(key, row, column)).toEqual(intent)
  })

  it('never leads to the corner, which is empty', () => {
    expect(press('ArrowUp', 1, 0)).toEqual(to(1, 0))
    expect(press('ArrowLeft', 0, 1)).toEqual(to(0, 1))
  })

  it('with Ctrl goes to the ends, and spaces are of a box, a row or a column', () => {
    expect(press('Home', 3, 2, { ctrlKey: true })).toEqual(to(1, 1))
    expect(press('End', 1, 1, { ctrlKey: true })).toEqual(to(3, 2))
    expect(press(' ', 1, 1)).toBeNull()
    expect(press(' ', 1, 1, { shiftKey: true })).toEqual({ do: 'row' })
    expect(press(' ', 1, 1, { ctrlKey: true })).toEqual({ do: 'column' })
  })

  it('leaves Tab and the browser’s own keys alone', () => {
    for (const key of ['Tab', 'Enter', 'Escape', 'a']) expect(press(key, 1, 1)).toBeNull()
    expect(press('ArrowLeft', 1, 1, { altKey: true })).toBeNull()
  })
})

it('the grid names every box, and marks what was changed', () => {
  const matrix = wished(new Map(wished().with([at(3, 5)], true)))
  const html = renderToStaticMarkup(
    createElement(MatrixGrid, { matrix, departments: [TW, BK], onSet: () => undefined }),
  )
  for (const name of ['ALG1 bij Wiskunde', 'STA1 bij Wiskunde, gewijzigd', 'Alle modules bij Bouwkunde'])
    expect(html).toContain(`aria-label="${name}"`)
  expect(html).toContain('aria-label="GON1 bij alle studierichtingen"')
  expect(html).not.toContain('Oud')
  expect(html.match(/<input/g)).toHaveLength(11)
})
