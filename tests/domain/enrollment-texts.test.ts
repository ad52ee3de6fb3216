import { describe, expect, test } from 'vitest'
import {
  enrollmentOutcomeTexts,
  enrollmentRefusalTexts,
  modulesLeftText,
  momentObstacleTexts,
  noTestmomentsText,
  obstacleText,
  slotsLeftText,
  unenrollmentRefusalTexts,
} from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge } from '#domain/enrollments/enrollment-card.texts.ts'
import { availabilityLabel, limitLabel } from '#domain/testmoments/testmoment-list.texts.ts'

const refused = enrollmentRefusalTexts
const stays = unenrollmentRefusalTexts
const NO_SLOTS = 'Je hebt voor dit toetsmoment geen sloten meer over.'

describe('the sentences of the specification, to the letter', () => {
  test.each([
    [
      stays['enrollments-closed'].card('WIS1'),
      '✔ Je bent ingeschreven voor dit toetsmoment. De inschrijvingen zijn nu gesloten.',
    ],
    [refused['enrollments-closed'].card('WIS1'), 'De inschrijvingen voor dit toetsmoment zijn nu gesloten.'],
    [refused['enrollments-closed'].list('WIS1'), 'Inschrijvingen voor dit toetsmoment zijn gesloten.'],
    [refused['enrollments-closed'].toast, 'De inschrijvingen voor dit toetsmoment zijn gesloten'],
    [momentObstacleTexts.closed, 'Inschrijvingen voor dit toetsmoment zijn gesloten.'],
    [refused['no-slots-left'].card('WIS1'), `${NO_SLOTS} Je mag hier geen module meer kiezen.`],
    [momentObstacleTexts['no-slots-left'], `${NO_SLOTS} Je mag hier geen module meer kiezen.`],
    [modulesLeftText(0), NO_SLOTS],
    [modulesLeftText(1), 'Je mag bij dit toetsmoment nog 1 module kiezen'],
    [
      momentObstacleTexts['all-completed'],
      'Je hebt alle modules die voor dit toetsmoment beschikbaar zijn al afgerond.',
    ],
    [refused['existing-enrollment'].card('WIS1'), 'Je bent al op een ander moment ingeschreven voor module WIS1'],
    [refused['existing-enrollment'].list('WIS1'), 'Je bent al op een ander moment ingeschreven voor module WIS1'],
    [refused['existing-enrollment'].toast, 'Je bent al op een ander moment ingeschreven voor deze module.'],
    [enrollmentOutcomeTexts.enrollFailed, 'Er is iets misgegaan bij het inschrijven.'],
    [enrollmentOutcomeTexts.unenrollFailed, 'Er is iets misgegaan bij het uitschrijven.'],
    [enrollmentOutcomeTexts.enrollmentNotFound, 'De inschrijving is niet gevonden.'],
    [noTestmomentsText, 'Er zijn geen toetsmomenten beschikbaar voor deze module'],
    [slotsLeftText(3), '3 inschrijfsloten over'],
    [slotsLeftText(Number.POSITIVE_INFINITY), 'Onbeperkt aantal'],
    [limitLabel(0), 'Onbeperkt aantal modules toegestaan'],
    [limitLabel(3), 'Maximaal 3 modules toegestaan'],
    [availabilityLabel.card([]), 'Alle'],
    [availabilityLabel.list([]), 'Alle modules'],
    [availabilityLabel.card(['WIS1', 'STAT']), 'WIS1, STAT'],
    [enrollmentBadge(null), 'Niet Ingeschreven'],
    [enrollmentBadge('week van 23 nov'), 'Ingeschreven voor week van 23 nov'],
  ])('%s', (said, specified) => expect(said).toBe(specified))
})

test.each([
  [
    { half: 'leaving', refusal: 'enrollments-closed' },
    'Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.',
  ],
  [
    { half: 'leaving', refusal: 'test-recorded' },
    'Verplaatsen kan niet: daar is je aanwezigheid of uitslag genoteerd.',
  ],
  [
    { half: 'enrolling', refusal: 'enrollments-closed' },
    'Verplaatsen kan niet. De inschrijvingen voor dit toetsmoment zijn nu gesloten.',
  ],
] as const)('why a module cannot be moved is said of the moment that it is about: %j', (obstacle, said) =>
  expect(obstacleText(obstacle, 'WIS1')).toBe(said),
)

test('every refusal has words for each place where it may show', () => {
  for (const texts of [...Object.values(refused), ...Object.values(stays)])
    for (const text of [texts.card('WIS1'), texts.list('WIS1'), texts.toast]) expect(text).toMatch(/^[A-Z✔].{20,}$/)
})
