import type { Kysely } from '#database/tables.ts'
import type { PersonalData } from '#domain/personal-data/personal-data.schema.ts'
import {
  findOwnAccount,
  findOwnCalendarFeed,
  findOwnDepartment,
  findOwnPushPreference,
  findOwnTotp,
  listFormerAddresses,
  listOwnAudit,
  listOwnCompletions,
  listOwnDoorCodes,
  listOwnEnrollments,
  listOwnIdentities,
  listOwnImported,
  listOwnImports,
  listOwnPasskeys,
  listOwnPasswordResets,
  listOwnPushSubscriptions,
  listOwnReceived,
  listOwnRecoveryCodes,
  listOwnSent,
  listOwnSessions,
  listOwnWaiting,
  listOwnWaitingOutcomes,
} from './personal-data.queries.ts'

type Section = Exclude<keyof PersonalData, 'made_at' | 'audit'>
type Find<Name extends Section> = (kysely: Kysely, userId: number) => Promise<PersonalData[Name]>

const sections: { [Name in Section]: Find<Name> } = {
  user: findOwnAccount,
  education_department: findOwnDepartment,
  completed_modules: listOwnCompletions,
  enrollments: listOwnEnrollments,
  door_codes: listOwnDoorCodes,
  waiting: listOwnWaiting,
  waiting_outcomes: listOwnWaitingOutcomes,
  sessions: listOwnSessions,
  external_identities: listOwnIdentities,
  passkeys: listOwnPasskeys,
  totp: findOwnTotp,
  recovery_codes: listOwnRecoveryCodes,
  former_addresses: listFormerAddresses,
  password_resets: listOwnPasswordResets,
  push_subscriptions: listOwnPushSubscriptions,
  push_preference: findOwnPushPreference,
  calendar_feed: findOwnCalendarFeed,
  messages_received: listOwnReceived,
  messages_sent: listOwnSent,
  imports: listOwnImports,
  imported: listOwnImported,
}

/**
 * Writes the `PersonalData` of a user as JSON that a person can read, in parts: little of it is in memory at a time, and no
 * query holds the database for long.
 */
export async function* writePersonalData(kysely: Kysely, userId: number, now: number): AsyncGenerator<string> {
  yield `{\n"made_at": ${JSON.stringify(new Date(now).toISOString())}`
  for (const [name, find] of Object.entries(sections))
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(await find(kysely, userId), null, 2)}`
  yield ',\n"audit": ['
  let separator = '\n'
  for await (const lines of listOwnAudit(kysely, userId))
    for (const line of lines) {
      yield separator + JSON.stringify(line)
      separator = ',\n'
    }
  yield '\n]\n}\n'
}
