import { Link } from '@tanstack/react-router'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { Icon } from '#src/ui/icon.tsx'
import { type ChanceKind, chanceOf } from './chances.ts'
import styles from './history-screen.module.css'

interface NextChanceProps {
  api: Api
  user: User
  /** test that was failed or missed */
  test: TakenTest
  lists: AgreedLists
  now: number
}

/** Moments at which a test can be retaken, each with its button. */
export function NextChance({ api, user, test, lists, now }: NextChanceProps) {
  const enrollment = useEnrollment(nothingToClose)
  const { statuses, testmoments, seats } = lists
  const status = statuses.find(({ module }) => module.id === test.module_id)
  if (!status)
    return (
      <p className={styles.chance} data-layout="stack 3">
        {notOfferedText(test.module_name)}
      </p>
    )

  const choices = enrollmentChoices(status, { statuses, testmoments, seats, now }).filter(
    ({ testmoment }) => testmoment.id !== test.testmoment_id,
  )
  const { kind, shown } = chanceOf(test, choices, now)
  const { module } = status
  return (
    <section className={styles.chance} data-layout="stack 3" aria-label={`Nieuwe kans voor ${module.name}`}>
      <p>
        <strong>{texts[kind]}</strong>
      </p>
      {shown.length > 0 && (
        <ul className={styles.choices} data-layout="stack 3">
          {shown.map((choice) => (
            <ChoiceCard
              key={choice.testmoment.id}
              api={api}
              choice={choice}
              user={user}
              module={module}
              enrollment={enrollment}
              now={now}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && choices.length > shown.length && (
        <Link
          to="/student/modules"
          search={{ module: module.id }}
          state={{ openedDialog: true }}
          className={styles.more}
          data-layout="inline 1 target"
          data-text="strong plain"
        >
          Alle toetsmomenten voor {module.name}
          <Icon name="chevron" />
        </Link>
      )}
    </section>
  )
}

const nothingToClose = () => undefined

const texts = {
  'not-over': 'Zodra dit toetsmoment voorbij is, kun je je inschrijven om deze toets opnieuw te doen.',
  taken: 'Je doet deze toets opnieuw:',
  waiting: 'Je wacht op een plaats om deze toets opnieuw te doen:',
  open: 'Doe deze toets opnieuw. Je kunt je nu inschrijven:',
  full: 'Doe deze toets opnieuw. Het is vol, maar je kunt op de wachtlijst:',
  opening: 'Je kunt deze toets opnieuw doen. Inschrijven kan nu nog niet:',
  closed: 'Je kunt deze toets opnieuw doen, maar je nu niet zelf inschrijven:',
  nothing: 'Er is nog geen nieuw toetsmoment voor deze module gepland. Zodra het er is, staat het hier.',
} satisfies Record<ChanceKind, string>

const notOfferedText = (moduleName: string): string =>
  `Module ${moduleName} hoort nu niet bij je studierichting. Vraag je docent of je de toets opnieuw kunt doen.`
