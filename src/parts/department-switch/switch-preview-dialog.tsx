import type { ReactNode } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import type { DepartmentSwitchMetadata, EducationDepartment } from '#domain/departments/department.schema.ts'
import { lostForGoodText } from '#domain/enrollments/enrollment-status.texts.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { isOpen } from '#domain/testmoments/testmoment.rules.ts'
import { StatusLine } from '#src/ui/status.tsx'
import { ConfirmDialog } from '../editing/confirm-dialog.tsx'
import styles from './department-switch.module.css'

interface SwitchPreviewDialogProps {
  to: EducationDepartment
  preview: DepartmentSwitchMetadata
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What a switch brings about, before it happens. */
export const SwitchPreviewDialog = ({ to, preview, ...rest }: SwitchPreviewDialogProps) => (
  <ConfirmDialog {...rest} title={`Wisselen naar ${to.name}`} confirmLabel="Studierichting wisselen">
    <div className={styles.preview}>
      <Part title="Inschrijvingen die verdwijnen" none="Er verdwijnen geen inschrijvingen.">
        {preview.enrollments_to_be_deleted.map(({ id, module_name, testmoment }) => (
          <li key={id}>
            {module_name} op {momentLabel(testmoment, Date.now())}
            {!isOpen(testmoment, Date.now()) && (
              <StatusLine tone="danger" icon="lock">
                {lostForGoodText}
              </StatusLine>
            )}
          </li>
        ))}
      </Part>
      <Part title="Modules die erbij komen" none="Er komen geen modules bij.">
        {preview.modules_to_be_added.map((module) => (
          <li key={module.id}>{moduleLabel(module)}</li>
        ))}
      </Part>
      {preview.enrollments_to_be_made.length > 0 && (
        <Part title="Automatische inschrijvingen">
          {preview.enrollments_to_be_made.map(({ testmoment, module }) => (
            <li key={`${testmoment.id}-${module.id}`}>
              {module.name} op {momentLabel(testmoment, Date.now())}
            </li>
          ))}
        </Part>
      )}
    </div>
  </ConfirmDialog>
)

const Part = ({ title, none, children }: { title: string; none?: string; children: ReactNode[] }) => (
  <section className={styles.part}>
    <h3>{title}</h3>
    {children.length === 0 ? <p>{none}</p> : <ul>{children}</ul>}
  </section>
)
