import { useEffect, useState } from 'react'
import { schoolLoginTexts } from '#domain/logins/login.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './step-up.module.css'
import { steppedUpTexts as texts } from './step-up.texts.ts'
import { STEP_UP_CHANNEL } from './step-up.ts'

/**
 * Page to which a school redirects after the user confirmed their identity there, in a separate window: notifies the waiting
 * page and closes. After a failure its address says why.
 */
export function SteppedUpPage() {
  const [failure] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('school-error'))
  useEffect(() => {
    if (failure) return
    if ('BroadcastChannel' in window) {
      const channel = new BroadcastChannel(STEP_UP_CHANNEL)
      channel.postMessage('proven')
      channel.close()
    }
    window.close()
  }, [failure])

  return (
    <main className={styles.page} data-layout="grid 4 top" data-width="32">
      <h1>{failure ? texts.failed : texts.confirmed}</h1>
      {failure ? <Alert>{textOf(failure)}</Alert> : <p>{texts.goOn}</p>}
      <div>
        <Button onClick={() => window.close()}>{texts.close}</Button>
      </div>
    </main>
  )
}

const textOf = (failure: string): string =>
  Object.hasOwn(schoolLoginTexts, failure)
    ? schoolLoginTexts[failure as keyof typeof schoolLoginTexts]
    : schoolLoginTexts.refused
