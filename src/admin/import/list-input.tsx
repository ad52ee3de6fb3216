import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import styles from './import.module.css'
import { importTexts, workbookTexts } from './import.texts.ts'
import { countLines, type LineMarks, ListArea } from './list-area.tsx'
import { isWorkbook, LARGEST_WORKBOOK, readWorkbook } from './workbook.ts'

/** Bytes of a text; what the server takes. */
const LARGEST_TEXT = 2_000_000

interface ListInputProps {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  marks: LineMarks
  isReadOnly: boolean
  onEdit: (text: string) => void
  /** of a file that was chosen or dropped */
  onOpen: (text: string) => void
  onRefused: (reason: string) => void
  /** says why, of a list that is too large to be shown */
  isRefusedUnseen: (text: string) => boolean
}

/** A list: pasted or typed, or a file that is chosen or dropped. */
export function ListInput(props: ListInputProps) {
  const { area, text, marks, isReadOnly, onEdit, onOpen, onRefused, isRefusedUnseen } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [note, setNote] = useState('')

  const read = async (file: File | undefined) => {
    if (!file || isReadOnly) return
    setNote('')
    const reading = await readListFile(file)
    if ('refusal' in reading) return onRefused(reading.refusal)
    setNote(importTexts.opened(file.name, countLines(reading.text.trimEnd()), reading.note))
    onOpen(reading.text)
  }
  const edit = (typed: string) => {
    if (typed.trim() === '') setNote('')
    onEdit(typed)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void read(event.dataTransfer.files[0])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button opens a file by keyboard too
    <div
      className={styles.input}
      data-over={isOver}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
    >
      <ListArea
        area={area}
        label="Plak hier de lijst, of sleep een Excel- of CSV-bestand hierheen"
        text={text}
        marks={marks}
        isReadOnly={isReadOnly}
        onEdit={edit}
        onPaste={(event) => {
          if (isRefusedUnseen(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
      />
      <div className={styles.actions}>
        <Button
          tone={text.trim() === '' ? 'primary' : 'secondary'}
          disabled={isReadOnly}
          onClick={() => chooser.current?.click()}
        >
          {text.trim() === '' ? 'Bestand kiezen' : 'Ander bestand kiezen'}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="Excel- of CSV-bestand"
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ target }) => {
            void read(target.files?.[0])
            // The same file, mended meanwhile, is to be read again.
            target.value = ''
          }}
        />
        <p role="status" className={styles.muted}>
          {note}
        </p>
      </div>
    </div>
  )
}

type FileReading = { text: string; note: string } | { refusal: string }

/** The list in a file of any kind that lists come in, or why there is none. */
async function readListFile(file: File): Promise<FileReading> {
  if (file.size > LARGEST_WORKBOOK) return { refusal: workbookTexts['workbook-too-large'] }
  // A folder can be dropped too, and a file may be gone by now, or locked by the program that has it open.
  const content = await file.arrayBuffer().catch(() => null)
  if (!content) return { refusal: importTexts.unreadable }
  const bytes = new Uint8Array(content)
  if (isWorkbook(bytes)) {
    const workbook = await readWorkbook(bytes)
    if ('problem' in workbook) return { refusal: workbookTexts[workbook.problem] }
    const { text, sheet, otherSheets } = workbook
    return { text, note: otherSheets > 0 ? importTexts.firstSheet(sheet, otherSheets) : '' }
  }
  if (file.size > LARGEST_TEXT) return { refusal: importTexts.tooLarge }
  const text = decodeList(bytes)
  return text === null ? { refusal: importTexts.notText } : { text, note: '' }
}

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

/**
 * The text of a file, in whichever way its spreadsheet wrote it: UTF-8 or UTF-16, with or without a mark that says so,
 * and else Windows-1252, in which every byte means something and which Excel writes on Windows in Western Europe. Null
 * when it is no text at all.
 */
export function decodeList(bytes: Uint8Array): string | null {
  const text = decodeAs(encodingOf(bytes), bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  return text.includes('\0') ? null : text
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  // Without a mark: of Latin text in UTF-16 every other byte is zero, and in no other text any.
  const [even, odd] = [0, 1].map((offset) => zeroesIn(bytes.subarray(0, 1_000), offset))
  if (even === odd) return 'utf-8'
  return (odd ?? 0) > (even ?? 0) ? 'utf-16le' : 'utf-16be'
}

const zeroesIn = (bytes: Uint8Array, offset: number) =>
  bytes.filter((byte, at) => byte === 0 && at % 2 === offset).length

/** Null when the bytes are not of that encoding. A mark at the beginning is left out. */
function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
