import { useEffect, useState } from 'react'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { Illustration } from '#src/ui/illustration.tsx'
import { passedText } from './history.texts.ts'
import styles from './history-screen.module.css'

/** Time (ms) after publication in which a result counts as new. */
const NEWS_MS = 14 * 86_400_000
/** Storage key for the id of the last test celebrated on this device; the id does not say who took it. */
const KEY = 'celebrated-test'

/** Celebrates the latest passed test: once per device, and together with the screen, so that nothing moves for it. */
export function Passed({ tests, now }: { tests: readonly TakenTest[]; now: number }) {
  const [test] = useState(() => freshlyPassed(tests, now))
  useEffect(() => {
    if (test) localStorage.setItem(KEY, String(test.id))
  }, [test])
  if (!test) return null
  return (
    <section className={styles.passed} data-layout="row 4" data-box data-pad="3 x4">
      <Illustration name="celebrate" />
      <p data-text="large">{passedText(test.module_name)}</p>
    </section>
  )
}

function freshlyPassed(tests: readonly TakenTest[], now: number): TakenTest | null {
  const publishedAt = ({ published_at }: TakenTest) => Date.parse(published_at ?? '')
  const [newest] = tests
    .filter((test) => test.result?.outcome === 'passed' && now - publishedAt(test) < NEWS_MS)
    .toSorted((one, other) => publishedAt(other) - publishedAt(one))
  return newest && localStorage.getItem(KEY) !== String(newest.id) ? newest : null
}
