import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import type { User } from '#domain/users/user.schema.ts'
import type { OnboardingActor } from './onboarding.machine.ts'
import styles from './onboarding-frame.module.css'
import { Progress } from './progress.tsx'
import { OnboardingContext } from './use-step.ts'

interface OnboardingFrameProps {
  actor: OnboardingActor
  /** as the session knows them */
  user: User
  isConnected: boolean
  children: ReactNode
}

/** Around the four steps. Who comes back to it, or whose connection does, sees how things stand by then. */
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
      <div className={styles.frame}>
        <Progress reached={reached} />
        {children}
      </div>
    </OnboardingContext>
  )
}
