import { type FieldTexts, showText } from '#domain/entities/differences.ts'
import type { User } from './user.schema.ts'
import { roleLabels } from './user.texts.ts'

/** What an administrator may change. */
export type UserFields = Pick<User, 'first_name' | 'last_name' | 'roles' | 'activated'>

export const userFieldTexts: FieldTexts<UserFields> = {
  first_name: { label: 'Voornaam', show: showText },
  last_name: { label: 'Achternaam', show: showText },
  roles: { label: 'Type', show: ([role]) => (role === undefined ? 'geen' : roleLabels[role]) },
  activated: { label: 'Account', show: (activated) => (activated ? 'geactiveerd' : 'niet geactiveerd') },
}
