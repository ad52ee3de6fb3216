import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { graded } from '#domain/results/result.rules.ts'
import type { ResultCell, ResultEdit, ResultStudent, ResultValue, SavedResult } from '#domain/results/result.schema.ts'
import type { KeptCell } from '#src/admin/testmoments/results/cells.ts'
import { gridTexts, publishTexts } from '#src/admin/testmoments/results/results.texts.ts'
import { createSheet } from '#src/admin/testmoments/results/sheet.ts'

const MODULE = 3
const modules = [{ id: MODULE, name: 'ALG' }]

const cell = (id: number, made: Partial<ResultCell> = {}): ResultCell => ({
  enrollment_id: id,
  module_id: MODULE,
  presence: null,
  version: 0,
  draft: null,
  published: null,
  published_at: null,
  editor: null,
  sender: null,
  ...made,
})
const student = (id: number, made?: Partial<ResultCell>): ResultStudent => ({
  id,
  username: `${id}@school.test`,
  first_name: 'Jade',
  last_name: `Bakker ${id}`,
  student_number: `00100${id}`,
  class_group: null,
  cells: [cell(id, made)],
})

/** A server that keeps results by version, as the real one does. */
function startServer(count: number) {
  const cells = new Map(Array.from({ length: count }, (_, at) => [at + 1, cell(at + 1)]))
  const batches: (readonly ResultEdit[])[] = []
  const put = (id: number, draft: ResultValue | null, editor = 'Ik') => {
    const before = cells.get(id) ?? cell(id)
    cells.set(id, { ...before, draft, version: before.version + 1, editor })
  }
  const keepOne = ({ enrollment_id, version, value }: ResultEdit): SavedResult => {
    const now = cells.get(enrollment_id)
    if (!now) return { enrollment_id, outcome: 'unknown', cell: null }
    if (JSON.stringify(now.draft) === JSON.stringify(value)) return { enrollment_id, outcome: 'same', cell: now }
    if (now.version !== version) return { enrollment_id, outcome: 'stale', cell: now }
    put(enrollment_id, value)
    return { enrollment_id, outcome: 'saved', cell: cells.get(enrollment_id) ?? null }
  }
  let failure: 'none' | 'before' | 'after' = 'none'
  return {
    batches,
    cells,
    put,
    fail: (how: typeof failure) => {
      failure = how
    },
    students: () => [...cells.values()].map((now) => student(now.enrollment_id, now)),
    save: async (edits: readonly ResultEdit[]) => {
      batches.push(edits)
      if (failure === 'before') throw new Error('unreachable')
      const answer = edits.map(keepOne)
      if (failure === 'after') throw new Error('unreachable')
      return answer
    },
  }
}

function open(server: ReturnType<typeof startServer>) {
  let kept: readonly KeptCell[] = []
  const sheet = createSheet({
    save: server.save,
    keep: (edits) => {
      kept = edits
    },
    mayPass: (error) => error instanceof Error && error.message === 'unreachable',
  })
  sheet.inform(server.students(), modules, performance.now())
  sheet.show([...server.cells.keys()].map((id) => [id]))
  return {
    ...sheet,
    /** gives the sheet the students as they are now, or as they were when asked for */
    receive: (students = server.students(), askedAt = performance.now()) => sheet.inform(students, modules, askedAt),
    kept: () => kept,
    typeDown: (...texts: string[]) => {
      for (const [at, text] of texts.entries()) {
        sheet.edit({ id: at + 1, text })
        sheet.move('down', false)
      }
      sheet.commit()
    },
    texts: () => [...server.cells.keys()].map((id) => sheet.look(id).text),
  }
}

const drafts = (server: ReturnType<typeof startServer>) =>
  [...server.cells.values()].map(({ draft }) => draft?.grade ?? draft?.outcome ?? null)

