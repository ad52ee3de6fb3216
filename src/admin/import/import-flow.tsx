import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import type { Imported, ImportPreview } from '#contract/import.ts'
import { weightOf } from '#domain/import/import.rules.ts'
import { type ImportKind, importTabs, listKind } from '#domain/import/import-kinds.ts'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { ColumnTable } from './column-table.tsx'
import { HeadingChoice } from './heading-choice.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { type LineMarks, showLine } from './list-area.tsx'
import { ListInput } from './list-input.tsx'
import { Arrived, PreviewSection } from './preview-section.tsx'
import { SourceChoices } from './source-choices.tsx'
import { type Importable, type JudgedLine, useImport } from './use-import.ts'

export interface ImportFlowProps<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported> {
  importable: Importable<Line, Preview, Done>
  /** where the list goes, above it */
  children?: ReactNode
  /** choices that mend lines, above them */
  renderMending?: (preview: Preview) => ReactNode
  /** further effects, and open choices, above the button that starts the import */
  renderChoice?: (preview: Preview) => ReactNode
  /** consequences that follow by themselves once it is done, and links from there */
  renderOnwards: (imported: Done) => ReactNode
}

/** From a list to what it says: put it in, settle its columns, look what would come of it, confirm. */
export function ImportFlow<Line extends JudgedLine, Preview extends ImportPreview<Line>, Done extends Imported>(
  props: ImportFlowProps<Line, Preview, Done>,
) {
  const { importable, children, renderMending, renderChoice, renderOnwards } = props
  const { kind } = importable
  const { words } = listKind(kind)
  const { text, file, listed, phase, busy, problem, ...list } = useImport(importable)
  const area = useRef<HTMLTextAreaElement>(null)
  const preview = phase.name === 'checked' ? phase.preview : undefined
  const concerned = preview && importable.offerMessage?.(preview)
  const { offer, confirm } = useMessageOffer(concerned?.proposed ?? null)
  const marks = useMemo(() => marksOf(preview?.lines ?? []), [preview])
  if (phase.name === 'done')
    return (
      <EditPage>
        <DoneSection sentence={words.done(phase.imported)} onAgain={list.beginAgain}>
          {renderOnwards(phase.imported)}
          <UndoLink importId={phase.imported.import_id} />
        </DoneSection>
      </EditPage>
    )
  const unread = (listed?.columns ?? []).filter(({ origin }) => origin === 'unknown').map(({ header }) => header)
  const isFresh = phase.name === 'checked' && !phase.isStale
  return (
    <div className={styles.flow} data-room="wide">
      <div className={styles.list}>
        <EditSection title="Lijst">
          <p>{words.intro}</p>
          {children}
          {problem?.at === 'file' && <Problem text={problem.text} />}
          <ListInput
            area={area}
            text={text}
            marks={marks}
            isReadOnly={busy === 'importing'}
            onEdit={list.edit}
            notes={file?.notes ?? []}
            onFile={list.openFile}
            isRefusedUnseen={list.isRefusedUnseen}
          />
        </EditSection>
      </div>
      <div className={styles.outcome}>
        <EditSection title="Kolommen">
          {text.trim() === '' ? (
            <ColumnsExpected kind={kind} />
          ) : (
            <>
              {file && <SourceChoices file={file} isBusy={busy === 'importing'} onRead={list.takeFile} />}
              {listed && listed.firstLines.length > 0 && (
                <HeadingChoice
                  key={listed.firstLines[0]?.cells.join()}
                  heading={listed.heading}
                  firstLines={listed.firstLines}
                  onChoose={list.chooseHeading}
                />
              )}
              {listed === null && <p className={styles.muted}>{texts.noColumns}</p>}
              {listed && listed.columns.length > 0 && (
                <ColumnTable
                  key={listed.columns.map(({ header }) => header).join('\n')}
                  kind={kind}
                  modules={importable.modules}
                  listed={listed}
                  isBusy={busy === 'importing'}
                  isSettled={phase.name === 'checked' && unread.length === 0}
                  onChoose={list.chooseColumn}
                />
              )}
              {words.update && (
                <UpdateChoice
                  hint={words.update}
                  isUpdating={list.isUpdating}
                  isBusy={busy === 'importing'}
                  onChange={list.setUpdating}
                />
              )}
              {problem?.at === 'check' && <Problem text={problem.text} />}
              <div>
                <ServerButton
                  tone={isFresh ? 'secondary' : 'primary'}
                  busy={busy === 'checking'}
                  disabled={busy === 'importing'}
                  onClick={list.look}
                >
                  {isFresh ? 'Opnieuw controleren' : 'Controleren'}
                </ServerButton>
              </div>
            </>
          )}
        </EditSection>
        {phase.name === 'checked' && (
          <PreviewSection
            key={phase.turn}
            importable={importable}
            preview={phase.preview}
            isStale={phase.isStale}
            isAwaited={phase.isAwaited}
            unread={unread}
            problem={problem?.at === 'confirm' ? problem.text : null}
            isBusy={busy === 'importing'}
            isChecking={busy === 'checking'}
            onShowLine={(line) => area.current && showLine(area.current, line)}
            mending={renderMending?.(phase.preview)}
            onConfirm={() => confirm((message) => void list.enter(phase.preview, message))}
          >
            {renderChoice?.(phase.preview)}
            {concerned && <MessageOffer offer={offer} recipients={concerned.recipients} />}
          </PreviewSection>
        )}
      </div>
      <UnsavedChanges isDirty={list.isDirty} />
    </div>
  )
}

