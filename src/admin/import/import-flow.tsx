import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Imported, ImportPreview } from '#contract/import.calls.ts'
import { weightOf } from '#domain/import/import.rules.ts'
import { importTabs, listKind } from '#domain/import/import-kinds.ts'
import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { LeaveOut, LeftOut, useLeavingOut } from './leave-out.tsx'
import { type LineMarks, showLine } from './list-area.tsx'
import { ListCard } from './list-card.tsx'
import { ListChoice } from './list-choice.tsx'
import { PreviewLines } from './preview-section.tsx'
import { type Importable, type JudgedLine, useImport } from './use-import.ts'
import { VerdictFoot } from './verdict-foot.tsx'

export interface ImportFlowProps<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported> {
  importable: Importable<Line, Preview, Done>
  /** choice of the target, in the head of the list */
  children?: ReactNode
  /** choices that repair lines */
  renderMending?: (preview: Preview) => ReactNode
  /** further effects, and open choices */
  renderChoice?: (preview: Preview) => ReactNode
  /** effects that follow the import, and links to continue */
  renderOnwards: (imported: Done) => ReactNode
}

/**
 * Page of an import: the list with its first lines below a select for each column, other choices, a preview of each line, and
 * the verdict in a foot that stays in view.
 */
export function ImportFlow<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported>(
  props: ImportFlowProps<Line, Preview, Done>,
) {
  const { importable, children, renderMending, renderChoice, renderOnwards } = props
  const { words } = listKind(importable.kind)
  const { phase, enter, ...list } = useImport(importable)
  const area = useRef<HTMLTextAreaElement>(null)
  const preview = phase.name === 'checked' ? phase.preview : undefined
  const concerned = preview && importable.offerMessage?.(preview)
  const { offer, confirm } = useMessageOffer(concerned?.proposed ?? null)
  const leaving = useLeavingOut(preview, (without) => {
    const confirmation = preview?.confirmation ?? without
    if (preview && confirmation !== null) confirm((message) => enter(preview, confirmation, message))
  })
  const marks = useMemo(() => marksOf(preview?.lines ?? []), [preview])
  const findLine = useLineInText(area, list)
  if (phase.name === 'done')
    return (
      <EditPage>
        <DoneSection sentence={words.done(phase.imported)} onAgain={list.beginAgain}>
          <LeftOut kind={importable.kind} list={list} lines={leaving.left} />
          {renderOnwards(phase.imported)}
          <UndoLink importId={phase.imported.import_id} />
        </DoneSection>
      </EditPage>
    )
  return (
    <div className={styles.page} data-begun={list.isBegun}>
      <ListCard importable={importable} list={list} area={area} marks={marks} place={children}>
        <div className={styles.choices} data-layout="stack 3 x8 start if-any">
          {words.update && (
            <ListChoice
              label={texts.update}
              hint={words.update}
              isChosen={list.isUpdating}
              isBusy={list.isImporting}
              onChange={list.setUpdating}
            />
          )}
          {/* Before the other choices: while lines are refused, nothing can be imported without this one. */}
          {preview?.confirmation_without && (
            <LeaveOut kind={importable.kind} list={list} leaving={leaving} isBusy={list.isImporting} />
          )}
          {preview && renderMending?.(preview)}
          {preview && renderChoice?.(preview)}
          {concerned && <MessageOffer offer={offer} recipients={concerned.recipients} />}
        </div>
      </ListCard>
      {list.isBegun && (
        <VerdictFoot
          kind={importable.kind}
          verdict={{ phase, ...list }}
          isLeavingOut={leaving.isChosen}
          onConfirm={leaving.confirm}
        />
      )}
      {phase.name === 'checked' && (
        <PreviewLines
          key={phase.turn}
          importable={importable}
          preview={phase.preview}
          isLeavingOut={leaving.isChosen}
          isBusy={list.isChecking}
          onShowLine={findLine}
        />
      )}
      <UnsavedChanges isDirty={list.isDirty} />
    </div>
  )
}

function marksOf(lines: readonly JudgedLine[]): LineMarks {
  const marks = new Map<number, 'danger' | 'warning'>()
  for (const line of lines) {
    const { outcome, remark } = weightOf(line)
    if (outcome === 'refused') marks.set(line.line, 'danger')
    else if (remark && !marks.has(line.line)) marks.set(line.line, 'warning')
  }
  return marks
}

interface OpenList {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function useLineInText(area: { current: HTMLTextAreaElement | null }, { isOpen, setOpen }: OpenList) {
  const [wanted, setWanted] = useState<{ line: number } | null>(null)
  useEffect(() => {
    if (!wanted || !isOpen || !area.current) return
    setWanted(null)
    showLine(area.current, wanted.line)
  }, [wanted, isOpen, area])
  return (line: number) => {
    setOpen(true)
    setWanted({ line })
  }
}

/** Says what was imported. Gets the focus, since the pressed button is gone. */
function DoneSection({ sentence, onAgain, children }: { sentence: string; onAgain: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} data-layout="arrived">
      <EditSection title="Geïmporteerd">
        <div role="status">
          <StatusLine tone="success" icon="done">
            {sentence}
          </StatusLine>
        </div>
        {children}
        <div>
          <Button onClick={onAgain}>{texts.another}</Button>
        </div>
      </EditSection>
    </div>
  )
}

const UndoLink = ({ importId }: { importId: number }) => (
  <p data-text="small muted figures">
    {texts.mistaken}{' '}
    <Link to="/admin/import/history/$importId" params={{ importId: String(importId) }}>
      {texts.undo}
    </Link>
  </p>
)

/** Tabs for the kinds of list; `children` is the link back, on the same line so that the choices are higher. */
export const ImportKinds = ({ children }: { children?: ReactNode }) => (
  <div data-layout="row 2 x4">
    {children}
    <ScreenTabs label={texts.kinds}>
      {importTabs.map((kind) => (
        <Link key={kind} to={`/admin/import/${kind}`}>
          {listKind(kind).words.tab}
        </Link>
      ))}
      <Link to="/admin/import/history">{texts.history}</Link>
    </ScreenTabs>
  </div>
)
