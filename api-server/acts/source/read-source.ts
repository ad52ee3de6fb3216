import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import { listModules } from '#api-server/facts/module.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { schoolNameKey, schoolNameRefusal, tidySchoolName } from '#domain/entities/school-name.rules.ts'
import { tidyLine } from '#domain/entities/text.rules.ts'
import type { SourcePerson } from '#domain/source/source.rules.ts'
import type { MissingItem } from '#domain/source/source.schema.ts'
import type { SourceConfig } from '#server/source-config.ts'
import {
  associationItemSchema,
  codesOf,
  componentItemSchema,
  nameOf,
  offeringItemSchema,
  PERSON_FIELDS,
  personItemSchema,
  personOf,
  programmeItemSchema,
  serviceSchema,
  sessionItemSchema,
} from './source-answers.ts'
import type { SourceClient, Tag } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { copyPage, countStored, forgetPages, keepOthers, listEtags, listPageOf } from './source-people.queries.ts'

type DepartmentsOf = (personId: string) => Promise<readonly string[]> | readonly string[]

interface ReadingOptions {
  client: SourceClient
  database: Database
  /** name of the department by id of a programme */
  programmes: ReadonlyMap<string, string>
  /** number of the run, and whether a teacher asked for it */
  run: number
  byHand: boolean
  /** page of people to begin with */
  from: number
  /** code of the academic session */
  session: string
  codeType: string
  /** called after each page that was copied, with the next */
  onPage: (next: number) => Promise<void>
}

/**
 * Reads who studies what at the school, and brings the copy of those people up to date page by page: it holds people who take a
 * programme of ours or have an account that follows them. Throws a `SourceFault`.
 */
export async function readPeople(options: ReadingOptions): Promise<void> {
  const { client, database, run, byHand, from, codeType, onPage } = options
  const service = await client.read('/', serviceSchema)
  const { departmentsOf, wanted } = await readEnrollments(options, isListedByPerson(service))
  // An unchanged page is answered without persons, so every wanted person must be known to the copy. For a teacher
  // who asks, all is read again: a source may never change its tags.
  const isComplete = !byHand && wanted !== undefined && (await countStored(database.kysely, wanted)) === wanted.length
  const etags = isComplete ? await listEtags(database.kysely) : new Map<number, Tag>()
  const listing = {
    path: '/persons',
    query: { affiliations: 'student', fields: PERSON_FIELDS },
    item: personItemSchema,
  }
  let last = 0
  for await (const { page, items, etag } of client.pages({ ...listing, from, etagOf: (page) => etags.get(page) })) {
    const read = items?.map((item) => personOf(item, codeType))
    const people: SourcePerson[] = []
    for (const person of read ?? (await listPageOf(database.kysely, page)))
      people.push({ ...person, departments: person.is_active ? await departmentsOf(person.source_key) : [] })
    for (const stale of await copyPage(database, { people, page, run, codeType, etag })) etags.delete(stale)
    last = page
    await onPage(page + 1)
  }
  await forgetPages(database.kysely, last)
  if (wanted) await keepOthers(database, { wanted, run })
}

type Service = ReturnType<typeof serviceSchema.parse>

/** Whether the source lists programmes only by person, and not by programme offering. */
function isListedByPerson({ supportedOperations }: Service): boolean {
  const paths = (supportedOperations ?? []).map(({ path }) => path)
  const has = (of: string) =>
    paths.some((path) => new RegExp(`^/?${of}/[^/]+/programme-offering-associations$`).test(path))
  return has('persons') && !has('programme-offerings')
}

interface Enrollments {
  departmentsOf: DepartmentsOf
  /** ids of all people who take a programme of ours; undefined if that is asked person by person */
  wanted: string[] | undefined
}

async function readEnrollments(options: ReadingOptions, byPerson: boolean): Promise<Enrollments> {
  const { client } = options
  const offerings = await readOfferings(options)
  if (byPerson)
    return {
      wanted: undefined,
      departmentsOf: async (personId) => {
        const departments = new Set<string>()
        for await (const { items } of client.pages({
          path: `/persons/${personId}/programme-offering-associations`,
          query: STUDYING,
          item: associationItemSchema,
        }))
          for (const item of (items ?? []).filter(isStudying)) {
            const id = item.programmeOfferingId ?? item.programmeOffering?.programmeOfferingId ?? ''
            const department = offerings.get(id.toLowerCase())
            if (department !== undefined) departments.add(department)
          }
        return [...departments].toSorted()
      },
    }

  const departments = new Map<string, readonly string[]>()
  for (const [offeringId, department] of offerings) {
    // The same list object for everybody who takes nothing else, which saves memory.
    const only = [department]
    for await (const { items } of client.pages({
      path: `/programme-offerings/${offeringId}/programme-offering-associations`,
      query: STUDYING,
      item: associationItemSchema,
    }))
      for (const item of (items ?? []).filter(isStudying)) {
        const personId = (item.personId ?? item.person?.personId)?.toLowerCase()
        if (personId === undefined) continue
        const known = departments.get(personId)
        if (!known) departments.set(personId, only)
        else if (!known.includes(department)) departments.set(personId, [...known, department].toSorted())
      }
  }
  return {
    wanted: [...departments.keys()],
    departmentsOf: (personId) => departments.get(personId) ?? [],
  }
}

