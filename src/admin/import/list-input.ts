import { useState } from 'react'
import type { ListText } from '#contract/import.ts'
import { rateAsList } from '#domain/import/heading.rules.ts'
import { type AskedList, bodyOf, isExplained, type KnownOfKind, refusalOf } from './asked-list.ts'
import { importTexts as texts } from './import.texts.ts'
import type { Meanings } from './list-columns.ts'
import { type FileReading, type ListFile, readListFile } from './list-file.ts'

/** Beside what a problem is said: the list that was put in, or the verdict. */
export type ProblemPlace = 'list' | 'verdict'

const NONE: Meanings = new Map()

/** The list that is put in, the file that it comes from, and what the user chose for it. */
export function useListInput() {
  const [text, setText] = useState('')
  const [own, chooseColumns] = useState(NONE)
  const [heading, chooseHeading] = useState<number>()
  const [isUpdating, setUpdating] = useState(false)
  const [file, setFile] = useState<ListFile | null>(null)
  /** of the file that was opened last, also after the list was changed by hand */
  const [name, setName] = useState('')
  /** whether the list is shown as a text, where it can be changed */
  const [isOpen, setOpen] = useState(true)
  return {
    ...{ text, own, heading, isUpdating, file, name, isOpen },
    ...{ chooseColumns, chooseHeading, setUpdating, setOpen },
    type: (typed: string) => {
      setText(typed)
      // A choice for the file would undo the changes made by hand.
      setFile(null)
      if (typed.trim() !== '') return
      chooseHeading(undefined)
      setName('')
      setOpen(true)
    },
    setFile: (opened: ListFile) => {
      setFile(opened)
      setName(opened.name)
    },
  }
}

interface Entrance {
  known: KnownOfKind
  asked: AskedList
  file: ListFile | null
  input: Pick<ReturnType<typeof useListInput>, 'type' | 'chooseHeading' | 'setOpen' | 'setFile'>
  check: { ask: (list: ListText, isAwaited: boolean) => void; outdate: (isGone?: boolean) => void }
  showProblemAt: (at: ProblemPlace, text: string | null) => void
}

/** How a whole list comes in: pasted, or as a file. Its columns are shown and it is checked at once. */
export function waysIn({ known, asked, file, input, check, showProblemAt }: Entrance) {
  const isRefusedUnseen = (list: string): boolean => {
    const refusal = refusalOf(known, { ...asked, text: list })
    // A list that only lacks a column, or a quote, is mended where it is seen.
    if (refusal?.fault !== 'import-too-long' && refusal?.fault !== 'import-line-too-long') return false
    showProblemAt('list', refusal.text)
    return true
  }
  /** `isAnother`: it is not the file that was there, read otherwise */
  const open = (list: string, isAnother: boolean): boolean => {
    if (isRefusedUnseen(list)) return false
    input.type(list)
    input.chooseHeading(undefined)
    check.outdate(isAnother)
    const opened: AskedList = { ...asked, text: list, heading: undefined }
    const refusal = refusalOf(known, opened)
    // A list that cannot be read has no columns: it is mended as a text.
    const isUnreadable = refusal !== null && refusal.fault !== 'import-column-missing'
    input.setOpen(isUnreadable)
    if (isUnreadable) showProblemAt('verdict', refusal.text)
    // Columns that nobody explained are looked at first.
    if (!refusal) check.ask(bodyOf(known, opened), isAnother && isExplained(known, opened))
    return true
  }
  /** a file as it is read; after a choice of its sheet or letters again */
  const takeFile = (reading: FileReading) => {
    if ('refusal' in reading) return showProblemAt('list', reading.refusal)
    const isEmpty = reading.text.trim() === '' && !(reading.kind === 'workbook' && reading.hidden > 0)
    if (isEmpty) return showProblemAt('list', texts.emptyFile(reading.name))
    if (open(reading.text, reading.name !== file?.name)) input.setFile(reading)
  }
  return {
    isRefusedUnseen,
    takeFile,
    openFile: async (chosen: File) => {
      const { kind, remembered, modules } = known
      showProblemAt('list', null)
      const columns = [...remembered, ...asked.own].map(([header, meaning]) => ({ header, meaning }))
      takeFile(await readListFile(chosen, (rows) => rateAsList(kind, rows, { columns, modules })))
    },
    paste: (pasted: string) => void open(pasted, true),
  }
}
