import { type DragEvent, Fragment, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { listKind } from '#domain/import/import-kinds.ts'
import { Problem } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { ColumnStatus, ColumnTable } from './column-table.tsx'
import styles from './import.module.css'
import { headTexts, importTexts as texts } from './import.texts.ts'
import { countLines, type LineMarks, ListArea } from './list-area.tsx'
import { SourceChoices } from './source-choices.tsx'
import type { Importable, ImportList, JudgedLine } from './use-import.ts'

interface ListCardProps {
  importable: Pick<Importable<JudgedLine>, 'kind' | 'modules'>
  list: ImportList
  area: RefObject<HTMLTextAreaElement | null>
  marks: LineMarks
  /** choice of the target, in the head of the list */
  place: ReactNode
  /** choices that affect the verdict, below the columns */
  children: ReactNode
}

/** A list that is pasted, typed or from a file, with its first lines below a select for each column. */
export function ListCard({ importable, list, area, marks, place, children }: ListCardProps) {
  const { kind } = importable
  const { words } = listKind(kind)
  const { text, file, listed, isOpen, isBegun, isImporting, problem } = list
  const { isReading, read, ...drop } = useFiles(list)
  const pasted = useRef(false)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card {...drop}>
        <div data-layout="stack 3">
          <ListHead id={id} list={list} isReading={isReading} onFile={read}>
            {place}
          </ListHead>
          {isOpen && <p>{words.intro}</p>}
          {problem?.at === 'list' && <Problem text={problem.text} />}
          <div hidden={!isOpen}>
            <ListArea
              area={area}
              label={texts.paste}
              text={text}
              marks={marks}
              isReadOnly={isImporting}
              onEdit={(typed) => {
                // A paste into an empty text area is a whole list, like a file.
                if (pasted.current && text.trim() === '') list.paste(typed)
                else list.edit(typed)
                pasted.current = false
              }}
              onPaste={(event) => {
                const isRefused = list.isRefusedUnseen(event.clipboardData.getData('text/plain'))
                pasted.current = !isRefused
                if (isRefused) event.preventDefault()
              }}
            />
          </div>
          {isBegun ? (
            <>
              <SourceChoices
                file={file}
                listed={listed}
                isBusy={isImporting}
                onRead={list.takeFile}
                onHeading={list.chooseHeading}
              >
                {listed && <ColumnStatus listed={listed} />}
              </SourceChoices>
              {listed && (
                <ColumnTable
                  kind={kind}
                  modules={importable.modules}
                  listed={listed}
                  isBusy={isImporting}
                  onChoose={list.chooseColumn}
                />
              )}
              {list.isBare && <p data-text="small muted figures">{texts.noColumns}</p>}
              {children}
            </>
          ) : (
            <>
              <p>
                Boven de lijst staan de namen van de kolommen, bijvoorbeeld{' '}
                <code translate="no" className={styles.example} data-text="small breaks">
                  {words.example.split(/(?<=;)/).map((name) => (
                    <Fragment key={name}>
                      <span>{name}</span>
                      <wbr />
                    </Fragment>
                  ))}
                </code>
              </p>
              <p data-text="small muted figures">{words.columns}</p>
              <p data-text="small muted figures">{texts.otherNames}</p>
            </>
          )}
        </div>
      </Card>
    </section>
  )
}

/** Reads a file that is chosen, or dropped anywhere on the card. */
function useFiles({ isImporting, openFile }: ImportList) {
  const [isOver, setIsOver] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file || isImporting || isReading) return
    setIsReading(true)
    await openFile(file)
    setIsReading(false)
  }
  return {
    isReading,
    read,
    'data-over': isOver,
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      void read(event.dataTransfer.files[0])
    },
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
  }
}

interface ListHeadProps {
  id: string
  list: ImportList
  isReading: boolean
  onFile: (file: File | undefined) => Promise<void>
  children: ReactNode
}

function ListHead({
  id,
  list: { text, file, name, isOpen, isBegun, isImporting, setOpen },
  isReading,
  ...rest
}: ListHeadProps) {
  const { onFile, children } = rest
  const chooser = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { activeElement } = document
    // The pasted text has the focus when it is hidden.
    if (!isOpen && (activeElement === document.body || activeElement?.closest('[hidden]'))) heading.current?.focus()
  }, [isOpen])
  const count = text.trim() === '' ? 0 : countLines(text.trimEnd())
  const kind = file ? headTexts.kinds[file.kind] : name && headTexts.adapted
  return (
    <div data-layout="row 3 x4 between">
      <div>
        <h2 id={id} ref={heading} tabIndex={-1} data-text="breaks">
          {name || headTexts.list}
        </h2>
        <p role="status" data-text="small muted figures">
          {isReading ? texts.reading : isBegun ? headTexts.facts(kind, count, file?.notes ?? []) : headTexts.nothing}
        </p>
      </div>
      <div data-layout="row 3 end">
        {children}
        <Button
          tone={isBegun ? 'secondary' : 'primary'}
          disabled={isImporting || isReading}
          onClick={() => chooser.current?.click()}
        >
          {isBegun ? headTexts.another : headTexts.choose}
        </Button>
        {isBegun && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {headTexts.adapt}
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={texts.file}
          accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ target }) => {
            void onFile(target.files?.[0])
            // Lets the user choose the same file again after correcting it.
            target.value = ''
          }}
        />
      </div>
    </div>
  )
}
