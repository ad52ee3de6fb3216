import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ConfirmedImport, Imported, ImportPreview, ListText, Unreadable } from '#contract/import.ts'
import type { PlanChanged } from '#contract/refusals.ts'
import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import { rateAsList } from '#domain/import/heading.rules.ts'
import { type Judged, readLines } from '#domain/import/import.rules.ts'
import type { ColumnReading, ImportFault, ListedChange } from '#domain/import/import.schema.ts'
import { importRefusalTexts } from '#domain/import/import.texts.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { ApiError, isRefusedFor } from '#src/api/api-error.ts'
import { notifyDone } from '#src/parts/editing/notify-done.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import type { Column } from '#src/ui/table.tsx'
import { importTexts as texts } from './import.texts.ts'
import {
  beginningOf,
  type ListedColumns,
  listedColumns,
  type Meanings,
  meaningsOf,
  withChoice,
} from './list-columns.ts'
import { type FileReading, type ListFile, readListFile } from './list-file.ts'

export interface JudgedLine extends Judged {
  line: number
  changes: readonly ListedChange[]
}

/** Kind of list that can be imported: its calls, and how its lines are shown. */
export interface Importable<
  Line extends JudgedLine,
  Preview extends ImportPreview<Line> = ImportPreview<Line>,
  Done extends Imported = Imported,
> {
  kind: ImportKind
  /** id of the target; a preview says nothing about another target */
  place: number
  /** meanings that users chose for columns of earlier lists */
  remembered: readonly ColumnReading[]
  /** modules that may have a column of their own, for lists of results */
  modules?: readonly ModuleColumn[]
  /** other choices that the preview depends on; it is fetched again when they change */
  settings?: string
  preview: (list: ListText) => Promise<Preview>
  confirm: (list: ConfirmedImport, message?: WrittenMessage) => Promise<Done>
  /** message offered for the students concerned; null where nobody is */
  offerMessage?: (preview: Preview) => { proposed: ProposedMessage; recipients: number } | null
  /** the first names the line; what was found of it and its number are added */
  columns: readonly Column<Line>[]
}

/** A problem, and beside what it is said: what brought a list, what has it checked, what has it imported. */
interface Problem {
  at: 'file' | 'check' | 'confirm'
  text: string
}

type Phase<Preview, Done> =
  | { name: 'typing' }
  /** `isStale`: the list was changed since; `turn` distinguishes a new preview from the next one; `isAwaited`: it may take the focus */
  | { name: 'checked'; preview: Preview; isStale: boolean; turn: number; isAwaited: boolean }
  | { name: 'done'; imported: Done }

/** Question of a preview. */
interface Asked {
  text: string
  own: Meanings
  /** which line has the names of the columns, where somebody said so; 0 for none */
  heading: number | undefined
  isUpdating: boolean
}

const NONE: Meanings = new Map()

