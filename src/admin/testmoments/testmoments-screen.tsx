import { Link, useNavigate } from '@tanstack/react-router'
import type { Api } from '#src/api/api.ts'
import { Card } from '#src/ui/card.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { TestmomentsOverview } from './load-testmoments.ts'
import styles from './testmoments.module.css'
import { testmomentsTexts as texts } from './testmoments.texts.ts'
import { YearMoments } from './year-moments.tsx'

export function TestmomentsScreen({ api, overview }: { api: Api; overview: TestmomentsOverview }) {
  const navigate = useNavigate()
  const { schoolyears, active, chosen, first } = overview
  const choose = (schoolyear: number) => navigate({ to: '/admin/testmoments', search: { schoolyear }, replace: true })
  return (
    <div className={styles.screen}>
      <Card>
        <div className={styles.years}>
          <div>
            {active ? (
              <p>
                Actief schooljaar: <strong>{active.name}</strong>
              </p>
            ) : (
              <StatusLine tone="warning" icon="alert">
                {schoolyears.length === 0 ? texts.noSchoolyears : texts.noneActive}
              </StatusLine>
            )}
            <Link to="/admin/schoolyears">Schooljaren beheren</Link>
          </div>
          {chosen && (
            <SelectField
              label="Beheer toetsmomenten voor schooljaar"
              value={chosen.id}
              onChange={(event) => choose(Number(event.target.value))}
            >
              {schoolyears.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </Card>
      {chosen && first && <YearMoments key={chosen.id} api={api} year={chosen} first={first} />}
    </div>
  )
}
