import type { AddressedLetter } from '#api-server/platform/mail/letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { momentLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { waitingOutcomeTexts } from '#domain/enrollments/waiting.texts.ts'

/** To a student who waited for a seat: that they have it, or are off the list and why. Undefined once the account is gone. */
export async function writeWaitingLetter(
  { database: { kysely }, publicUrl }: { database: Database; publicUrl: string },
  { waiting_outcome_id }: OutboxTasks['waiting-letter'],
): Promise<AddressedLetter | undefined> {
  const outcome = await kysely
    .selectFrom('waiting_outcome')
    .innerJoin('user', 'user.id', 'waiting_outcome.user_id')
    .innerJoin('module', 'module.id', 'waiting_outcome.module_id')
    .select(['user.username', 'user.first_name', 'module.name', 'waiting_outcome.outcome'])
    .select(['waiting_outcome.date', 'waiting_outcome.duration', 'waiting_outcome.location'])
    .select(['waiting_outcome.starts_at', 'waiting_outcome.ends_at', 'waiting_outcome.testmoment_id'])
    .where('waiting_outcome.id', '=', waiting_outcome_id)
    .executeTakeFirst()
  if (!outcome) return undefined
  const { username, first_name, name, outcome: kind, testmoment_id } = outcome
  const day = momentLabel(outcome, 'any-time')
  const query = testmoment_id === null ? '' : `?moment=${testmoment_id}`
  return {
    to: username,
    firstName: first_name,
    letter: {
      subject:
        kind === 'promoted'
          ? `Je hebt een plaats voor ${name}: ${day}`
          : `Niet meer op de wachtlijst voor ${name}: ${day}`,
      paragraphs: [waitingOutcomeTexts[kind](name, whenAndWhereLabel(outcome, 'any-time'))],
      action: { label: 'Naar je toetsmomenten', href: `${publicUrl}/student/testmoments${query}` },
      afterwards: ['Je krijgt deze e-mail omdat je op de wachtlijst stond.'],
    },
  }
}
