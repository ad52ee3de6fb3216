import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { Participation } from '#api-server/testmoments/exports/participation.ts'
import { requireRoom, writeApart } from '#api-server/testmoments/exports/write-apart.ts'

const participation: Participation = {
  date: '2026-03-20',
  duration: 'day',
  madeAt: Date.parse('2026-03-10T09:00:00.000Z'),
  participants: Array.from({ length: 200 }, (_, index) => ({
    module: `WIS${index % 20}`,
    description: 'Wiskunde',
    first_name: 'Sam',
    last_name: `Persoon ${index}`,
    username: `sam-${index}@school.test`,
    education_department: 'Techniek',
    created_at: '2026-03-01T09:00:00.000Z',
  })),
}

const write = () => Readable.from(writeApart({ kind: 'presence-checklist', participation }))
const untilRoom = () => vi.waitFor(requireRoom, { timeout: 4_000 })

async function allPieces(file: AsyncIterable<unknown>) {
  const pieces: unknown[] = []
  for await (const piece of file) pieces.push(piece)
  return pieces
}

async function firstPiece(file: Readable) {
  for await (const piece of file.iterator({ destroyOnReturn: false })) return piece
}

test('a list is written page by page, not at once', async () => {
  const pieces = await allPieces(write())
  expect(pieces.length).toBeGreaterThanOrEqual(20)
  await untilRoom()
})

test('two files are written at a time; a third is to come back, until one of them hung up', async () => {
  const files = [write(), write()]
  await Promise.all(files.map(firstPiece))
  expect(requireRoom).toThrow('unavailable')
  files[0]?.destroy()
  await untilRoom()
  files[1]?.destroy()
  await untilRoom()
})

test('a file that cannot be written ends in an error, and makes room', async () => {
  const broken = { ...participation, date: 'geen datum' }
  await expect(allPieces(writeApart({ kind: 'export', participation: broken }))).rejects.toThrow(RangeError)
  await untilRoom()
})
