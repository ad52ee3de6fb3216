import { momentObstacleTexts } from '#domain/testmoments/testmoment.texts.ts'
import type { MomentStanding } from './moment-standing.ts'

export const obstacleTexts = {
  ...momentObstacleTexts,
  'taken-elsewhere': 'Voor alles wat je hier kunt kiezen ben je al op een ander moment ingeschreven.',
} satisfies Record<NonNullable<MomentStanding['obstacle']>, string>
