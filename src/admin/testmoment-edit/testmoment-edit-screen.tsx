import type { Module } from '#domain/modules/module.schema.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { Api } from '#src/api/api.ts'
import { PlannedNote } from '#src/parts/clock/planned-note.tsx'
import { AuditLink, EditPage } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { ActionsSection } from './actions-section.tsx'
import { ModulesSection } from './modules-section.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './testmoment-edit.module.css'

interface TestmomentEditScreenProps {
  api: Api
  testmoment: ManagedTestmoment
  /** all of the school; null when they could not be fetched */
  modules: readonly Module[] | null
}

const countLabel = ({ students, tests }: ManagedTestmoment): string =>
  `${students === 1 ? '1 student' : `${students} studenten`} ingeschreven, samen ${tests === 1 ? '1 toets' : `${tests} toetsen`}`

export function TestmomentEditScreen({ api, testmoment, modules }: TestmomentEditScreenProps) {
  const common = { api, testmoment }
  return (
    <EditPage>
      <BackLink to="/admin/testmoments" search={{ schoolyear: testmoment.schoolyear_id }}>
        Toetsmoment Beheer
      </BackLink>
      <p className={styles.count} role="status">
        {countLabel(testmoment)}
      </p>
      <PlannedNote testmoment={testmoment} />
      <ActionsSection api={api} testmoment={testmoment} />
      <SettingsSection {...common} />
      <ModulesSection {...common} modules={modules} />
      <AuditLink resource="testmoment" id={testmoment.id}>
        Logboek van dit toetsmoment
      </AuditLink>
    </EditPage>
  )
}
