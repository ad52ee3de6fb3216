import type { AddressedLetter } from '#api-server/platform/mail/letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import { findPublication } from '#database/queries/find-publication.ts'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { resultNewsBody, resultNewsTitle, resultLetterTexts as texts } from '#domain/results/result.texts.ts'
import { greetedName } from '#domain/users/names.ts'

/** Writes the letter that a result was published or corrected, never the result itself. Undefined as for `findPublication`. */
export async function writeResultLetter(
  { database: { kysely }, publicUrl }: { database: Database; publicUrl: string },
  { publication_id }: OutboxTasks['result-letter'],
): Promise<AddressedLetter | undefined> {
  const published = await findPublication(kysely, publication_id)
  if (!published) return undefined
  const { username, name, description, is_correction } = published
  return {
    to: username,
    firstName: greetedName(published),
    letter: {
      subject: resultNewsTitle(name, is_correction),
      paragraphs: [
        `${resultNewsTitle(`module ${name} (${description})`, is_correction)}. ${resultNewsBody}`,
        `Toetsmoment: ${whenAndWhereLabel(published, 'any-time')}`,
      ],
      action: { label: texts.toTests, href: `${publicUrl}/student/history` },
      afterwards: [texts.withoutResult],
    },
  }
}
