import type { Link } from '#domain/entities/entity.schema.ts'

/** A list as it travels; `next` is there when more follows. */
export interface ListReply<Entity> {
  entities: Entity[]
  _links: { next?: Link }
}

/** What a creation or an edit answers. */
export interface EntityReply<Entity> {
  entity: Entity
}
