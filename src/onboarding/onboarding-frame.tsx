import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import type { OnboardingActor } from './onboarding.machine.ts'
import styles from './onboarding-frame.module.css'
import { pathOf, steps } from './steps.ts'
import { OnboardingContext } from './use-step.ts'

interface OnboardingFrameProps {
  actor: OnboardingActor
  user: User
  isConnected: boolean
  children: ReactNode
}

/** Layout around the four steps. Refetches when the student comes back to it, and when the connection returns. */
export function OnboardingFrame({ actor, user, isConnected, children }: OnboardingFrameProps) {
  const reached = useSelector(actor, ({ context }) => context.known.user.onboarding_step)

  useEffect(() => actor.send({ type: 'user.refreshed', user }), [actor, user])
  useEffect(() => {
    if (isConnected) actor.send({ type: 'connection.returned' })
  }, [actor, isConnected])
  useEffect(() => {
    const look = () => document.hidden || actor.send({ type: 'page.shown' })
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [actor])

  return (
    <OnboardingContext value={{ actor, isConnected }}>
      <div className={styles.frame} data-box>
        <Progress reached={reached} />
        <div className={styles.open} data-pad="4">
          {children}
        </div>
      </div>
    </OnboardingContext>
  )
}

/** Progress through the steps. The router marks the open step with `aria-current`. */
const Progress = ({ reached }: { reached: OnboardingStep }) => (
  <nav aria-label="Stappen">
    <ol className={styles.steps} data-layout="grid">
      {steps.map(({ step, name }) => (
        <li data-layout="anchor" key={step} data-reached={step <= reached}>
          {step <= reached ? (
            <Link
              to={pathOf(step)}
              className={styles.step}
              data-layout="stack 1"
              data-text="small tight centered muted plain"
            >
              <span className={styles.mark} data-layout="disc" data-text="display strong figures">
                {step < reached ? <Icon name="check" /> : step}
              </span>
              <span className={styles.name}>{name}</span>
              {step < reached && <VisuallyHidden> (ingevuld)</VisuallyHidden>}
            </Link>
          ) : (
            <span className={styles.step} data-layout="stack 1" data-text="small tight centered muted plain">
              <span className={styles.mark} data-layout="disc" data-text="display strong figures">
                {step}
              </span>
              <span className={styles.name}>{name}</span>
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
