import { createLink, Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstSteps } from '#domain/statistics/statistics.schema.ts'
import { ImportArrow } from '#src/parts/list-page/list-page.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './first-steps.module.css'
import { firstStepsTexts as texts } from './overview.texts.ts'

const LinkedButton = createLink(ButtonLink)

interface Step {
  key: keyof FirstSteps
  /** of the step; the next one is emphasized */
  link: Pick<LinkProps, 'to' | 'search'>
  label: string
  isImport?: true
  /** the school is ready without it */
  isOptional?: true
  other?: ReactNode
}

/** In the order in which they depend on each other. */
const steps: readonly Step[] = [
  { key: 'schoolyear', link: { to: '/admin/schoolyears', search: { add: true } }, label: 'Schooljaar maken' },
  {
    key: 'modules',
    link: { to: '/admin/import/modules' },
    label: 'Modules importeren',
    isImport: true,
    other: <Link to="/admin/modules">Zelf maken</Link>,
  },
  {
    key: 'departments',
    link: { to: '/admin/education-departments' },
    label: 'Studierichtingen maken',
    other: <Link to="/admin/education-departments/modules">Modules verdelen</Link>,
  },
  {
    key: 'testmoments',
    link: { to: '/admin/import/testmoments' },
    label: 'Toetsmomenten importeren',
    isImport: true,
    other: <Link to="/admin/testmoments">Zelf maken</Link>,
  },
  { key: 'students', link: { to: '/admin/import/students' }, label: 'Studenten importeren', isImport: true },
  {
    key: 'rooms',
    link: { to: '/admin/import/rooms' },
    label: 'Lokalen importeren',
    isImport: true,
    isOptional: true,
    other: <Link to="/admin/rooms">Zelf maken</Link>,
  },
  { key: 'opened', link: { to: '/admin/testmoments' }, label: 'Inschrijving openen' },
]

/** First steps of a new school: each is ticked once its records exist, and the list disappears when all are. */
export function FirstStepsCard({ done }: { done: FirstSteps }) {
  const needed = steps.filter(({ isOptional }) => !isOptional)
  const next = needed.find(({ key }) => !done[key])
  if (!next) return null
  const count = needed.filter(({ key }) => done[key]).length
  return (
    <section className={styles.card} data-box data-layout="grid 4" data-pad="4" aria-labelledby="first-steps">
      <header data-box="small" data-layout="grid 1 self-start" data-pad="3 x4" data-width="44">
        <h2 id="first-steps">Eerste stappen</h2>
        <p data-text="muted">{texts.intro(count, needed.length)}</p>
      </header>
      <ol data-layout="grid 2">
        {steps.map(({ key, link, label, isImport, other, isOptional }) => (
          <li
            key={key}
            className={styles.step}
            data-box="small"
            data-layout="grid 2 x4 center"
            data-pad="3 x4"
            data-state={done[key] ? 'done' : key === next.key ? 'next' : 'later'}
          >
            <span className={styles.mark} data-layout="disc" data-text="strong figures muted" aria-hidden="true">
              {done[key] ? (
                <Icon name="check" />
              ) : isOptional ? (
                <Icon name="plus" />
              ) : (
                needed.findIndex((step) => step.key === key) + 1
              )}
            </span>
            <div className={styles.what} data-layout="grid">
              <h3 data-text="base">
                <span>{texts.titles[key]}</span>
                {done[key] && <VisuallyHidden> (klaar)</VisuallyHidden>}
              </h3>
              <p data-text="small muted">{texts.explanations[key]}</p>
            </div>
            {!done[key] && (
              <p className={styles.ways} data-layout="row 2 x4">
                <LinkedButton {...link} tone={key === next.key ? 'primary' : 'secondary'}>
                  {isImport && <ImportArrow />}
                  <span>{label}</span>
                </LinkedButton>
                {other}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
