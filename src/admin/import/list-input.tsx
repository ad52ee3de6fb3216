import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import styles from './import.module.css'
import { importTexts } from './import.texts.ts'
import { type LineMarks, ListArea } from './list-area.tsx'

interface ListInputProps {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  marks: LineMarks
  isReadOnly: boolean
  onEdit: (text: string) => void
  /** remarks on reading the file that was opened last */
  notes: readonly string[]
  /** a file that was chosen or dropped; done once it is read */
  onFile: (file: File) => Promise<void>
  /** says why, of a list that is too large to be shown */
  isRefusedUnseen: (text: string) => boolean
}

/** A list: pasted or typed, or a file that is chosen or dropped. */
export function ListInput(props: ListInputProps) {
  const { area, text, marks, isReadOnly, notes, onEdit, onFile, isRefusedUnseen } = props
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [isReading, setIsReading] = useState(false)

  const read = async (file: File | undefined) => {
    if (!file || isReadOnly || isReading) return
    setIsReading(true)
    await onFile(file)
    setIsReading(false)
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
      data-layout="grid 3"
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
        onEdit={onEdit}
        onPaste={(event) => {
          if (isRefusedUnseen(event.clipboardData.getData('text/plain'))) event.preventDefault()
        }}
      />
      <div data-layout="row 3">
        <Button
          tone={text.trim() === '' ? 'primary' : 'secondary'}
          disabled={isReadOnly || isReading}
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
          {isReading ? importTexts.reading : notes.join(' ')}
        </p>
      </div>
    </div>
  )
}
