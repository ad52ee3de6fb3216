import { Link } from '@tanstack/react-router'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { isOpen, opensAt } from '#domain/testmoments/testmoment.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useSeats } from '#src/enrollment/seats.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import {
  type EnrollmentChoice,
  enrollmentChoices,
  offeredWish,
} from '#src/parts/enrollment-choice/enrollment-choices.ts'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './history-screen.module.css'

interface NextChanceProps {
  api: Api
  user: User
  /** that was failed, or missed */
  test: TakenTest
  overview: EnrollmentOverview
  now: number
}

/** So many are near enough to choose from here; the module's dialog has them all. */
const MOST_SHOWN = 3

/** At which moments a test can be taken again, each with the one tap by which one does. */
export function NextChance({ api, user, test, overview, now }: NextChanceProps) {
  const enrollment = useEnrollment(nothingToClose)
  const { statuses, testmoments } = overview
  const seats = useSeats(overview.seats)
  const status = statuses.find(({ module }) => module.id === test.module_id)
  if (!status) return <p className={styles.chance}>{texts.notOffered(test.module_name)}</p>

  const choices = enrollmentChoices(status, { statuses, testmoments, seats, now }).filter(
    ({ testmoment }) => testmoment.id !== test.testmoment_id,
  )
  const { text, shown } = chanceIn(choices, now)
  const { module } = status
  return (
    <section className={styles.chance} aria-label={`Nieuwe kans voor ${module.name}`}>
      <p>
        <strong>{text}</strong>
      </p>
      {shown.length > 0 && (
        <ul className={styles.choices}>
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
      {choices.length > shown.length && (
        <Link
          to="/student/modules"
          search={{ module: module.id }}
          state={{ openedDialog: true }}
          className={styles.more}
        >
          Alle toetsmomenten voor {module.name}
          <Icon name="chevron" />
        </Link>
      )}
    </section>
  )
}

/** Where the student takes it again; else where they could, or will, or why not. */
function chanceIn(choices: readonly EnrollmentChoice[], now: number) {
  const said = (text: string, shown: readonly EnrollmentChoice[]) => ({ text, shown: shown.slice(0, MOST_SHOWN) })
  const taken = choices.filter((choice) => choice.enrollment)
  if (taken.length > 0) return said(texts.taken, taken)
  const offered = choices.filter((choice) => offeredWish(choice))
  if (choices.some((choice) => !choice.enrollment && choice.entry)) return said(texts.waiting, offered)
  if (offered.length > 0)
    return said(offered.some((choice) => choice.verdict.allowed) ? texts.open : texts.full, offered)
  const opening = choices.filter(({ testmoment }) => !isOpen(testmoment, now) && opensAt(testmoment) !== null)
  if (opening.length > 0) return said(texts.opening, opening)
  return said(choices.length > 0 ? texts.closed : texts.nothing, choices)
}

const nothingToClose = () => undefined

const texts = {
  taken: 'Je doet deze toets opnieuw:',
  open: 'Doe deze toets opnieuw. Je kunt je nu inschrijven:',
  full: 'Doe deze toets opnieuw. Het is vol, maar je kunt op de wachtlijst:',
  waiting: 'Je wacht op een plaats om deze toets opnieuw te doen:',
  opening: 'Je kunt deze toets opnieuw doen. Inschrijven kan nu nog niet:',
  closed: 'Je kunt deze toets opnieuw doen, maar je nu niet zelf inschrijven:',
  nothing: 'Er is nog geen nieuw toetsmoment voor deze module gepland. Zodra het er is, staat het hier.',
  notOffered: (moduleName: string) =>
    `Module ${moduleName} hoort nu niet bij je studierichting. Vraag je docent of je de toets opnieuw kunt doen.`,
}
