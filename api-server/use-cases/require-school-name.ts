import { schoolNameRefusal, tidySchoolName } from '#domain/school-name/school-name.rules.ts'
import { Problem } from '#server/problem.ts'

/** The name as it is kept. Throws a `SchoolNameRefusal`. */
export function requireSchoolName(name: string): string {
  const refusal = schoolNameRefusal(name)
  if (refusal) throw new Problem(refusal)
  return tidySchoolName(name)
}

/** Of an edit, which may leave the name as it is. */
export const requireNewSchoolName = (name: string | undefined): { name?: string } =>
  name === undefined ? {} : { name: requireSchoolName(name) }
