import { describe, expect, test } from 'vitest'
import { tableOf } from '#domain/entities/record-fields.ts'
import { countVerdicts } from '#domain/import/import.rules.ts'
import type { KnownRoom } from '#domain/import/rooms.rules.ts'
import { roomFields } from '#domain/rooms/room.fields.ts'
import { cellOf } from '#src/parts/download-button.tsx'
import { judgeRooms, readRoomList } from '#tests/domain/support/listed.ts'

const values = { seats: 30, position: 1, remark: '', extra_time: false }
const known: KnownRoom[] = [
  { ...values, id: 1, name: 'A1.04', archived: false },
  { ...values, id: 2, name: 'Aula', position: 7, remark: 'Koud', extra_time: true, archived: false },
  { ...values, id: 3, name: 'Oud', archived: true },
]

function judgeAll(text: string, { update = false, rooms = known } = {}) {
  const reading = readRoomList(text)
  if (!reading.read) throw new Error(reading.fault)
  return judgeRooms(reading.rows, rooms, { update })
}
const HEADER = 'lokaal;plaatsen;volgorde;opmerking;extra tijd'
const judge = (...lines: string[]) => judgeAll([HEADER, ...lines].join('\n'))
const update = (...lines: string[]) => judgeAll([HEADER, ...lines].join('\n'), { update: true })
const verdicts = (judged: ReturnType<typeof judge>) =>
  judged.map(({ findings }) => findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '))

describe('a line of a list of rooms', () => {
  test('says all that a room is', () => {
    expect(judge('B3.14;60;3;De  klok loopt voor.;ja')).toEqual([
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        name: 'B3.14',
        seats: '60',
        position: '3',
        remark: 'De klok loopt voor.',
        extra_time: 'ja',
        room_id: null,
        wrote: { seats: 60, position: 3, remark: 'De klok loopt voor.', extra_time: true },
        replaced: {},
      },
    ])
  })

  test.each([
    ['B1;30', 'new'],
    ['b1;30,00;2.0;;x', 'new'],
    ['a1.04;99', 'known'],
    ['OUD;30', 'room-archived Oud'],
    ['B1', 'seats-none'],
    ['B1;0', 'seats-none'],
    ['B1;2001', 'seats-invalid 2001'],
    ['B1;veel', 'seats-invalid veel'],
    ['B1;30;0', 'position-invalid 0'],
    ['B1;30;;;misschien', 'extra-time-invalid misschien'],
    [`B1;30;;${'x'.repeat(500)}`, 'new'],
    [`B1;30;;${'x'.repeat(501)}`, 'remark-too-long'],
    [';30', 'name-missing'],
    [`${'x'.repeat(81)};30`, 'name-too-long'],
    ['B\u202E1;30', 'name-unreadable'],
    ['Lokaal extra tijd;30', 'new, name-revealing'],
    ['Caf\uFFFD;30', 'new, letters-lost'],
    [';veel;0', 'name-missing, seats-invalid veel, position-invalid 0'],
    ['B1;30;;;;te veel', 'shifted'],
  ])('%j is %s', (line, verdict) => {
    expect(verdicts(judge(line))).toEqual([verdict])
  })

  test('that occurs twice counts once, and is refused when the two differ', () => {
    expect(verdicts(judge('B1;30', 'b1;30', 'B1;31'))).toEqual([
      ...['contradicted 4', 'contradicted 4', 'contradicted 2'],
    ])
    expect(verdicts(judge('B1;30', 'b1;30'))).toEqual(['new', 'repeated 2'])
    expect(verdicts(judge('B1;30;;;ja', 'B1;30;;;JA'))).toEqual(['new', 'repeated 2'])
  })

  test('without a place in the order comes after all others', () => {
    expect(judge('B1;30', 'B2;30;20', 'B3;30').map(({ position }) => position)).toEqual(['8', '20', '21'])
  })

  test('updates what it says, from what to what, and leaves the rest', () => {
    const [line] = update('aula;200;;;nee')
    expect(line).toMatchObject({
      findings: [{ verdict: 'updated' }],
      changes: [
        { field: 'seats', old: '30', new: '200' },
        { field: 'extra_time', old: 'ja', new: 'nee' },
      ],
      ...{ position: '7', remark: 'Koud', room_id: 2 },
      wrote: { seats: 200, extra_time: false },
      replaced: { seats: 30, extra_time: true },
    })
    expect(verdicts(update('aula;30;7;Koud;ja', 'A1.04;0'))).toEqual(['known', 'known'])
  })
})

