import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { ImportKind } from '#domain/import/import.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { TextArea } from '#src/ui/field.tsx'
import { decodeList } from './decode-list.ts'
import styles from './import.module.css'
import { importKindTexts, importTexts } from './import.texts.ts'

/** Bytes; what the server takes. */
const LARGEST_FILE = 2_000_000

interface ListInputProps {
  kind: ImportKind
  text: string
  onEdit: (text: string) => void
  /** of a file that was chosen or dropped */
  onOpen: (text: string) => void
  onRefused: (reason: string) => void
  /** says why, of a list that is too large to be shown */
  isRefusedUnseen: (text: string) => boolean
  /** what is done with the list, beside what brings one */
  children: ReactNode
}

/** A list: pasted or typed, or a file that is chosen or dropped. */
export function ListInput({ kind, text, onEdit, onOpen, onRefused, isRefusedUnseen, children }: ListInputProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { example, columns } = importKindTexts[kind]

  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > LARGEST_FILE) return onRefused(importTexts.tooLarge)
    // A folder can be dropped too, and a file may be gone by now, or locked by the program that has it open.
    const bytes = await file.arrayBuffer().catch(() => null)
    if (!bytes) return onRefused(importTexts.unreadable)
    const decoded = decodeList(new Uint8Array(bytes))
    if ('text' in decoded) onOpen(decoded.text)
    else onRefused(decoded.problem === 'file-is-workbook' ? importTexts.workbook : importTexts.notText)
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
      <p>
        Boven de lijst staan de namen van de kolommen, bijvoorbeeld <code className={styles.example}>{example}</code>
      </p>
      <p className={styles.muted}>{columns}</p>
      <TextArea
        label="Plak hier de lijst, of sleep een CSV-bestand hierheen"
        rows={10}
        value={text}
        onChange={(event) => onEdit(event.target.value)}
        onPaste={(event) => {
          if (isRefusedUnseen(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
      />
      <div className={styles.actions}>
        {children}
        <Button onClick={() => chooser.current?.click()}>CSV-bestand kiezen</Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="CSV-bestand"
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ target }) => {
            void read(target.files?.[0])
            // The same file, mended meanwhile, is to be read again.
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
