import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { fileName, type Participation } from '#api-server/acts/exports/participation.ts'
import { sheetNames } from '#api-server/acts/exports/spreadsheet.ts'
import { type FileOrder, type FileWriter, type RowsToWrite, writeApart } from '#api-server/acts/exports/write-apart.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { writeHere } from '#tests/support/api/write-here.ts'
import { describeOnSqlite } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'

test('a file is called after its moment, and where a day has several after its time too, or else its number', () => {
  const day = { id: 12, date: '2026-11-24', duration: 'day', starts_at: '09:00', others: [] } as const
  expect(fileName('toetsmoment', day)).toBe('toetsmoment-2026-11-24.xlsx')
  expect(fileName('presentielijst', { ...day, date: '2026-11-23', duration: 'week' })).toBe(
    'presentielijst-week-van-2026-11-23.pdf',
  )
  expect(fileName('uitslagen', { ...day, others: ['13:30', null] })).toBe('uitslagen-2026-11-24-09.00.xlsx')
  expect(fileName('uitslagen', { ...day, others: ['09:00'] })).toBe('uitslagen-2026-11-24-nr-12.xlsx')
  expect(fileName('uitslagen', { ...day, starts_at: null, others: ['09:00'] })).toBe('uitslagen-2026-11-24-nr-12.xlsx')
})

test('a plain name is written twice alike', () => {
  expect(attachment('lijst-2026.pdf')).toBe(`attachment; filename="lijst-2026.pdf"; filename*=UTF-8''lijst-2026.pdf`)
})

test('letters beyond ASCII stay for who can read them', () => {
  expect(attachment('België ✓.pdf')).toBe(
    `attachment; filename="Belgie _.pdf"; filename*=UTF-8''Belgi%C3%AB%20%E2%9C%93.pdf`,
  )
})

test.each([
  ['quotes', 'a"; filename="b.exe'],
  ['line ends', 'a\r\nSet-Cookie: b=c'],
  ['paths', '../../etc/passwd'],
  ['paths of Windows', '..\\..\\autorun.inf'],
  ['percent signs', 'a%22%0d%0a.pdf'],
  ['half a letter', 'a\ud800.pdf'],
  ['quotes of RFC 8187', "a'en'b(*).pdf"],
])('%s cannot end the header or lead elsewhere', (_, name) => {
  const header = attachment(name)
  expect(header).toMatch(/^attachment; filename="[\w .()-]+"; filename\*=UTF-8''(?:[\w.!~-]|%[\dA-F]{2})+$/)
  const decoded = decodeURIComponent(header.slice(header.indexOf("''") + 2))
  expect(decoded).not.toMatch(/[\p{Cc}/\\]|^\./u)
})

const participation: Participation = {
  date: '2026-03-20',
  ...newTestmoment,
  madeAt: Date.parse('2026-03-10T09:00:00.000Z'),
  rooms: [],
  waiting: [],
  participants: Array.from({ length: 200 }, (_, index) => ({
    user_id: index,
    module: `WIS${index % 20}`,
    description: 'Wiskunde',
    first_name: 'Sam',
    last_name: `Persoon ${index}`,
    username: `sam-${index}@school.test`,
    student_number: null,
    education_department: 'Techniek',
    class_group: null,
    room: null,
    seat_number: null,
    created_at: '2026-03-01T09:00:00.000Z',
  })),
}

const sam = {
  ...{ username: 'sam@school.test', first_name: 'Sam', last_name: 'de Vries', student_number: null },
  class_group: '1A',
}
const passed = { outcome: 'passed', grade: 70 } as const
const graded = participation.participants.map((participant) => ({
  ...participant,
  ...({ presence: 'present', draft: passed, published: null, published_at: null } as const),
}))
const lines = Array.from({ length: 300 }, (_, index) => ({
  ...{ at: '2026-03-01T09:00:00.000Z', actor: 'Sam de Vries', resource: 'Module', subject: `WIS${index}` },
  ...{ action: 'Bekeken', about: null, changes: '' },
}))
const marks = [
  { id: 1, ...sam, education_department_name: null, cells: [] },
  {
    ...{ id: 2, ...sam, education_department_name: 'Techniek' },
    cells: [{ module_id: 3, best: passed, testmoment_id: 4, tries: 2, completed: true }],
  },
]

/** A file of each kind, with the rows that follow its order in two pieces. */
const FILES: Record<FileOrder['kind'], [FileOrder, (readonly RowsToWrite[])?]> = {
  export: [{ kind: 'export', participation }],
  results: [{ kind: 'results', participation: { ...participation, participants: graded } }],
  'result-statistics': [
    {
      kind: 'result-statistics',
      year: { schoolyear: '2025-2026', statistics: { modules: [], testmoments: [], departments: [] } },
    },
  ],
  audit: [{ kind: 'audit', about: 'Alle regels' }, [lines.slice(0, 200), lines.slice(200)]],
  gradebook: [
    { kind: 'gradebook', head: { schoolyear: '2025-2026', modules: [{ id: 3, name: 'ALG', expected: true }] } },
    [marks.slice(0, 1), marks.slice(1)],
  ],
  users: [
    {
      kind: 'users',
      people: [
        { ...sam, department: null, type: 'Student', status: 'Actief', invited_until: null, last_login_at: null },
      ],
    },
  ],
  door: [{ kind: 'door', participation }],
  checklist: [{ kind: 'checklist', list: 'all', participation }],
}