/** A list on its way in: typed, its columns settled, looked at, confirmed. Whatever fails, the list stays. */
export function useImport<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported>(
  importable: Importable<Line, Preview, Done>,
) {
  const { kind, place, modules, settings, preview, confirm } = importable
  const notify = useNotify()
  const [text, setText] = useState('')
  const [own, setOwn] = useState(NONE)
  const [heading, setHeading] = useState<number>()
  const [file, setFile] = useState<ListFile | null>(null)
  const [isUpdating, setIsUpdating] = useState(false)
  const [phase, setPhase] = useState<Phase<Preview, Done>>({ name: 'typing' })
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [seenPlace, setSeenPlace] = useState(place)
  /** counts what was asked: an answer about a list that was changed since is none */
  const turns = useRef(0)
  const remembered = useMemo(() => meaningsOf(importable.remembered), [importable.remembered])
  const beginning = beginningOf(text)
  const listed = useMemo(
    () => listedColumns(kind, beginning, { remembered, own, heading, modules }),
    [kind, beginning, remembered, own, heading, modules],
  )
  const asked: Asked = { text, own, heading, isUpdating }

  const outdate = () => {
    turns.current += 1
    setBusy(null)
    setProblem(null)
    setPhase((now) => (now.name === 'checked' ? { ...now, isStale: true } : { name: 'typing' }))
  }
  if (place !== seenPlace) {
    setSeenPlace(place)
    setPhase({ name: 'typing' })
    setBusy(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked about another place is no answer about this one
  useEffect(() => {
    turns.current += 1
  }, [place])

  const edit = (typed: string) => {
    setText(typed)
    outdate()
    // A choice for the file would undo the changes made by hand.
    setFile(null)
    if (typed.trim() !== '') return
    setPhase({ name: 'typing' })
    setHeading(undefined)
  }
  const listedIn = (asked: Asked): ListedColumns | null =>
    listedColumns(kind, beginningOf(asked.text), { remembered, own: asked.own, heading: asked.heading, modules })

  /** Why a list is refused whatever stands in it; of what the school has only the server knows. */
  const refusalOf = (asked: Asked): { fault: ImportFault; text: string } | null => {
    const reading = readLines(asked.text)
    if (!reading.read) return { fault: reading.fault, text: importRefusalTexts[reading.fault](kind, reading.line) }
    if ((listedIn(asked)?.missing.length ?? 0) === 0) return null
    return { fault: 'import-column-missing', text: importRefusalTexts['import-column-missing'](kind) }
  }
  const isRefusedUnseen = (list: string): boolean => {
    const refusal = refusalOf({ ...asked, text: list })
    // A list that only lacks a column, or a quote, is mended where it is seen.
    if (refusal?.fault !== 'import-too-long' && refusal?.fault !== 'import-line-too-long') return false
    setProblem({ at: 'file', text: refusal.text })
    return true
  }
  const bodyOf = (asked: Asked): ListText => {
    const listed = listedIn(asked)
    return {
      text: asked.text,
      columns: listed?.chosen ?? [],
      ...(listed && { heading: listed.heading }),
      update: asked.isUpdating,
    }
  }
  /** `isAwaited`: somebody waits to see it, rather than looking at something else that it follows */
  const look = async (asked: Asked, isAwaited: boolean) => {
    outdate()
    const refusal = refusalOf(asked)
    if (refusal) return setProblem({ at: 'check', text: refusal.text })
    const turn = turns.current
    setBusy('checking')
    try {
      const seen = await preview(bodyOf(asked))
      if (turn !== turns.current) return
      setPhase((now) => ({
        name: 'checked',
        preview: seen,
        isStale: false,
        turn: isAwaited || now.name !== 'checked' ? turn : now.turn,
        isAwaited,
      }))
    } catch (error) {
      if (turn !== turns.current) return
      setProblem({ at: 'check', text: failureText(error, texts.previewFailed) })
    }
    setBusy(null)
  }
  /**
   * The preview follows the choices: it is fetched again at once, unless the text was changed too; so does what
   * is still being looked at, for who chooses before it is there.
   */
  const follow = (asked: Asked) => {
    if (busy === 'checking') void look(asked, phase.name !== 'checked')
    else if (phase.name === 'checked' && !phase.isStale) void look(asked, false)
    else outdate()
  }
  const followSettings = useEffectEvent(() => follow(asked))
  const seenSettings = useRef(settings)
  useEffect(() => {
    if (seenSettings.current === settings) return
    seenSettings.current = settings
    followSettings()
  }, [settings])

  /** previews an opened file at once, unless a column is to be settled first */
  const open = (list: string) => {
    if (isRefusedUnseen(list)) return false
    edit(list)
    setHeading(undefined)
    const opened = { text: list, own, heading: undefined, isUpdating }
    // Columns that nobody explained are looked at first.
    const isExplained = listedIn(opened)?.columns.every(({ origin }) => origin !== 'unknown') ?? true
    if (refusalOf(opened)?.fault !== 'import-column-missing') void look(opened, isExplained)
    return true
  }
  /** a file as it is read; after a choice of its sheet or letters again */
  const takeFile = (reading: FileReading) => {
    if ('refusal' in reading) return setProblem({ at: 'file', text: reading.refusal })
    if (open(reading.text)) setFile(reading)
  }
  const enter = async (seen: Preview, message?: WrittenMessage) => {
    if (seen.confirmation === null || busy) return
    setBusy('importing')
    setProblem(null)
    try {
      const imported = await confirm({ ...bodyOf(asked), confirmation: seen.confirmation }, message)
      setPhase({ name: 'done', imported })
    } catch (error) {
      if (notifyDone(error, notify)) return edit('')
      const changed = isRefusedFor<PlanChanged<Preview>>(error, 'plan-changed')
      const now = changed ? error.details.preview : seen
      turns.current += 1
      setPhase({ name: 'checked', preview: now, isStale: false, turn: turns.current, isAwaited: true })
      const reason = changed ? texts.changed : failureText(error, texts.importFailed)
      setProblem({ at: 'confirm', text: reason })
    }
    setBusy(null)
  }

  /** Why the list cannot be read, or what failed. */
  function failureText(error: unknown, whatFailed: string): string {
    if (error instanceof ApiError && error.status === 413) return texts.tooLarge
    for (const reason of ['import-quote-open', 'import-line-too-long'] as const)
      if (isRefusedFor<Unreadable>(error, reason)) return importRefusalTexts[reason](kind, error.details.line)
    return saveFailureText(error, whatFailed, {
      'import-empty': importRefusalTexts['import-empty'](),
      'import-too-long': importRefusalTexts['import-too-long'](),
      'import-column-missing': importRefusalTexts['import-column-missing'](kind),
    })
  }

  return {
    text,
    file,
    listed,
    isUpdating,
    phase,
    busy,
    problem,
    isDirty: text.trim() !== '' && phase.name !== 'done',
    edit,
    takeFile,
    openFile: async (chosen: File) => {
      setProblem(null)
      const said = [...remembered, ...own].map(([header, meaning]) => ({ header, meaning }))
      takeFile(await readListFile(chosen, (rows) => rateAsList(kind, rows, { columns: said, modules })))
    },
    isRefusedUnseen,
    chooseHeading: (line: number) => {
      setHeading(line)
      follow({ ...asked, heading: line })
    },
    chooseColumn: (column: ColumnReading) => {
      const chosen = listed ? withChoice(listed, own, column) : own
      setOwn(chosen)
      follow({ ...asked, own: chosen })
    },
    setUpdating: (wanted: boolean) => {
      setIsUpdating(wanted)
      follow({ ...asked, isUpdating: wanted })
    },
    look: () => void look(asked, true),
    enter,
    beginAgain: () => edit(''),
  }
}
