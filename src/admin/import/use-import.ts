import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ConfirmedImport, Imported, ImportPreview, ListText } from '#contract/import.calls.ts'
import type { PlanChanged } from '#contract/refusals.ts'
import type { ModuleColumn } from '#domain/import/columns.rules.ts'
import type { Judged } from '#domain/import/import.rules.ts'
import type { ColumnReading, ListedChange } from '#domain/import/import.schema.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { useWrite } from '#src/parts/writing/writing.tsx'
import type { Column } from '#src/ui/table.tsx'
import { type AskedList, bodyOf, importFailureText, type KnownOfKind, refusalOf } from './asked-list.ts'
import { importTexts as texts } from './import.texts.ts'
import { beginningOf, isBareText, listedColumns, meaningsByHeader, withChoice } from './list-columns.ts'
import { type ProblemPlace, useListInput, waysIn } from './list-input.ts'

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
  /** id of the target; the preview is fetched again for another one */
  place: number
  /** meanings that users chose for columns of earlier lists */
  remembered: readonly ColumnReading[]
  /** modules that may have their own column, for lists of results */
  modules?: readonly ModuleColumn[]
  /** other choices that the preview depends on; it is fetched again when they change */
  settings?: string
  preview: (list: ListText) => Promise<Preview>
  confirm: (list: ConfirmedImport, message?: WrittenMessage) => Promise<Done>
  offerMessage?: (preview: Preview) => { proposed: ProposedMessage; recipients: number } | null
  /** the first names the line; the findings and its number are added */
  columns: readonly Column<Line>[]
}

type Phase<Preview, Done> =
  | { name: 'typing' }
  /**
   * `isStale`: the list was changed since; `turn`: counts previews that the user waited for; `isAwaited`: this one may take
   * the focus
   */
  | { name: 'checked'; preview: Preview; isStale: boolean; turn: number; isAwaited: boolean }
  | { name: 'done'; imported: Done }

/**
 * State of an import: text, columns, preview, confirmation. The preview follows each choice by itself, but typed text only on
 * request. Whatever fails, the list stays.
 */
