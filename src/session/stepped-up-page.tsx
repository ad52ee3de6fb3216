import { useEffect, useState } from 'react'
import { schoolLoginTexts } from '#domain/logins/login.texts.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './step-up.module.css'
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
      <h1>{failure ? 'Bevestigen is niet gelukt' : 'Je hebt bevestigd dat jij het bent'}</h1>
      {failure ? <Alert>{textOf(failure)}</Alert> : <p>Sluit dit venster en ga verder waar je was.</p>}
      <div>
        <Button onClick={() => window.close()}>Venster sluiten</Button>
      </div>
    </main>
  )
}

const textOf = (failure: string): string =>
  Object.hasOwn(schoolLoginTexts, failure)
    ? schoolLoginTexts[failure as keyof typeof schoolLoginTexts]
    : schoolLoginTexts.refused
