import type { ReactNode } from 'react'
import { UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { DoneSection } from './done-section.tsx'
import styles from './import.module.css'
import { importKindTexts } from './import.texts.ts'
import type { Importable, JudgedLine } from './importable.ts'
import { ListInput } from './list-input.tsx'
import { PreviewSection } from './preview-section.tsx'
import { useImport } from './use-import.ts'

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
        <DoneSection said={importKindTexts[kind].done(phase.added)} onAgain={list.beginAgain}>
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
