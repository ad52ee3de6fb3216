import { useState } from 'react'
import type { ImportLetters } from '#contract/import.ts'
import type { Api } from '#src/api/api.ts'
import { ProgressBar } from '#src/ui/progress-bar.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './import.module.css'
import { importTexts as texts } from './import.texts.ts'
import { useLetters } from './use-letters.ts'

interface LetterProgressProps {
  api: Api
  first: ImportLetters
}

/** How many letters are on their way; nothing when there are none. */
export function LetterProgress({ api, first }: LetterProgressProps) {
  const { waiting, given_up } = useLetters(api, first)
  // Letters of an earlier import may wait as well: then the bar is about them all.
  const [most, setMost] = useState(first.waiting)
  if (waiting > most) setMost(waiting)
  return (
    <div className={styles.letters}>
      {waiting > 0 && (
        <>
          <p>{texts.lettersWaiting(most - waiting, most)}</p>
          <ProgressBar label="Verstuurde brieven" value={most - waiting} max={most} />
        </>
      )}
      {waiting === 0 && most > 0 && (
        <StatusLine tone="success" icon="check">
          {texts.lettersSent(most)}
        </StatusLine>
      )}
      {given_up > 0 && (
        <StatusLine tone="warning" icon="alert">
          {texts.lettersGivenUp(given_up)}
        </StatusLine>
      )}
    </div>
  )
}
