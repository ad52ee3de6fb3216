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
import { askLatest } from '#src/api/latest-answer.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useWrite } from '#src/parts/writing/use-write.ts'
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

/** Beside what a problem is said: what brought a list, what has it checked, what has it imported. */
type ProblemPlace = 'file' | 'check' | 'confirm'

type Phase<Preview, Done> =
  | { name: 'typing' }
  /** `isStale`: the list was changed since; `turn`: counts previews that somebody awaited; `isAwaited`: it may take the focus */
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
  const { isBusy: isImporting, problem, write, showProblem } = useWrite()
  const [text, setText] = useState('')
  const [own, setOwn] = useState(NONE)
  const [heading, setHeading] = useState<number>()
  const [file, setFile] = useState<ListFile | null>(null)
  const [isUpdating, setIsUpdating] = useState(false)
  const [phase, setPhase] = useState<Phase<Preview, Done>>({ name: 'typing' })
  const [isChecking, setIsChecking] = useState(false)
  const [problemPlace, setProblemPlace] = useState<ProblemPlace>('check')
  const [seenPlace, setSeenPlace] = useState(place)
  /** drops the answer about a list that was changed since */
  const drop = useRef<() => void>(undefined)
  const remembered = useMemo(() => meaningsOf(importable.remembered), [importable.remembered])
  const beginning = beginningOf(text)
  const listed = useMemo(
    () => listedColumns(kind, beginning, { remembered, own, heading, modules }),
    [kind, beginning, remembered, own, heading, modules],
  )
  const asked: Asked = { text, own, heading, isUpdating }

  const showProblemAt = (at: ProblemPlace, text: string) => {
    setProblemPlace(at)
    showProblem(text)
  }
  const outdate = () => {
    drop.current?.()
    setIsChecking(false)
    showProblem(null)
    setPhase((now) => (now.name === 'checked' ? { ...now, isStale: true } : { name: 'typing' }))
  }
  if (place !== seenPlace) {
    setSeenPlace(place)
    setPhase({ name: 'typing' })
    setIsChecking(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer about another place is none about this one
  useEffect(() => () => drop.current?.(), [place])

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
    showProblemAt('file', refusal.text)
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
  const show = (seen: Preview, isAwaited: boolean) =>
    setPhase((now) => {
      const turn = now.name === 'checked' ? now.turn + Number(isAwaited) : 0
      return { name: 'checked', preview: seen, isStale: false, turn, isAwaited }
    })
  const look = (asked: Asked, isAwaited: boolean) => {
    outdate()
    const refusal = refusalOf(asked)
    if (refusal) return showProblemAt('check', refusal.text)
    setIsChecking(true)
    drop.current = askLatest({
      ask: () => preview(bodyOf(asked)),
      onAnswer: (seen) => show(seen, isAwaited),
      onFailure: (error) => showProblemAt('check', failureText(error, texts.previewFailed)),
      onEnd: () => setIsChecking(false),
    })
  }
  /**
   * The preview follows the choices: it is fetched again at once, unless the text was changed too; so does what
   * is still being looked at, for who chooses before it is there.
   */
  const follow = (asked: Asked) => {
    if (isChecking) look(asked, phase.name !== 'checked')
    else if (phase.name === 'checked' && !phase.isStale) look(asked, false)
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
    if (refusalOf(opened)?.fault !== 'import-column-missing') look(opened, isExplained)
    return true
  }
  /** a file as it is read; after a choice of its sheet or letters again */
  const takeFile = (reading: FileReading) => {
    if ('refusal' in reading) return showProblemAt('file', reading.refusal)
    if (open(reading.text)) setFile(reading)
  }
  const enter = (seen: Preview, message?: WrittenMessage) => {
    const { confirmation } = seen
    if (confirmation === null || isChecking) return
    setProblemPlace('confirm')
    void write({
      send: () => confirm({ ...bodyOf(asked), confirmation }, message),
      failed: (error) => failureText(error, texts.importFailed),
      onDone: (imported) => setPhase({ name: 'done', imported }),
      onAnswerLost: () => edit(''),
      onRefused: (error) => {
        const isChanged = isRefusedFor<PlanChanged<Preview>>(error, 'plan-changed')
        show(isChanged ? error.details.preview : seen, true)
        if (isChanged) showProblem(texts.changed)
        return isChanged
      },
    })
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
    isChecking,
    isImporting,
    problem: problem === null ? null : { at: problemPlace, text: problem },
    isDirty: text.trim() !== '' && phase.name !== 'done',
    edit,
    takeFile,
    openFile: async (chosen: File) => {
      showProblem(null)
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
    look: () => look(asked, true),
    enter,
    beginAgain: () => edit(''),
  }
}
