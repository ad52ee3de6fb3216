import type { UserObstacle } from './user-act.rules.ts'
import type { UserAct } from './user-act.schema.ts'

export const userObstacleTexts = {
  'not-found': 'Dit account is er niet meer.',
  'account-activated': 'Dit account is al geactiveerd.',
  'no-student': 'Dit is geen student.',
  'department-unavailable': 'Deze studierichting is er niet (meer), of is gearchiveerd.',
  'own-account': 'Dit is je eigen account. Alleen een collega kan het verwijderen.',
  'ends-more': 'Er zijn inschrijvingen bij gekomen. Bekijk opnieuw wat er verloren gaat.',
} satisfies Record<UserObstacle, string>

/** Of whom it is as was asked for. */
export const alreadyTexts = {
  invite: 'Kreeg net al een activatiemail.',
  department: 'Heeft deze studierichting al.',
  delete: 'Dit account is er niet meer.',
  message: '',
} satisfies Record<UserAct['kind'], string>
