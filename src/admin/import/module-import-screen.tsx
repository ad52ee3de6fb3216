import { Link } from '@tanstack/react-router'
import type { ImportedModules, ModuleImportPreview } from '#contract/import.calls.ts'
import { importModules, previewModuleImport } from '#contract/import.gen.ts'
import type { ColumnReading } from '#domain/import/import.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { moduleTexts as texts } from './import.texts.ts'
import { PlainImport } from './plain-import.tsx'

export function ModuleImportScreen({ remembered }: { remembered: readonly ColumnReading[] }) {
  const api = useApi()
  return (
    <PlainImport
      kind="modules"
      back={<BackLink to="/admin/modules">Modules</BackLink>}
      shown={['name', 'description', 'departments']}
      remembered={remembered}
      preview={(body) => api.call(previewModuleImport, { body })}
      confirm={(body) => api.call(importModules, { body })}
      renderChoice={(preview: ModuleImportPreview) => <OtherEffects {...preview} />}
      renderOnwards={(imported: ImportedModules) => <Onwards {...imported} />}
    />
  )
}

/** Effects in addition to the modules: new departments, and automatic enrollments. */
const OtherEffects = ({ new_departments, ...enrolled }: ModuleImportPreview) => (
  <>
    {new_departments.length > 0 && (
      <StatusLine tone="accent" icon="plus">
        {texts.newDepartments(new_departments)}
      </StatusLine>
    )}
    {enrolled.enrollments_made > 0 && (
      <StatusLine tone="accent" icon="person">
        {texts.enrolls(enrolled)}
      </StatusLine>
    )}
    {enrolled.students_without_seat > 0 && (
      <StatusLine tone="warning">{texts.withoutSeat(enrolled.students_without_seat)}</StatusLine>
    )}
  </>
)

const Onwards = ({ departments_added, ...enrolled }: ImportedModules) => (
  <>
    {departments_added > 0 && <p>{texts.departmentsMade(departments_added)}</p>}
    {enrolled.enrollments_made > 0 && <p>{texts.enrolled(enrolled)}</p>}
    {enrolled.students_without_seat > 0 && <p>{texts.withoutSeat(enrolled.students_without_seat)}</p>}
    <ul data-layout="stack 2">
      <li>
        <Link to="/admin/modules">{texts.toModules}</Link>
      </li>
      <li>
        <Link to="/admin/education-departments">{texts.toDepartments}</Link>
      </li>
    </ul>
  </>
)
