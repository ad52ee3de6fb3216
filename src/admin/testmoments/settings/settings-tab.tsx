import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ASK_FIRST } from '#contract/refusals.ts'
import { deleteTestmoment, exportTestmoment } from '#contract/testmoments.gen.ts'
import { briefLabel } from '#domain/calendar/date-labels.ts'
import type { ManagedTestmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { momentDeletedMessage } from '#domain/messages/change.texts.ts'
import type { Module } from '#domain/modules/module.schema.ts'
import { testmomentTitles } from '#domain/testmoments/testmoment-edit.texts.ts'
import { useApi } from '#src/api/use-api.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { DownloadButton } from '#src/parts/download-button.tsx'
import { AuditLink, EditColumns, EditPage, EditSection } from '#src/parts/editing/edit-section.tsx'
import { useChange } from '#src/parts/editing/use-change.tsx'
import { ServerButton } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { ChecklistsButton, RevealingRoomsOf } from '../moment-students.tsx'
import { ModulesSection } from './modules-section.tsx'
import styles from './settings.module.css'
import { testmomentEditTexts as texts } from './settings.texts.ts'
import { SettingsSection } from './settings-section.tsx'

interface SettingsTabProps {
  testmoment: ManagedTestmoment
  modules: readonly Module[] | null
  /** counts of the moment; null while another tab is in sight */
  counted: ReactNode
}

export const SettingsTab = ({ testmoment, modules, counted }: SettingsTabProps) => (
  <EditPage isWide>
    {counted && (
      <div data-layout="row 1 x4">
        {counted}
        <PlannedNote testmoment={testmoment} />
      </div>
    )}
    <EditColumns>
      <SettingsSection testmoment={testmoment} />
      <EditPage>
        <ModulesSection testmoment={testmoment} modules={modules} />
        <ActionsSection testmoment={testmoment} />
      </EditPage>
    </EditColumns>
    <AuditLink resource="testmoment" id={testmoment.id}>
      {texts.log}
    </AuditLink>
  </EditPage>
)

/** Downloads of the students who come, for paper and spreadsheets; and, apart from these, deletion of the moment. */
function ActionsSection({ testmoment }: Pick<SettingsTabProps, 'testmoment'>) {
  const api = useApi()
  const notify = useNotify()
  const navigate = useNavigate()
  const label = briefLabel(testmoment, Date.now())
  const { _links } = testmoment
  const leave = () =>
    void navigate({
      to: '/admin/testmoments',
      search: { schoolyear: testmoment.schoolyear_id },
      replace: true,
      // The moment is gone, so unsaved edits cannot be saved any more.
      ignoreBlocker: true,
    })
  const deleting = useChange({
    send: (link: Link, { confirmed = ASK_FIRST, message }) =>
      api.follow(deleteTestmoment, link, { query: { confirmed }, body: { message } }),
    proposeMessage: () => momentDeletedMessage(testmoment, Date.now()),
    onSaved: ({ students_messaged }) => {
      notify('neutral', texts.deleted(label, students_messaged))
      leave()
    },
    onAnswerLost: leave,
    failed: texts.deleteFailed,
    inToast: true,
    confirmTitle: testmomentTitles.deletion(testmoment),
    confirmLabel: texts.delete,
  })
  return (
    <EditSection title="Acties">
      <div data-layout="row 3 start">
        <DownloadButton target={exportTestmoment} link={_links.export} failed={texts.exportFailed}>
          Exporteren
        </DownloadButton>
        <ChecklistsButton testmomentId={testmoment.id} links={_links} />
        <span className={styles.apart}>
          <ServerButton tone="danger" busy={deleting.isBusy} onClick={() => deleting.change(_links.delete)}>
            {texts.delete}
          </ServerButton>
        </span>
      </div>
      <RevealingRoomsOf testmomentId={testmoment.id} />
      {deleting.dialog}
    </EditSection>
  )
}
