import type { KeptList } from './list-store.ts'

/** Fields that screens read from an answer without a check, by the last part of its address. */
const FIELDS = {
  user: { fields: ['id', 'username', '_links'] },
  schoolyear: { fields: ['id'] },
  'module-statuses': { lists: ['entities'], fields: ['module', 'enrollments'] },
  testmoments: { lists: ['entities'], fields: ['id', 'date', 'modules', '_links'] },
  history: { lists: ['entities'], fields: ['id', 'testmoment'] },
  messages: { lists: ['entities'], fields: [] },
  seats: { lists: ['entities', 'waiting', 'outcomes'], fields: [] },
} satisfies Record<string, { lists?: string[]; fields: string[] }>

/**
 * Whether a body looks like the API's answer at this address. JSON alone is not enough: a network that requires a login answers
 * 200 with its own JSON. A 404 passes, since screens read nothing from it.
 */
export function isFitting({ url, status, body }: Pick<KeptList, 'url' | 'status' | 'body'>): boolean {
  const answer = parsed(body)
  if (!isRecord(answer)) return false
  const [, found] = Object.entries(FIELDS).find(([name]) => new RegExp(`/${name}(\\?|$)`).test(url)) ?? []
  if (status !== 200 || !found) return true
  const rows = 'lists' in found ? found.lists.map((list) => answer[list]) : [[answer]]
  return rows.every(
    (list, index) => Array.isArray(list) && list.every((row) => isRow(row, index === 0 ? found.fields : [])),
  )
}

const isRow = (row: unknown, fields: readonly string[]): boolean =>
  row !== null &&
  (fields.length === 0 || (isRecord(row) && fields.every((field) => row[field] !== undefined && row[field] !== null)))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
