import { Link } from '@tanstack/react-router'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './progress.module.css'
import { pathOf, steps } from './steps.ts'

/** Where one is, and how much is left. The router marks the open step with `aria-current`. */
export const Progress = ({ reached }: { reached: OnboardingStep }) => (
  <nav aria-label="Stappen">
    <ol className={styles.steps}>
      {steps.map(({ step, name }) => (
        <li key={step} data-done={step < reached}>
          {step <= reached ? (
            <Link to={pathOf(step)} className={styles.step}>
              <span className={styles.mark}>{step < reached ? <Icon name="check" /> : step}</span>
              {name}
              {step < reached && <VisuallyHidden> (ingevuld)</VisuallyHidden>}
            </Link>
          ) : (
            <span className={styles.step}>
              <span className={styles.mark}>{step}</span>
              {name}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