describe('typing results', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const pass = () => vi.advanceTimersByTimeAsync(1_000)

  it('down a column saves them together, each as it is read', async () => {
    const server = startServer(4)
    const sheet = open(server)
    sheet.typeDown('7', '7.5', 'v', 'onvoldoende')
    expect(sheet.texts()).toEqual(['7,0', '7,5', 'V', 'O'])
    expect(sheet.saving()).toMatchObject({ state: 'saving', unsaved: 4 })
    await pass()
    expect(drafts(server)).toEqual([70, 75, 'passed', 'failed'])
    expect(server.batches).toHaveLength(1)
    expect(sheet.saving()).toMatchObject({ state: 'saved', unsaved: 0 })
    expect(sheet.kept()).toEqual([])
    expect(sheet.counts().get(MODULE)).toEqual({ students: 4, filled: 4, passed: 3, unpublished: 4 })
  })

  it('keeps what cannot be read as it was typed, marked, and saves the rest', async () => {
    const server = startServer(3)
    const sheet = open(server)
    sheet.typeDown('11', '5.555', '6')
    await pass()
    expect(sheet.texts()).toEqual(['11', '5.555', '6,0'])
    expect(sheet.look(1)).toMatchObject({ state: 'faulty', note: 'Een cijfer is 1,0 tot en met 10,0.' })
    expect(sheet.saving()).toMatchObject({ faulty: 2, unsaved: 0 })
    expect(drafts(server)).toEqual([null, null, 60])
    expect(sheet.kept().map(({ typed }) => typed)).toEqual(['11', '5.555'])
  })

  it('is undone and done again step by step, a pasted column as one', async () => {
    const server = startServer(3)
    const sheet = open(server)
    sheet.typeDown('5', '6')
    await pass()
    sheet.selectId(1, false)
    expect(await sheet.paste('001003\t10\n001001\t8\n001002\t9\n')).toMatchObject({ results: 3, faulty: 0 })
    expect(sheet.texts()).toEqual(['8,0', '9,0', '10,0'])
    expect(sheet.undo()).toEqual({ changed: 3, kept: 0 })
    expect(sheet.undo()).toEqual({ changed: 1, kept: 0 })
    expect(sheet.texts()).toEqual(['5,0', '', ''])
    sheet.redo()
    sheet.redo()
    await pass()
    expect(drafts(server)).toEqual([80, 90, 100])
    expect(sheet.redo()).toBeNull()
  })

  it('does not undo what a colleague has changed since', async () => {
    const server = startServer(2)
    const sheet = open(server)
    sheet.selectId(1, false)
    await sheet.paste('001001\t7\n001002\t8')
    await pass()
    server.put(2, graded(40), 'Noor')
    sheet.receive()
    expect(sheet.undo()).toEqual({ changed: 1, kept: 1 })
    await pass()
    expect(drafts(server)).toEqual([null, 40])
  })

  it('goes on while the server is away, and saves each once when it is back, also where only the answer was lost', async () => {
    const server = startServer(3)
    const sheet = open(server)
    server.fail('after')
    sheet.typeDown('7')
    await vi.advanceTimersByTimeAsync(600)
    sheet.typeDown('7', '8')
    sheet.selectId(1, false)
    sheet.edit({ id: 1, text: '9' })
    sheet.commit()
    expect(sheet.saving()).toMatchObject({ state: 'failed', problem: null })
    server.fail('none')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(drafts(server)).toEqual([90, 80, null])
    expect(server.cells.get(1)?.version).toBe(2)
    expect(sheet.saving()).toMatchObject({ state: 'saved' })
  })

  it('says a refusal, and sends nothing more until somebody asks', async () => {
    const server = startServer(1)
    const refused = new Error('422')
    const sheet = createSheet({ save: () => Promise.reject(refused), keep: () => undefined, mayPass: () => false })
    sheet.inform(server.students(), modules, 0)
    sheet.show([[1]])
    sheet.edit({ id: 1, text: '7' })
    await sheet.flush()
    expect(sheet.saving()).toMatchObject({ state: 'failed', problem: refused, unsaved: 1 })
    expect(sheet.look(1).text).toBe('7,0')
  })
})

