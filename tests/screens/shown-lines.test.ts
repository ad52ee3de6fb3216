import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { UndoLine } from '#domain/import/import.schema.ts'
import { Changes, countByFilter, shownLines } from '#src/admin/import/preview-section.tsx'
import { testmomentImport } from '#src/admin/import/testmoment-import-screen.tsx'
import { undoLinesShown } from '#src/admin/import/undo-screen.tsx'
import { createApi } from '#src/api/api.ts'

const lines = (['new', 'known', 'address-invalid', 'is-administrator', 'new-without-name', 'new'] as const).map(
  (verdict, index) => ({ line: index + 2, findings: [{ verdict, about: '' }], changes: [] }),
)

test('what is wrong with a list comes first, then what is worth knowing, then what is new', () => {
  expect(shownLines(lines, 'all').map(({ line }) => line)).toEqual([4, 6, 5, 2, 7, 3])
})

test('a look at the remarks alone leaves out what goes without saying', () => {
  expect(shownLines(lines, 'notable').map(({ findings }) => findings[0]?.verdict)).toEqual([
    'address-invalid',
    'new-without-name',
    'is-administrator',
  ])
})

test('each choice of lines says how many there are, and shows just those', () => {
  const numbers = countByFilter(lines)
  expect(numbers).toEqual({ notable: 3, refused: 1, added: 3, changed: 0, skipped: 2, all: 6 })
  for (const filter of ['notable', 'refused', 'added', 'changed', 'skipped', 'all'] as const)
    expect(shownLines(lines, filter)).toHaveLength(numbers[filter])
})

const undoLine = (line: number, would: UndoLine['would']): UndoLine => ({
  id: line,
  line,
  outcome: 'added',
  label: null,
  changes: [],
  would,
  hindrance: null,
})

test('lists what stays first when an import is undone', () => {
  const undoLines = [undoLine(4, 'was-undone'), undoLine(3, 'stays'), undoLine(2, 'undone'), undoLine(5, 'stays')]
  expect(undoLinesShown(undoLines, 'all').map(({ line }) => line)).toEqual([3, 5, 2, 4])
  expect(undoLinesShown(undoLines, 'stays').map(({ line }) => line)).toEqual([3, 5])
})

test('a preview of test moments shows the opening under Opent and the closing under Sluit', () => {
  const api = createApi({ origin: 'http://localhost', unauthorized: () => {}, bearer: async () => 'nobody’s' })
  const year = { id: 1, name: '2030-2031', active: false, version: 1, _links: {} }
  const planned = {
    line: 2,
    findings: [{ verdict: 'new' as const, about: '' }],
    changes: [],
    typed_date: '24-11-2031',
    date: '2031-11-24',
    duration: 'day' as const,
    starts_at: null,
    ends_at: null,
    location: null,
    seats: 0,
    max_enrollments: 0,
    enrollments_open_at: '2031-11-01T08:00:00.000Z',
    enrollments_close_at: '2031-11-20T23:00:00.000Z',
  }
  const { columns } = testmomentImport(api, year, [])
  const shown = (label: string) => columns.find((column) => column.label === label)?.cell({ ...planned, modules: [] })
  expect(shown('Opent')).toBe('za 1 nov 2031 om 09:00')
  expect(shown('Sluit')).toBe('vr 21 nov 2031 om 00:00')
})

test('a value that comes or goes is shown beside a word for its absence', () => {
  const changes = [
    { field: 'location', old: '', new: 'Zaal 3' },
    { field: 'starts', old: '9:00', new: '' },
  ] as const
  const html = renderToStaticMarkup(createElement(Changes, { kind: 'testmoments', changes }))
  expect(html.match(/<(del|ins)[^>]*>[^<]*/g)?.map((value) => value.replace(/<.*>/, ''))).toEqual([
    ...['niets', 'Zaal 3', '9:00', 'niets'],
  ])
})