/** Columns that a list may have, shown while there is none. */
const ColumnsExpected = ({ kind }: { kind: ImportKind }) => (
  <>
    <p>
      Boven de lijst staan de namen van de kolommen, bijvoorbeeld{' '}
      <code className={styles.example}>{listKind(kind).words.example}</code>
    </p>
    <p className={styles.muted}>{listKind(kind).words.columns}</p>
    <p className={styles.muted}>{texts.otherNames}</p>
  </>
)

/** Which lines of the text are refused, and which say something worth knowing. */
function marksOf(lines: readonly JudgedLine[]): LineMarks {
  const marks = new Map<number, 'danger' | 'warning'>()
  for (const line of lines) {
    const { outcome, remark } = weightOf(line)
    if (outcome === 'refused') marks.set(line.line, 'danger')
    else if (remark && !marks.has(line.line)) marks.set(line.line, 'warning')
  }
  return marks
}

interface UpdateChoiceProps {
  hint: string
  isUpdating: boolean
  isBusy: boolean
  onChange: (isUpdating: boolean) => void
}

function UpdateChoice({ hint, isUpdating, isBusy, onChange }: UpdateChoiceProps) {
  const id = useId()
  return (
    <label className={styles.update}>
      <input
        type="checkbox"
        checked={isUpdating}
        disabled={isBusy}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span id={id}>{texts.update}</span>
      <span id={`${id}-hint`} className={styles.muted}>
        {hint}
      </span>
    </label>
  )
}

interface DoneSectionProps {
  sentence: string
  onAgain: () => void
  children: ReactNode
}

const DoneSection = ({ sentence, onAgain, children }: DoneSectionProps) => (
  <Arrived>
    <EditSection title="Geïmporteerd">
      <div role="status">
        <StatusLine tone="success" icon="done">
          {sentence}
        </StatusLine>
      </div>
      {children}
      <div>
        <Button onClick={onAgain}>Nog een lijst importeren</Button>
      </div>
    </EditSection>
  </Arrived>
)

const UndoLink = ({ importId }: { importId: number }) => (
  <p className={styles.muted}>
    {texts.mistaken}{' '}
    <Link to="/admin/import/history/$importId" params={{ importId: String(importId) }}>
      Deze import terugdraaien
    </Link>
  </p>
)

export const ImportKinds = () => (
  <ScreenTabs label="Wat je importeert">
    {importTabs.map((kind) => (
      <Link key={kind} to={`/admin/import/${kind}`}>
        {listKind(kind).words.tab}
      </Link>
    ))}
    <Link to="/admin/import/history">{texts.history}</Link>
  </ScreenTabs>
)