describe('pasting results', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const STAT = { id: 4, name: 'STAT' }
  const both = [...modules, STAT]

  /** Jade 1, 2 and 3, in ALG as enrollments 1 to 3; the first two in STAT too, as 11 and 12. Shown are 3 and 1. */
  const begin = () => {
    const server = startServer(3)
    const students = server.students().map((one) => ({
      ...one,
      cells: one.id === 3 ? one.cells : [...one.cells, cell(one.id + 10, { module_id: STAT.id })],
    }))
    const sheet = open(server)
    const noor = { ...student(7), first_name: 'Noor', last_name: 'Vos' }
    sheet.inform([...students, noor], both, performance.now())
    sheet.show([
      [3, null],
      [1, 11],
    ])
    sheet.selectId(11, false)
    return {
      ...sheet,
      /** pastes lines; resolves to the cells afterwards and the notice */
      pasteAll: async (...lines: string[]) => {
        const pasted = await sheet.paste(lines.join('\n'))
        const cells = [1, 2, 3, 11, 12].flatMap((id) => (sheet.look(id).text ? `${id}: ${sheet.look(id).text}` : []))
        return [...cells, pasted && gridTexts.pasted(pasted).replace(' Ctrl+Z maakt het ongedaan.', '')]
      },
    }
  }

  it.each([
    [
      'whoever is shown, by the names of modules in any order',
      ['STAT\tNaam\tStudentnummer\tALG', '6\tBakker 2, Jade\t001002\t7,5', '\tBakker 3, Jade\t001003\t8'],
      ['2: 7,5', '3: 8,0', '12: 6,0', '3 uitslagen geplakt.'],
    ],
    [
      'a single column without a name in the module that has the focus',
      ['001002\t7,5', '001001\tv'],
      ['11: V', '12: 7,5', '2 uitslagen geplakt.'],
    ],
    [
      'a column that names its module, also below a blank head',
      ['\tcijfer ALG', '001002\t7'],
      ['2: 7,0', '1 uitslag geplakt.'],
    ],
    [
      'names between numbers and grades, with commas in both',
      ['001001\tBakker, J., Jade\t7,5', '001002\tBakker, J., Jade\t6'],
      ['11: 7,5', '12: 6,0', '2 uitslagen geplakt.'],
    ],
    [
      'numbers without the zeros in front',
      ['1001\t7'],
      ['11: 7,0', '1 uitslag geplakt. In het nummer ontbraken nullen: 1001.'],
    ],
    [
      'nothing of who is not here, nor of a total',
      ['Studentnummer\tALG', '001009\t7', '001008\t8', '001001\t6', 'Gemiddelde\t7'],
      ['1: 6,0', '1 uitslag geplakt. 2 regels horen bij niemand in deze lijst: 001009 en 001008.'],
    ],
    [
      'nothing of a line that is two people’s',
      ['Studentnummer\tNaam\tALG', '001001\tNoor Vos\t7', '001002\tJade\t6'],
      ['2: 6,0', '1 uitslag geplakt. 1 regel noemt twee mensen: 001001 (Jade Bakker 1 en Noor Vos).'],
    ],
    [
      'nothing where the list has two results',
      ['001001\t7', '001001\t8', '001002\t6'],
      ['12: 6,0', '1 uitslag geplakt. Niet geplakt, want de lijst heeft twee uitslagen: 001001.'],
    ],
    [
      'nothing for signs of other systems',
      ['001001\t-', '001002\tNA', '001003\tafwezig'],
      ['0 uitslagen geplakt. 3 regels hebben geen cijfer en zijn overgeslagen.'],
    ],
    [
      'nothing in a module that somebody does not take, nor of one that is not here',
      ['Nummer\tSTAT\tGON', '001003\t7\t8', '001001\t6\t9'],
      [
        '11: 6,0',
        '1 uitslag geplakt. Niet geplakt bij wie die module hier niet doet: 001003. 1 kolom is van geen module hier en niet geplakt: GON.',
      ],
    ],
    [
      'what cannot be read as it is, marked',
      ['001001\t11'],
      ['11: 11', '1 uitslag geplakt. 1 cel klopt niet en is gemarkeerd.'],
    ],
  ])('fills the cells of numbers: %s', async (_, lines, expected) => {
    expect(await begin().pasteAll(...lines)).toEqual(expected)
  })

  it.each([
    ['a bare column', ['7', '8'], /Kopieer het studentnummer mee/],
    ['a bare block', ['7\t8', '9\t10'], /Kopieer het studentnummer mee/],
    ['names alone', ['Jade Bakker\t8'], /Kopieer het studentnummer mee/],
    ['numbers of others', ['009001\t7', '009002\t8'], /Geen van de nummers is van een student in deze lijst/],
    ['numbers alone', ['001001', '001002'], /Kopieer de kolom met cijfers mee/],
    ['two columns without names', ['001001\t7\t8'], /Kopieer de regel met modulenamen mee/],
    ['a column of another module', ['Studentnummer\tGON', '001001\t7'], /Kopieer de regel met modulenamen mee/],
    ['a quote that is never closed', ['001001\t"7', '001002\t8'], /niet te lezen/],
  ])('puts nothing of %s, and leaves what is being typed', async (_, lines, sentence) => {
    const sheet = begin()
    sheet.edit({ id: 11, text: '5,5' })
    expect(await sheet.pasteAll(...lines)).toEqual([expect.stringMatching(sentence)])
    sheet.commit()
    expect(sheet.look(11).text).toBe('5,5')
  })

  it('fills all that is selected with a single one, and keeps what was typed elsewhere', async () => {
    const sheet = begin()
    sheet.edit({ id: 11, text: '5,5' })
    expect(await sheet.pasteAll('Studentnummer\tALG', '001002\t7')).toEqual(['2: 7,0', '11: 5,5', '1 uitslag geplakt.'])
    sheet.selectId(1, false)
    sheet.selectId(3, true)
    expect(await sheet.pasteAll('v\r')).toEqual(['1: V', '2: 7,0', '3: V', '11: 5,5', '2 uitslagen geplakt.'])
  })
})

