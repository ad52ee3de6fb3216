import type { FollowRefusal } from './followed.rules.ts'

export const followRefusalTexts = {
  'follows-source': 'Naam en studentnummer komen uit het studentensysteem. Laat ze daar wijzigen.',
} satisfies Record<FollowRefusal, string>

/** Texts beside a value that cannot be changed here: for its owner, and for a teacher. */
export const followedHints = {
  own: 'Dit komt van de administratie van je opleiding. Klopt het niet? Laat het daar wijzigen.',
  theirs: 'Komt uit het studentensysteem. Laat het daar wijzigen.',
}
