import { useState } from 'react'
import { failureAdvice, kindOfFailure } from '#src/api/failure.texts.ts'
import { Button } from '#src/ui/button.tsx'
import { presenceTexts as texts } from './presence.texts.ts'

export type FindElsewhere = (search: string) => Promise<readonly string[]>

/** Finds the room of a student at the wrong door, no more. It asks only when pressed, since it sends a name. */
export function Elsewhere({ search, find }: { search: string; find: FindElsewhere }) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const ask = async () => {
    setBusy(true)
    setSaid('')
    try {
      setSaid(texts.elsewhere(await find(search)))
    } catch (error) {
      setSaid(adviceOn(error))
    }
    setBusy(false)
  }
  return (
    <div data-layout="row 2 x4">
      <Button busy={isBusy} onClick={ask}>
        {isBusy ? texts.searching : texts.searchElsewhere}
      </Button>
      <p role="status" data-text="strong breaks">
        {said}
      </p>
    </div>
  )
}

const adviceOn = (error: unknown): string =>
  kindOfFailure(error) === 'unreachable' ? texts.elsewhereOffline : failureAdvice(error)