describe('two teachers at one grid', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const pass = () => vi.advanceTimersByTimeAsync(1_000)

  it('see each other’s cells, and news that is older than one’s own saving takes nothing back', async () => {
    const server = startServer(2)
    const sheet = open(server)
    const [old, askedAt] = [server.students(), performance.now()]
    server.put(2, graded(60), 'Noor')
    sheet.typeDown('7')
    await pass()
    sheet.receive(old, askedAt)
    expect(sheet.texts()).toEqual(['7,0', ''])
    sheet.receive()
    expect(sheet.texts()).toEqual(['7,0', '6,0'])
    // A cleared cell leaves no version behind.
    server.cells.set(2, cell(2))
    sheet.receive()
    expect(sheet.texts()).toEqual(['7,0', ''])
  })

  it.each(['mine', 'theirs'] as const)('are shown both values of one cell, and %s is chosen', async (whose) => {
    const server = startServer(2)
    const sheet = open(server)
    server.put(1, graded(60), 'Noor')
    sheet.typeDown('7,5', '8')
    await pass()
    expect(drafts(server)).toEqual([60, 80])
    expect(sheet.look(1)).toMatchObject({ state: 'stale', text: '7,5', theirs: { who: 'Noor', text: '6,0' } })
    expect(sheet.saving()).toMatchObject({ stale: 1, unsaved: 0 })
    sheet.choose(1, whose)
    await pass()
    expect(drafts(server)).toEqual([whose === 'mine' ? 75 : 60, 80])
    expect(sheet.look(1)).toMatchObject({ state: 'draft', theirs: null })
  })

  it('agree without a word where they typed the same', async () => {
    const server = startServer(1)
    const sheet = open(server)
    server.put(1, graded(70), 'Noor')
    sheet.typeDown('7')
    await pass()
    expect(sheet.look(1)).toMatchObject({ state: 'draft', text: '7,0' })
  })

  it('do not see a cell change under their hands', () => {
    const server = startServer(1)
    const sheet = open(server)
    sheet.typeDown('elf')
    server.put(1, graded(60), 'Noor')
    sheet.receive()
    expect(sheet.look(1)).toMatchObject({ state: 'stale', text: 'elf', theirs: { who: 'Noor', text: '6,0' } })
  })

  describe('in one cell, where one saves while the other types', () => {
    const begin = (draft: ResultValue | null = null) => {
      const server = startServer(3)
      if (draft) server.put(1, draft)
      const sheet = open(server)
      sheet.edit({ id: 1, text: '7' })
      server.put(1, graded(60), 'Noor')
      sheet.receive()
      sheet.edit({ id: 1, text: '7,5' })
      return { server, sheet }
    }
    const theirs = { who: 'Noor', text: '6,0' }

    it.each([null, graded(40)])('keep both values until one of them is chosen', async (draft) => {
      const { server, sheet } = begin(draft)
      sheet.move('down', false)
      await pass()
      expect(drafts(server)).toEqual([60, null, null])
      expect(sheet.look(1)).toMatchObject({ state: 'stale', text: '7,5', theirs })
      expect(sheet.kept()).toHaveLength(1)
      sheet.choose(1, 'mine')
      await pass()
      expect(drafts(server)).toEqual([75, null, null])
      expect(sheet.look(1)).toMatchObject({ state: 'draft', text: '7,5' })
    })

    it('also by a paste over that cell, which is taken back as it was', async () => {
      const { server, sheet } = begin(graded(40))
      expect(await sheet.paste('001001\t8\n001002\t9\n001003\t10')).toMatchObject({ faulty: 0 })
      await pass()
      expect(drafts(server)).toEqual([60, 90, 100])
      expect(sheet.look(1)).toMatchObject({ state: 'stale', text: '8,0', theirs })
      sheet.choose(1, 'theirs')
      expect(sheet.texts()).toEqual(['6,0', '9,0', '10,0'])
    })

    it('also where a third value comes while one types over the two', async () => {
      const { server, sheet } = begin()
      sheet.move('down', false)
      sheet.selectId(1, false)
      sheet.edit({ id: 1, text: '8' })
      server.put(1, graded(50), 'Sam')
      sheet.receive()
      sheet.commit()
      await pass()
      expect(drafts(server)).toEqual([50, null, null])
      expect(sheet.look(1)).toMatchObject({ state: 'stale', text: '8,0', theirs: { who: 'Sam', text: '5,0' } })
    })

    it('ask nothing where they agree, or where the other typed what stood there', async () => {
      const agreed = begin(graded(40))
      agreed.sheet.edit({ id: 1, text: '6' })
      agreed.sheet.commit()
      expect(agreed.sheet.look(1)).toMatchObject({ state: 'draft', text: '6,0', theirs: null })
      const left = begin(graded(40))
      left.sheet.edit({ id: 1, text: '4' })
      left.sheet.commit()
      await pass()
      expect(left.sheet.look(1)).toMatchObject({ state: 'draft', text: '6,0', theirs: null })
      expect(drafts(left.server)[0]).toBe(60)
    })

    it('are not asked about a value of one’s own that was saved meanwhile', async () => {
      const server = startServer(1)
      const sheet = open(server)
      sheet.typeDown('7')
      sheet.edit({ id: 1, text: '8' })
      await pass()
      sheet.receive()
      sheet.commit()
      await pass()
      expect(drafts(server)).toEqual([80])
      expect(sheet.look(1)).toMatchObject({ state: 'draft', theirs: null })
    })
  })
})

