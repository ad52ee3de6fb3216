import type { Transaction } from 'kysely'
import { lockNames } from '#api-server/platform/locks.ts'
import { listNames } from '#api-server/queries/list-names.ts'
import type { Tables } from '#database/tables.ts'
import { isSameSchoolName, type TakenNameRefusal } from '#domain/entities/school-name.rules.ts'
import { Problem } from '#server/problem.ts'

const refusals = {
  schoolyear: 'schoolyear-name-taken',
  education_department: 'education-department-name-taken',
} satisfies Record<string, TakenNameRefusal>

/**
 * Before a school year or department (`id`, where it is there already) is given a name. Throws a `TakenNameRefusal` when
 * another is called so, and keeps it from being called so until this transaction ends.
 */
export async function requireFreeName(
  trx: Transaction<Tables>,
  table: keyof typeof refusals,
  { name, id }: { name: string; id?: number },
): Promise<void> {
  await lockNames(trx)
  const others = (await listNames(trx, table)).filter((other) => other.id !== id)
  if (others.some((other) => isSameSchoolName(other.name, name))) throw new Problem(refusals[table])
}
