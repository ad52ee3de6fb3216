import { momentLabel, timeAndPlaceLabel } from '#domain/calendar/date-labels.ts'
import type { MomentsAct, PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import type { ProposedMessage } from './change.texts.ts'

type Concerned = NonNullable<PlannedMoment['testmoment']>

/** Most moments that a message names; nobody reads a longer list. */
const MOST_NAMED = 12

/** First draft of a message to everybody concerned: one text for all moments of the act. */
export function momentsActMessage(
  act: MomentsAct,
  moments: readonly Concerned[],
  { moduleNames, now }: { moduleNames: readonly string[]; now: number },
): ProposedMessage {
  const [one, isOne] = [moments[0], moments.length === 1]
  const labels = moments.map((moment) =>
    [momentLabel(moment, now), timeAndPlaceLabel(moment)].filter(Boolean).join(', '),
  )
  const more = labels.length > MOST_NAMED ? [`- en ${labels.length - MOST_NAMED} andere`] : []
  const listed = [...labels.slice(0, MOST_NAMED).map((label) => `- ${label}`), ...more].join('\n')
  const place = isOne && one ? `het toetsmoment ${momentLabel(one, now)}` : 'deze toetsmomenten'
  const about = isOne ? '' : `\n\n${listed}`
  const [subject, happened, next] = wordsOf(act, { place, isOne, moduleNames })
  return { subject, text: `${happened}${about}\n\n${next}` }
}

interface Place {
  place: string
  isOne: boolean
  moduleNames: readonly string[]
}

const ASK = 'Kun je dan niet? Neem contact op met je docent.'
const CHOOSE = 'Wil je de toets nog maken? Kies in de app een ander toetsmoment.'

function wordsOf(act: MomentsAct, { place, isOne, moduleNames }: Place): [string, string, string] {
  const these = isOne ? place : 'een of meer toetsmomenten'
  const stop = isOne ? '.' : ':'
  switch (act.kind) {
    case 'delete':
      return [
        isOne ? `T${place.slice('het t'.length)} gaat niet door` : 'Toetsmomenten gaan niet door',
        isOne
          ? `H${place.slice(1)} waarvoor je was ingeschreven, gaat niet door. Je inschrijving is vervallen.`
          : 'Deze toetsmomenten, waarvan je voor een of meer was ingeschreven, gaan niet door. Je inschrijving daarvoor is vervallen:',
        CHOOSE,
      ]
    case 'modules':
      return [
        'Je inschrijving is vervallen',
        `Het aanbod van modules is gewijzigd voor ${place}. ${
          act.how === 'remove'
            ? `Je inschrijving daar voor ${new Intl.ListFormat('nl').format(moduleNames)} is vervallen`
            : `Inschrijven kan daar nu voor andere modules dan die waarvoor je was ingeschreven; die inschrijving is vervallen`
        }${stop}`,
        CHOOSE,
      ]
    case 'plan':
      return [
        `Inschrijven voor ${these} sluit eerder`,
        `Je kunt je inschrijving korter wijzigen dan eerst was aangekondigd voor ${place}${stop}`,
        `In de app zie je tot wanneer. ${ASK}`,
      ]
    default:
      return [
        `Inschrijven voor ${these} is gesloten`,
        `Inschrijven is gesloten voor ${place}. Je inschrijving staat vast: je kunt die niet meer wijzigen${stop}`,
        ASK,
      ]
  }
}