describe('a screen that was closed before all was saved', () => {
  it('has it when it is opened again, and asks where somebody else typed since', async () => {
    const server = startServer(3)
    server.fail('before')
    const first = open(server)
    first.typeDown('7', '8', '12')
    await first.close()
    const kept = first.kept()
    expect(kept).toHaveLength(3)

    server.fail('none')
    server.put(2, graded(60), 'Noor')
    const again = open(server)
    again.restore(kept)
    await again.flush()
    expect(drafts(server)).toEqual([70, 60, null])
    expect(again.look(2)).toMatchObject({ state: 'stale', text: '8,0' })
    expect(again.look(3)).toMatchObject({ state: 'faulty', text: '12' })
  })
})

it('what publishing does is told line by line, with who passed before who did not', () => {
  const nothing = { corrections: [], absent: [], completions_lifted: 0, enrollments_made: 0, students_unenrolled: 0 }
  const made = { ...nothing, results: 3, passed: 2, failed: 1, completions: 2, enrollments_ended: 1, waits_ended: 0 }
  expect(publishTexts.lines({ ...made, without_result: 1 }, false)).toEqual([
    '3 uitslagen worden bekend: 2 geslaagd, 1 niet.',
    '2 modules worden afgerond.',
    '1 inschrijving op een later moment vervalt.',
    '1 student heeft nog geen uitslag.',
  ])
})
