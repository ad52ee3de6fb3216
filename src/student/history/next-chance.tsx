import { Link } from '@tanstack/react-router'
import type { TakenTest } from '#domain/results/result.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { Icon } from '#src/ui/icon.tsx'
import { chanceOf } from './chances.ts'
import { historyTexts, notOfferedText, chanceTexts as texts } from './history.texts.ts'
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
    <section className={styles.chance} data-layout="stack 3" aria-label={historyTexts.newChance(module.name)}>
      <p>
        <strong>{texts[kind]}</strong>
      </p>
      {shown.length > 0 && (
        <ul data-layout="stack 3 measured">
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
          {historyTexts.allMoments(module.name)}
          <Icon name="chevron" />
        </Link>
      )}
    </section>
  )
}

const nothingToClose = () => undefined
