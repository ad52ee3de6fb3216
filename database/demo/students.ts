import { DAY, type DemoStudent, DOMAIN } from './demo-student.ts'
import { type DepartmentName, demoDepartments } from './departments.ts'
import { addressOf, firstNames, lastNames } from './names.ts'
import type { SeededRandom } from './seeded-random.ts'

const NUMBER = 200

/** First-years and second-years; a few have only just registered, and a few never opened the activation letter. */
export function drawStudents(random: SeededRandom, now: number, takenUsernames: readonly string[]): DemoStudent[] {
  const taken = new Set(takenUsernames)
  return Array.from({ length: NUMBER }, (_, index) => {
    const first_name = random.pick(firstNames)
    const last_name = random.pick(lastNames)
    const username = freeUsername(addressOf(first_name, last_name), taken)
    if (index % 40 === 39)
      return { username, first_name: '', last_name: '', department: null, activated: false, entered: now - DAY }
    const isNew = index % 20 === 19
    const department = isNew ? null : departmentOf(index, random)
    const age = isNew ? random.between(0, 5) : index % 2 === 0 ? random.between(60, 100) : random.between(430, 460)
    return { username, first_name, last_name, department, activated: true, entered: now - age * DAY }
  })
}

/** Two people of one name get addresses of their own, as at any school: sanne.bakker, sanne.bakker2. */
function freeUsername(address: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const username = `${address}${number === 1 ? '' : number}@${DOMAIN}`
    if (taken.has(username)) continue
    taken.add(username)
    return username
  }
}

/** An archived department keeps the students it had: only those of earlier years. */
function departmentOf(index: number, random: SeededRandom): DepartmentName {
  const [name] = random.sample(departmentNames(index % 30 === 1), 1)
  return name ?? demoDepartments[0].name
}

const departmentNames = (archived: boolean): DepartmentName[] =>
  demoDepartments.filter((department) => department.archived === archived).map(({ name }) => name)
