import { expect, test } from 'vitest'
import { messageRefusal, tidyMessage } from '#domain/messages/message.rules.ts'

const words = { subject: 'Neem je kaart mee', text: 'Zonder kaart mag je niet meedoen.' }

test.for([
  [{}, null],
  [{ subject: 'é'.repeat(150) }, null],
  [{ text: '🔑'.repeat(5_000) }, null],
  [{ subject: ' \r\n\u2028 ' }, 'subject-missing'],
  [{ subject: 'é'.repeat(151) }, 'subject-too-long'],
  [{ text: '\n\n' }, 'message-missing'],
  [{ text: '\u00a0' }, 'message-missing'],
  [{ text: '🔑'.repeat(5_001) }, 'message-too-long'],
  [{ text: 'Lees \u202Edit' }, 'message-unreadable'],
  [{ subject: 'Let \u202Eop' }, 'message-unreadable'],
] as const)('%j is refused: %s', ([change, refusal]) => {
  expect(messageRefusal(tidyMessage({ ...words, ...change }))).toBe(refusal)
})
