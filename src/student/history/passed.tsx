import { useEffect, useState } from 'react'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { Illustration } from '#src/ui/illustration.tsx'
import styles from './history-screen.module.css'
import { passedText } from './passed.texts.ts'

/** Result of a test that was published less than so long ago (ms) is news. */
const NEWS_MS = 14 * 86_400_000
/** Id of the last test that this device celebrated, which says nothing about who took it. */
const KEY = 'celebrated-test'

/** Celebrates the newest test that was passed: once on a device, and with the screen, so that nothing makes way for it. */
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
