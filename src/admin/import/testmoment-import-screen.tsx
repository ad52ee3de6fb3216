import { useNavigate } from '@tanstack/react-router'
import type { Api } from '#src/api/api.ts'
import { Card } from '#src/ui/card.tsx'
import { SelectField } from '#src/ui/field.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { ImportFlow } from './import-flow.tsx'
import { ImportKinds } from './import-kinds.tsx'
import type { LoadedTestmomentImport } from './load-import.ts'
import { testmomentImport } from './testmoment-import.tsx'

export function TestmomentImportScreen({ api, loaded }: { api: Api; loaded: LoadedTestmomentImport }) {
  const navigate = useNavigate()
  const { schoolyears, chosen } = loaded
  const choose = (schoolyear: number) =>
    navigate({ to: '/admin/import/testmoments', search: { schoolyear }, replace: true, resetScroll: false })
  return (
    <div className={styles.screen}>
      <ImportKinds />
      {chosen ? (
        <ImportFlow importable={testmomentImport(api, chosen)}>
          <SelectField label="Schooljaar" value={chosen.id} onChange={({ target }) => choose(Number(target.value))}>
            {schoolyears.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </ImportFlow>
      ) : (
        <Card>{texts.noSchoolyears}</Card>
      )}
    </div>
  )
}
