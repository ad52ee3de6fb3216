import { schoolNameRefusal, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { Problem } from '#server/problem.ts'

/** The name as it is kept. Throws a `SchoolNameRefusal`. */
export function requireSchoolName(name: string): string {
  const refusal = schoolNameRefusal(name)
  if (refusal) throw new Problem(refusal)
  return tidySchoolName(name)
}

/** Of an edit, which may leave the name out, or send along the one that it has. */
export const requireNewSchoolName = (name: string | undefined, before: string): { name?: string } =>
  name === undefined || name === before ? {} : { name: requireSchoolName(name) }
