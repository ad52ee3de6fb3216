import { useState } from 'react'
import type { ListText } from '#contract/import.calls.ts'
import { rateAsList } from '#domain/import/heading.rules.ts'
import { type AskedList, bodyOf, isExplained, type KnownOfKind, refusalOf } from './asked-list.ts'
import { importTexts as texts } from './import.texts.ts'
import type { Meanings } from './list-columns.ts'
import { type FileReading, type ListFile, readListFile } from './list-file.ts'

export type ProblemPlace = 'list' | 'verdict'

const NONE: Meanings = new Map()

/** State of the input: the list, the file that it comes from, and the user's choices for it. */
export function useListInput() {
  const [text, setText] = useState('')
  const [own, chooseColumns] = useState(NONE)
  const [heading, chooseHeading] = useState<number>()
  const [isUpdating, setUpdating] = useState(false)
  const [file, setFile] = useState<ListFile | null>(null)
  /** name of the last opened file; stays after the list was changed by hand */
  const [name, setName] = useState('')
  /** whether the list is shown as a text that can be changed */
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

/** Returns how a whole list is entered: by a paste, or as a file. Its columns are shown, and it is checked at once. */
export function waysIn({ known, asked, file, input, check, showProblemAt }: Entrance) {
  const isRefusedUnseen = (list: string): boolean => {
    const refusal = refusalOf(known, { ...asked, text: list })
    // A list that merely lacks a column or a quote is shown, to be corrected.
    if (refusal?.fault !== 'import-too-long' && refusal?.fault !== 'import-line-too-long') return false
    showProblemAt('list', refusal.text)
    return true
  }
  /** `isAnother`: another file, rather than the same file read in another way */
  const open = (list: string, isAnother: boolean): boolean => {
    if (isRefusedUnseen(list)) return false
    input.type(list)
    input.chooseHeading(undefined)
    check.outdate(isAnother)
    const opened: AskedList = { ...asked, text: list, heading: undefined }
    const refusal = refusalOf(known, opened)
    // An unreadable list has no columns: it must be corrected as a text.
    const isUnreadable = refusal !== null && refusal.fault !== 'import-column-missing'
    input.setOpen(isUnreadable)
    if (isUnreadable) showProblemAt('verdict', refusal.text)
    // Columns without a known meaning come first.
    if (!refusal) check.ask(bodyOf(known, opened), isAnother && isExplained(known, opened))
    return true
  }
  /** a file as read, possibly again after a choice of its worksheet or encoding */
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