test('the table of the rooms of a school, as it is downloaded, says nothing new when it is imported', () => {
  const rooms: KnownRoom[] = [
    { ...values, id: 1, name: '-1.04', remark: 'Sleutel; bij de "balie"', archived: false },
    { ...values, id: 2, name: "'t Lokaal", position: 7, seats: 2000, extra_time: true, archived: false },
    { ...values, id: 3, name: '@Aula', remark: '=niet optellen', archived: false },
  ]
  const text = tableOf(roomFields, rooms)
    .map((cells) => cells.map(cellOf).join(';'))
    .join('\r\n')
  expect(text.split('\r\n')[0]).toBe('Naam;Plaatsen;Volgorde;Opmerking;Ook voor extra tijd')
  expect(verdicts(judgeAll(text, { rooms, update: true }))).toEqual(['known', 'known', 'known'])
  const anew = judgeAll(text, { rooms: [] })
  expect(anew.map(({ name, wrote }) => ({ name, ...wrote }))).toEqual(
    rooms.map(({ id: _, archived: __, ...room }) => room),
  )
})

/** Lists as schools and their planning systems write them, the first lines of public files. */
describe('a list of another system', () => {
  const roomsIn = (text: string) =>
    judgeAll(text, { rooms: [] }).map(({ name, seats, findings }) => `${name} ${seats} ${findings[0]?.verdict}`)

  test.for([
    ['a Dutch university, by number', 'Zaalnummer,Max. capaciteit\nA1.04,41\nC0.110,117\n'],
    ['the same in short, with a comma too many', 'Zaal,Cap,\nA1.04,41,\nC0.110,117,\n'],
    ['the same without names of columns', 'A1.04;41\nC0.110;117\n'],
    ['the same in English', 'Roomnumber,Max. capacity\nA1.04,41\nC0.110,117\n'],
    ['with kinds of rooms', 'Number,Type,Capacity\nA1.04,LECTURE,41\nC0.110,LAB,117\n'],
    ['by ids, which are names here', 'id,capacity\nA1.04,41\nC0.110,117\n'],
    ['with ids beside names', 'room_id,room_name,capacity\nR1,A1.04,41\nR2,C0.110,117\n'],
    ['a title above it', 'Zalenoverzicht 2026\n\nRuimte;Verdieping;Capaciteit\nA1.04;1;41\nC0.110;0;117'],
  ] as const)('is read: %s', ([, text]) => {
    expect(roomsIn(text)).toEqual(['A1.04 41 new', 'C0.110 117 new'])
  })

  test('with seats for examinations counts those, and passes over rooms without any', () => {
    const unitime = [
      'Name,External Id,Type,Capacity,Examination Capacity,Room Area,Distance Check,Control Department,Features',
      'EDUC 101,10,Classroom,104,52,,Yes,LLR,"Comp, Proj"',
      'EDUC 102,11,Classroom,89,0,,Yes,LLR,ThtrSeat',
      'THOR 135,12,Computing Lab,14,,,Yes,,Comp',
    ].join('\n')
    expect(roomsIn(unitime)).toEqual(['EDUC 101 52 new', 'EDUC 102 0 seats-none', 'THOR 135  seats-none'])
  })

  test('with much that is no room for a test: rooms without seats, and names twice', () => {
    const lines = [
      'name,suffix,name_short,alt_name,room_codes,tiss_code,type,parent_name,area,capacity,comment',
      'Foyer 1.OG,,,,AA0139,,circulation_area,,90,,rdb',
      'Aufbaulabor,,,,AH0105,ABL,drawing_room,,267,120,tiss rdb',
      'Hörsaal 7,Schütte-Lihotzky,HS 7,,AHEG07,H7,lecture_hall,,162,143,colab rdb tiss',
    ].join('\n')
    expect(roomsIn(lines)).toEqual(['Foyer 1.OG  seats-none', 'Aufbaulabor 120 new', 'Hörsaal 7 143 new'])
    expect(countVerdicts(judgeAll(lines, { rooms: [] }))).toMatchObject({ added: 2, remarks: 1, errors: 0 })
  })

  test('with a column of buildings has these before the names that do not say so', () => {
    const text = 'building_name;name;capacity\nMain Building;101;40\nLab;Lab 201;30\n;Aula;90'
    expect(roomsIn(text)).toEqual(['Main Building 101 40 new', 'Lab 201 30 new', 'Aula 90 new'])
  })
})
