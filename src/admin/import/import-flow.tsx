import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Finding, type ImportVerdict, weightOfVerdict } from '#domain/import/import.rules.ts'
import type { StudentVerdict, TestmomentVerdict } from '#domain/import/import.schema.ts'
import { studentVerdictTexts, testmomentVerdictTexts } from '#domain/import/import.texts.ts'
import type { ResultVerdict } from '#domain/results/result.schema.ts'
import { resultVerdictTexts } from '#domain/results/result.texts.ts'
import { UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { ScreenTabs } from '#src/parts/screen-tabs.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { StatusLine, type Tone } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { importKindTexts } from './import.texts.ts'
import { ListInput } from './list-input.tsx'
import { Arrived, PreviewSection } from './preview-section.tsx'
import { type Importable, type JudgedLine, useImport } from './use-import.ts'

interface ImportFlowProps<Line extends JudgedLine> {
  importable: Importable<Line>
  /** where the list goes, above it */
  children?: ReactNode
}

/** From a list to what it says: put it in, look what would come of it, confirm. */
export function ImportFlow<Line extends JudgedLine>({ importable, children }: ImportFlowProps<Line>) {
  const { kind } = importable
  const { text, phase, problem, ...list } = useImport(importable)
  if (phase.name === 'done')
    return (
      <EditPage>
        <DoneSection sentence={importKindTexts[kind].done(phase)} onAgain={list.beginAgain}>
          {importable.renderOnwards(phase.added)}
        </DoneSection>
      </EditPage>
    )
  const isSeen = phase.name === 'previewed' || phase.name === 'importing'
  return (
    <div className={styles.screen}>
      <EditPage>
        <EditSection title="Lijst">
          <p>{importKindTexts[kind].intro}</p>
          {children}
          {problem && !isSeen && <Alert>{problem}</Alert>}
          <ListInput
            kind={kind}
            text={text}
            onEdit={list.edit}
            onOpen={list.open}
            onRefused={list.refuseFile}
            isRefusedUnseen={list.isRefusedUnseen}
          >
            <Button
              tone={isSeen ? 'secondary' : 'primary'}
              busy={phase.name === 'previewing'}
              disabled={text.trim() === '' || phase.name === 'importing'}
              onClick={list.look}
            >
              {isSeen ? 'Opnieuw controleren' : 'Controleren'}
            </Button>
          </ListInput>
        </EditSection>
      </EditPage>
      {isSeen && (
        <PreviewSection
          key={phase.preview.confirmation ?? JSON.stringify(phase.preview.counts)}
          importable={importable}
          preview={phase.preview}
          problem={problem}
          isBusy={phase.name === 'importing'}
          onConfirm={() => list.enter(phase.preview)}
        />
      )}
      <UnsavedChanges isDirty={list.isDirty} />
    </div>
  )
}

interface DoneSectionProps {
  sentence: string
  onAgain: () => void
  /** what goes on by itself, and where to go from here */
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

export const ImportKinds = () => (
  <ScreenTabs label="Wat je importeert">
    <Link to="/admin/import/students">{importKindTexts.students.tab}</Link>
    <Link to="/admin/import/testmoments">{importKindTexts.testmoments.tab}</Link>
  </ScreenTabs>
)

export const StudentFindings = ({ findings }: { findings: readonly Finding<StudentVerdict>[] }) => (
  <Findings findings={findings} textOf={({ verdict, about }) => studentVerdictTexts[verdict](about)} />
)

export const TestmomentFindings = ({ findings }: { findings: readonly Finding<TestmomentVerdict>[] }) => (
  <Findings findings={findings} textOf={({ verdict, about }) => testmomentVerdictTexts[verdict](about)} />
)

export const ResultFindings = ({ findings }: { findings: readonly Finding<ResultVerdict>[] }) => (
  <Findings findings={findings} textOf={({ verdict }) => resultVerdictTexts[verdict]} />
)

interface FindingsProps<Verdict extends ImportVerdict> {
  findings: readonly Finding<Verdict>[]
  textOf: (finding: Finding<Verdict>) => string
}

/** All that was found of a line, one below the other. */
const Findings = <Verdict extends ImportVerdict>({ findings, textOf }: FindingsProps<Verdict>) =>
  findings.map((finding) => (
    <StatusLine key={finding.verdict + finding.about} {...looksOf(finding.verdict)}>
      {textOf(finding)}
    </StatusLine>
  ))

function looksOf(verdict: ImportVerdict): { tone: Tone; icon: IconName } {
  const { outcome, remark } = weightOfVerdict(verdict)
  if (outcome === 'refused') return { tone: 'danger', icon: 'alert' }
  if (remark) return { tone: 'warning', icon: 'info' }
  return outcome === 'skipped' ? { tone: 'neutral', icon: 'minus' } : { tone: 'success', icon: 'plus' }
}