const write = () => Readable.from(writeApart({ kind: 'checklist', list: 'modules', participation }))
const untilEnded = () => eventually(() => expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap'))

async function allPieces(file: AsyncIterable<unknown>) {
  const pieces: unknown[] = []
  for await (const piece of file) pieces.push(piece)
  return pieces
}

const sizeOf = (piece: unknown) => Buffer.from(piece as Uint8Array).length
const kindOf = (piece: unknown) => Buffer.from(piece as Uint8Array).toString('latin1', 0, 4)

async function firstPiece(file: Readable) {
  for await (const piece of file.iterator({ destroyOnReturn: false })) return piece
}

test('a list is written page by page, not at once', async () => {
  const pieces = await allPieces(write())
  expect(pieces.length).toBeGreaterThanOrEqual(20)
  await untilEnded()
})

test.each(Object.entries(FILES))(
  'a process of its own writes the file of %s as it is written here',
  async (_, given) => {
    const [order, pieces] = given
    const rows = () => pieces && Readable.from(pieces)
    const apart = await allPieces(writeApart(order, rows()))
    const here = await allPieces(writeHere(order, rows()))
    expect(apart.map(sizeOf)).toEqual(here.map(sizeOf))
    expect(apart.slice(0, 1).map(kindOf)).toEqual([/checklist|door/.test(order.kind) ? '%PDF' : 'PK\u0003\u0004'])
    await untilEnded()
  },
)

test('sheets get names that spreadsheets take, each its own', () => {
  const nameOf = sheetNames()
  const wanted = [
    'A–Z',
    'WIS A/B',
    'wis a-b',
    "'Wis'",
    'History',
    '',
    '[]:*?',
    'x'.repeat(40),
    'x'.repeat(31),
    `${'y'.repeat(30)}😀`,
  ]
  const names = wanted.map(nameOf)
  expect(names.slice(0, 7)).toEqual(['A–Z', 'WIS A-B', 'wis a-b (2)', 'Wis', 'History (2)', 'Blad', '-----'])
  expect(names.slice(7)).toEqual(['x'.repeat(31), `${'x'.repeat(27)} (2)`, 'y'.repeat(30)])
})

test('a file is written no further once its reader hung up', async () => {
  const file = write()
  await firstPiece(file)
  expect(process.getActiveResourcesInfo()).toContain('ProcessWrap')
  file.destroy()
  await untilEnded()
})

test('a file whose process is killed while a piece is read ends in an error, and not this process', async () => {
  const started: ChildProcess[] = []
  const note = (message: unknown) => started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', note)
  const file = writeApart({ kind: 'checklist', list: 'modules', participation })
  await file.next()
  unsubscribe('child_process', note)
  for (const writer of started) {
    const exit = once(writer, 'exit')
    writer.kill('SIGKILL')
    await exit
  }
  expect(started).toHaveLength(1)
  await expect(file.next()).rejects.toThrow('ended before the file was complete')
})

describeOnSqlite('files to download', (open) => {
  afterEach(() => void vi.useRealTimers())

  test('make room once a reader has asked for nothing for half a minute', async () => {
    let isOver = false
    const writeFile: FileWriter = async function* () {
      try {
        for (;;) yield Buffer.alloc(1_000_000)
      } finally {
        isOver = true
      }
    }
    const database = await open()
    const api = await startTestApi(database, { writeFile })
    await startTestSchool(database)
    const { token } = await api.logIn('teacher@school.test')
    const { port } = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reader = connect(Number(port), '127.0.0.1').pause()
    reader.write(`GET /api/v1/audit/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    while (!isOver) {
      vi.advanceTimersByTime(30_000)
      await turn()
    }
    await once(reader.resume(), 'close')
  })

  test('are made two at a time, from before their data are read; a third is to come back', async () => {
    const database = await open()
    const gate = Promise.withResolvers<void>()
    const writeFile: FileWriter = async function* () {
      await gate.promise
      yield Buffer.from('file')
    }
    const api = await startTestApi(database, { writeFile })
    await startTestSchool(database)
    const { token } = await api.logIn('teacher@school.test')
    const ask = (operation: string) => api.ask(operation, { token })

    const replies = Array.from({ length: 3 }, () => ask('GET /audit/export'))
    expect(await Promise.race(replies)).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    gate.resolve()
    expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([200, 200, 503])

    // One that cannot be read makes room, and so does one that is sent.
    for (const _ of [1, 2, 3]) expect(await ask('GET /schoolyear/99/gradebook/export')).toMatchObject({ status: 404 })
    expect(await ask('GET /audit/export')).toMatchObject({ status: 200, body: 'file' })
  })
})

test('a file that cannot be written ends in an error, and its process ends', async () => {
  const broken = { ...participation, date: 'geen datum' }
  await expect(allPieces(writeApart({ kind: 'export', participation: broken }))).rejects.toThrow(RangeError)
  await untilEnded()
})