export function useImport<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported>(
  importable: Importable<Line, Preview, Done>,
) {
  const { kind, place, modules, settings = '' } = importable
  const { isBusy: isImporting, problem, write, showProblem } = useWrite()
  const [problemPlace, setProblemPlace] = useState<ProblemPlace>('verdict')
  const input = useListInput()
  const { text, own, heading, isUpdating, file, name, isOpen } = input
  const remembered = useMemo(() => meaningsByHeader(importable.remembered), [importable.remembered])
  const beginning = useMemo(() => beginningOf(text), [text])
  const listed = useMemo(
    () => listedColumns(kind, beginning, { remembered, own, heading, modules }),
    [kind, beginning, remembered, own, heading, modules],
  )
  const known: KnownOfKind = { kind, remembered, modules }
  const asked: AskedList = { text, own, heading, isUpdating }

  const showProblemAt = (at: ProblemPlace, said: string | null) => {
    setProblemPlace(at)
    showProblem(said)
  }
  const check = useCheck<Preview, Done>(importable.preview, {
    onAsked: () => showProblem(null),
    onFailure: (error) => showProblemAt('verdict', importFailureText(kind, error, texts.previewFailed)),
  })
  const { phase, isChecking } = check

  const look = (list: AskedList) => {
    const refusal = refusalOf(known, list)
    if (refusal) {
      check.outdate()
      return showProblemAt('verdict', refusal.text)
    }
    input.setOpen(false)
    check.ask(bodyOf(known, list), true)
  }
  /** Fetches the preview again after a choice. There is none while a column is missing, which is said above the columns. */
  const follow = (list: AskedList) => {
    if (list.text.trim() === '') return
    if (refusalOf(known, list)) check.outdate()
    else check.ask(bodyOf(known, list), isChecking && phase.name !== 'checked')
  }
  const followSettings = useEffectEvent(() => follow(asked))
  const depends = `${place} ${settings}`
  const seen = useRef(depends)
  useEffect(() => {
    if (seen.current === depends) return
    seen.current = depends
    followSettings()
  }, [depends])

  const edit = (typed: string) => {
    input.type(typed)
    check.outdate(typed.trim() === '')
  }
  const ways = waysIn({ known, asked, file, input, check, showProblemAt })
  const enter = (preview: Preview, confirmation: string, message?: WrittenMessage) => {
    if (isChecking) return
    setProblemPlace('verdict')
    void write({
      send: () => importable.confirm({ ...bodyOf(known, asked), confirmation }, message),
      failed: (error) => importFailureText(kind, error, texts.importFailed),
      onDone: check.finish,
      onAnswerLost: () => edit(''),
      onRefused: (error) => {
        const isChanged = isRefusedFor<PlanChanged<Preview>>(error, 'plan-changed')
        check.show(isChanged ? error.details.preview : preview, true)
        if (isChanged) showProblem(texts.changed)
        return isChanged
      },
    })
  }

  return {
    text,
    file,
    name,
    listed,
    /** a column of addresses alone, which needs no names */
    isBare: useMemo(() => listed === null && isBareText(kind, beginning), [listed, kind, beginning]),
    isOpen,
    isUpdating,
    phase,
    isChecking,
    isImporting,
    /** there is a list, or a file with only hidden rows */
    isBegun: text.trim() !== '' || file !== null,
    problem: problem === null ? null : { at: problemPlace, text: problem },
    isDirty: text.trim() !== '' && phase.name !== 'done',
    setOpen: input.setOpen,
    edit,
    ...ways,
    chooseHeading: (line: number) => {
      input.chooseHeading(line)
      follow({ ...asked, heading: line })
    },
    chooseColumn: (column: ColumnReading) => {
      const chosen = listed ? withChoice(listed, own, column) : own
      input.chooseColumns(chosen)
      follow({ ...asked, own: chosen })
    },
    setUpdating: (wanted: boolean) => {
      input.setUpdating(wanted)
      follow({ ...asked, isUpdating: wanted })
    },
    look: () => look(asked),
    enter,
    beginAgain: () => edit(''),
  }
}

export type ImportList = Omit<ReturnType<typeof useImport>, 'phase' | 'enter'>

interface Checking {
  onAsked: () => void
  onFailure: (error: unknown) => void
}

/** Preview of a list: fetched, shown, outdated. Only the answer to the last request counts. */
function useCheck<Preview, Done>(preview: (list: ListText) => Promise<Preview>, { onAsked, onFailure }: Checking) {
  const [phase, setPhase] = useState<Phase<Preview, Done>>({ name: 'typing' })
  const [isChecking, setIsChecking] = useState(false)
  /** drops the answer about a list that was changed since */
  const drop = useRef<() => void>(undefined)
  useEffect(() => () => drop.current?.(), [])

  const outdate = (isGone = false) => {
    drop.current?.()
    setIsChecking(false)
    onAsked()
    setPhase((now) => (now.name === 'checked' && !isGone ? { ...now, isStale: true } : { name: 'typing' }))
  }
  /** `isAwaited`: the user waits for it, rather than looking at something else that it follows */
  const show = (seen: Preview, isAwaited: boolean) =>
    setPhase((now) => {
      const turn = now.name === 'checked' ? now.turn + Number(isAwaited) : 0
      return { name: 'checked', preview: seen, isStale: false, turn, isAwaited }
    })
  return {
    phase,
    isChecking,
    outdate,
    show,
    finish: (imported: Done) => setPhase({ name: 'done', imported }),
    ask: (list: ListText, isAwaited: boolean) => {
      outdate()
      setIsChecking(true)
      drop.current = askLatest({
        ask: () => preview(list),
        onAnswer: (seen) => show(seen, isAwaited),
        onFailure,
        onEnd: () => setIsChecking(false),
      })
    },
  }
}
