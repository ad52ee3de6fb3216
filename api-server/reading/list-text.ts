import type { ListReply } from '#contract/list.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import { textOf } from './shared-text.ts'

/**
 * The JSON of a list, as JSON.stringify would write it but for the order of fields. Most of it is about the school, in
 * parts that all readers share.
 */

export const moduleStatusesText = (list: ListReply<ModuleStatus>): string => listText(list, textOf)

export const testmomentsText = (list: ListReply<Testmoment>): string =>
  listText(list, ({ modules, ...own }) => `{"modules":${textOf(modules)},${JSON.stringify(own).slice(1)}`)

/** Put together by `+`, which copies nothing until all of it is sent. */
function listText<Entity>({ entities, _links }: ListReply<Entity>, write: (entity: Entity) => string): string {
  let texts = ''
  for (const entity of entities) texts += texts === '' ? write(entity) : `,${write(entity)}`
  return `{"entities":[${texts}],"_links":${JSON.stringify(_links)}}`
}