const STUDYING = { role: 'student', state: 'associated' }

/** A source may ignore the question and send all. */
const isStudying = ({ role, state }: { role: string; state: string }): boolean =>
  role === STUDYING.role && state === STUDYING.state

/** Programme offerings of the session in programmes of our departments, with the name of the department of each. */
async function readOfferings({ client, programmes, session }: ReadingOptions): Promise<ReadonlyMap<string, string>> {
  const sessionId = await findSession(client, session)
  const offerings = new Map<string, string>()
  for await (const { items } of client.pages({
    path: `/academic-sessions/${sessionId}/programme-offerings`,
    query: SINCE_EVER,
    item: offeringItemSchema,
  }))
    for (const { programmeOfferingId, programmeId, programme } of items ?? []) {
      const department = programmes.get((programmeId ?? programme?.programmeId ?? '').toLowerCase())
      if (department !== undefined) offerings.set(programmeOfferingId.toLowerCase(), department)
    }
  return offerings
}

/** The standard shows offerings from today on unless it is asked for earlier ones, and a year began months ago. */
export const SINCE_EVER = { since: '2000-01-01T00:00:00Z' }

/** Finds the id of the academic session with this code. Throws `source-session`. */
export async function findSession(client: SourceClient, code: string): Promise<string> {
  for await (const { items } of client.pages({ path: '/academic-sessions', item: sessionItemSchema }))
    for (const session of items ?? [])
      if (codesOf(session).some((one) => one.code.trim() === code)) return session.academicSessionId.toLowerCase()
  throw new SourceFault('source-session', code)
}

interface Wanted {
  /** codes of programmes and of components that are made here if they are missing */
  programmeCodes: readonly string[]
  moduleCodes: readonly string[]
  modules: SourceConfig['modules']
}

/**
 * Reads programmes and components. A programme is that of the department that is called as one of its codes, or as it. What is
 * there already stays as the school has it; missing ones are made only of the codes that the school named.
 */
export async function readOffer(client: SourceClient, kysely: Kysely, wanted: Wanted) {
  const missing: MissingItem[] = []
  const byName = new Map(
    (await listEducationDepartments(kysely, { archived: true, also: null })).map(({ name, archived }) => [
      schoolNameKey(name),
      { name, archived },
    ]),
  )
  const programmes = new Map<string, string>()
  for await (const { items } of client.pages({ path: '/programmes', item: programmeItemSchema }))
    for (const programme of items ?? []) {
      const codes = codesOf(programme).map(({ code }) => tidySchoolName(code))
      const title = nameOf(programme.name)
      const known = [...codes, title].map((name) => byName.get(schoolNameKey(name))).find((one) => one !== undefined)
      const made = codes.find((code) => wanted.programmeCodes.includes(code) && schoolNameRefusal(code) === null)
      const name = known ? known.name : made
      if (name === undefined || known?.archived) continue
      programmes.set(programme.programmeId.toLowerCase(), name)
      if (known) continue
      byName.set(schoolNameKey(name), { name, archived: false })
      missing.push({ kind: 'education_department', name, description: title })
    }
  return { programmes, missing: [...missing, ...(await readModules(client, kysely, wanted))] }
}

async function readModules(client: SourceClient, kysely: Kysely, { moduleCodes, modules }: Wanted) {
  const missing: MissingItem[] = []
  if (moduleCodes.length === 0) return missing
  const known = new Set((await listModules(kysely, { alsoInactive: true })).map(({ name }) => schoolNameKey(name)))
  for await (const { items } of client.pages({ path: `/${modules}`, item: componentItemSchema }))
    for (const component of items ?? []) {
      const name = codesOf(component)
        .map(({ code }) => tidySchoolName(code))
        .find((code) => moduleCodes.includes(code) && schoolNameRefusal(code) === null)
      if (name === undefined || known.has(schoolNameKey(name))) continue
      known.add(schoolNameKey(name))
      missing.push({ kind: 'module', name, description: tidyLine(nameOf(component.name)) })
    }
  return missing
}
