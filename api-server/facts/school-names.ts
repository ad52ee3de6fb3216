import { lockNames } from '#api-server/platform/locks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import {
  isSameSchoolName,
  schoolNameRefusal,
  type TakenNameRefusal,
  tidySchoolName,
} from '#domain/entities/school-name.rules.ts'
import { Problem } from '#server/problem.ts'

/** Tidies a name for storing. Throws a `SchoolNameRefusal`. */
export function requireSchoolName(name: string): string {
  const refusal = schoolNameRefusal(name)
  if (refusal) throw new Problem(refusal)
  return tidySchoolName(name)
}

/** Checks the name in an edit, which may omit it or send the current one. */
export const requireNewSchoolName = (name: string | undefined, before: string): { name?: string } =>
  name === undefined || name === before ? {} : { name: requireSchoolName(name) }

const refusals = {
  schoolyear: 'schoolyear-name-taken',
  education_department: 'education-department-name-taken',
} satisfies Record<string, TakenNameRefusal>

/**
 * Reserves a name for a school year or department (`id` if it exists already). Throws a `TakenNameRefusal` if another has the
 * name, and keeps others from taking it until this transaction ends.
 */
export async function requireFreeName(
  trx: Transaction,
  table: keyof typeof refusals,
  { name, id }: { name: string; id?: number },
): Promise<void> {
  await lockNames(trx)
  const others = (await listNames(trx, table)).filter((other) => other.id !== id)
  if (others.some((other) => isSameSchoolName(other.name, name))) throw new Problem(refusals[table])
}

/** Lists the names of all school years or departments, archived ones too. */
const listNames = (kysely: Kysely, table: 'schoolyear' | 'education_department') =>
  kysely
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`])
    .execute()
