import { type Endpoint, fullPathOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'

/**
 * Links to an endpoint whose path names an `:id` and nothing else: `linkById(deleteSession)(7)`. The path is taken apart
 * once, since a list has many: filling it in anew for each took a tenth of the time of a student's list.
 */
export function linkById(target: Endpoint): (id: number) => Link {
  const { method } = target
  const [before = '', after = ''] = fullPathOf(target).split(':id')
  return (id) => ({ method, href: `${before}${id}${after}` })
}
