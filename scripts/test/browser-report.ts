/** What is read of Playwright's JSON report. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites: Suite[]
}
interface Suite {
  suites?: Suite[]
  specs: Spec[]
}
interface Spec {
  title: string
  file: string
  line: number
  tests: { status: string; results: { error?: { message?: string } }[] }[]
}

/** Each test that ended with that status ('unexpected', 'flaky' or 'skipped'): file, line and title, and what its first try said. */
export function testsThatEnded(report: BrowserReport, status: string): string[] {
  return report.suites
    .flatMap(specsOf)
    .flatMap(({ file, line, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => [`${file}:${line} ${title}`, results[0]?.error?.message].filter(Boolean).join('\n')),
    )
}

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
