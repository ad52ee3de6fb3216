import { useEffect, useState } from 'react'
import { countImportLetters, type ImportLetters } from '#contract/import.ts'
import type { Api } from '#src/api/api.ts'

/** Within which (ms) the bar moves on while letters go out. */
const PAUSE = 2_000

/** How the letters of imports stand, asked again while some wait and somebody looks. */
export function useLetters(api: Api, first: ImportLetters): ImportLetters {
  const [letters, setLetters] = useState(first)
  useEffect(() => {
    if (letters.waiting === 0) return
    const timer = setTimeout(() => {
      const again = () => setLetters((same) => ({ ...same }))
      if (document.hidden) again()
      // No answer now: the next one tells.
      else api.call(countImportLetters).then(setLetters, again)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [api, letters])
  return letters
}
