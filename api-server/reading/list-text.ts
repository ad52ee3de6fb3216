import type { ListReply } from '#contract/list.ts'
import type { ModuleStatus } from '#domain/module/module-status.schema.ts'
import type { Testmoment } from '#domain/testmoment/testmoment.schema.ts'

/**
 * The JSON of a list, as JSON.stringify would write it but for the order of fields. Most of it is about the school, in
 * objects that all readers share: the text of those is made once for each school.
 */

export const moduleStatusesText = (list: ListReply<ModuleStatus>): string => listText(list, moduleStatusText)

export const testmomentsText = (list: ListReply<Testmoment>): string => listText(list, testmomentText)

const listText = <Entity>({ entities, _links }: ListReply<Entity>, textOf: (entity: Entity) => string) =>
  `{"entities":[${entities.map(textOf).join()}],"_links":${JSON.stringify(_links)}}`

/** A status without enrolments is one of the school's, see `OfferedModule`. */
const moduleStatusText = (status: ModuleStatus) =>
  Object.keys(status.enrollments).length === 0 ? textOnce(status) : JSON.stringify(status)

const testmomentText = ({ modules, ...own }: Testmoment) =>
  `{"modules":${textOnce(modules)},${JSON.stringify(own).slice(1)}`

const texts = new WeakMap<object, string>()

function textOnce(shared: object): string {
  const known = texts.get(shared)
  if (known !== undefined) return known
  const text = JSON.stringify(shared)
  texts.set(shared, text)
  return text
}
