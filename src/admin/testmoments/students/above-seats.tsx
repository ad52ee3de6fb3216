import { ServerButton } from '#src/parts/writing/writing.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { Preview } from './act-outcome.ts'
import { actTexts, aboveSeatsTexts as texts, verbs } from './students.texts.ts'

/** Number of people who fit, who do not, and who would be above the limit of seats. */
function seatsIn({ people }: Preview) {
  const count = (is: (test: Preview['people'][number]['tests'][number]) => boolean) =>
    people.filter(({ tests }) => tests.some(is)).length
  const full = count(({ obstacle }) => obstacle?.refusal === 'moment-full')
  const above = count((test) => test.above === true)
  return { full, above, fit: count(({ outcome }) => outcome === 'will') - above }
}

export function confirmLabel(preview: Preview, students: number): string {
  const { above } = seatsIn(preview)
  return actTexts[preview.act.kind].confirm(students) + (above > 0 ? `, ${above} boven de plaatsen` : '')
}

interface AboveSeatsProps {
  preview: Preview
  /** seats of the target moment */
  seats: number
  isBusy?: boolean
  /** previews again with seats above the limit, or within it */
  onAsk: (isAbove: boolean) => void
}

/** Says how many do not fit, and lets a teacher enroll them anyway. */
export function AboveSeats({ preview, seats, isBusy, onAsk }: AboveSeatsProps) {
  const { full, above, fit } = seatsIn(preview)
  const { kind } = preview.act
  if (kind === 'unenroll' || full + above === 0) return null
  return (
    <div data-layout="stack 4">
      <div role="status">
        <StatusLine tone="warning">{above > 0 ? texts.above(above, seats) : texts.full(full, full + fit)}</StatusLine>
      </div>
      <div>
        <ServerButton busy={isBusy} onClick={() => onAsk(above === 0)}>
          {above > 0 ? texts.within : texts.offer(verbs[kind], { full, fit })}
        </ServerButton>
      </div>
    </div>
  )
}
