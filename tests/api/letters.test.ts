import { describe, expect, test } from 'vitest'
import { letters } from '#api-server/letters.texts.ts'
import { type Letter, letterHtml, letterText } from '#api-server/platform/mail/letter.ts'

const facts = {
  username: 'jade@school.nl',
  href: 'https://wiskunde.school.nl/weg/sleutel',
  resetPage: 'https://wiskunde.school.nl/password-reset',
}
const registered = { ...facts, asked: 'di 24 nov 2026 om 09:00', device: 'Chrome op Android' }
const textOf = (letter: Letter, firstName = '') =>
  `${letter.subject}\n\n${letterText({ to: facts.username, firstName, letter })}`

describe('the letter', () => {
  test('to activate', () => {
    expect(textOf(letters['activation-letter'](registered))).toMatchInlineSnapshot(`
      "Activeer je account voor Wiskunde inschrijven

      Hallo,

      Met jade@school.nl is een account aangevraagd bij Wiskunde inschrijven, op di 24 nov 2026 om 09:00 (Chrome op Android).

      Open de link en druk op ‘Account activeren’. Op het apparaat waarmee je je hebt geregistreerd, log je in met het wachtwoord van toen. Op een ander apparaat kies je een wachtwoord.

      Account activeren:
      https://wiskunde.school.nl/weg/sleutel

      De link is 72 uur geldig en werkt één keer. Heb je je vaker geregistreerd? Dan werkt elke link die nog geldig is.

      Herken je dit niet? Dan hoef je niets te doen: zonder activatie kan niemand het account gebruiken.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('to an imported user', () => {
    const letter = letters['invitation-letter'](facts)
    expect(textOf(letter, 'Jade')).toMatchInlineSnapshot(`
      "Je account voor Wiskunde inschrijven staat klaar

      Hallo Jade,

      Bij Wiskunde inschrijven staat een account voor je klaar, met het adres jade@school.nl.

      Kies een wachtwoord om te beginnen. Daarna kun je inloggen en controleer je je gegevens.

      Wachtwoord kiezen:
      https://wiskunde.school.nl/weg/sleutel

      De link is 14 dagen geldig en werkt één keer. Is hij verlopen? Vraag dan een nieuwe aan op https://wiskunde.school.nl/password-reset.

      Hoor je niet bij deze school? Dan hoef je niets te doen: zonder wachtwoord kan niemand het account gebruiken.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('that an account exists', () => {
    expect(textOf(letters['account-exists-letter'](facts), 'Jade')).toMatchInlineSnapshot(`
      "Je hebt al een account bij Wiskunde inschrijven

      Hallo Jade,

      Iemand heeft zich met jade@school.nl geregistreerd bij Wiskunde inschrijven. Met dat adres heb je al een account, dus er is niets veranderd.

      Was jij het en weet je je wachtwoord niet meer? Kies dan een nieuw wachtwoord.

      Nieuw wachtwoord kiezen:
      https://wiskunde.school.nl/weg/sleutel

      De link is 60 minuten geldig en werkt één keer.

      Was jij het niet? Dan hoef je niets te doen: je wachtwoord blijft hetzelfde.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('to choose a new password', () => {
    expect(textOf(letters['password-reset-letter'](facts), 'Jade')).toMatchInlineSnapshot(`
      "Kies een nieuw wachtwoord voor Wiskunde inschrijven

      Hallo Jade,

      Je hebt gevraagd om een nieuw wachtwoord voor je account jade@school.nl.

      Nieuw wachtwoord kiezen:
      https://wiskunde.school.nl/weg/sleutel

      De link is 60 minuten geldig en werkt één keer. Daarna log je op al je apparaten opnieuw in.

      Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft hetzelfde.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('that the password was changed', () => {
    expect(textOf(letters['password-changed-letter'](facts), 'Jade')).toMatchInlineSnapshot(`
      "Je wachtwoord voor Wiskunde inschrijven is gewijzigd

      Hallo Jade,

      Het wachtwoord van je account jade@school.nl is gewijzigd. Op je andere apparaten ben je uitgelogd; log daar opnieuw in met je nieuwe wachtwoord.

      Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan. Controleer ook of niemand anders in je mailbox kan.

      Nieuw wachtwoord aanvragen:
      https://wiskunde.school.nl/weg/sleutel

      Was jij het wel? Dan hoef je niets te doen.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('that the first password is set', () => {
    expect(textOf(letters['first-password-letter'](facts), 'Jade')).toMatchInlineSnapshot(`
      "Je wachtwoord voor Wiskunde inschrijven is ingesteld

      Hallo Jade,

      Het eerste wachtwoord van je account jade@school.nl is gekozen. Je kunt er nu mee inloggen.

      Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan. Controleer ook of niemand anders in je mailbox kan.

      Nieuw wachtwoord aanvragen:
      https://wiskunde.school.nl/weg/sleutel

      Was jij het wel? Dan hoef je niets te doen.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test('that somebody guesses at the password', () => {
    expect(textOf(letters['guesses-letter'](facts), 'Jade')).toMatchInlineSnapshot(`
      "Veel mislukte pogingen om in te loggen op je account

      Hallo Jade,

      Bij Wiskunde inschrijven is kort na elkaar meer dan 20 keer een verkeerd wachtwoord geprobeerd voor je account jade@school.nl.

      Was jij het en weet je je wachtwoord niet meer? Vraag dan een nieuw wachtwoord aan.

      Nieuw wachtwoord aanvragen:
      https://wiskunde.school.nl/weg/sleutel

      Was jij het niet? Dan hoef je niets te doen, als je dit wachtwoord nergens anders gebruikt. Je kunt gewoon inloggen; op een nieuw apparaat kan het nu iets langer duren.

      Je krijgt deze e-mail hoogstens één keer per dag.

      -- 
      Wiskunde inschrijven
      Dit is een automatisch bericht. Je kunt er niet op antwoorden.
      "
    `)
  })

  test.each(Object.values(letters))('says the same in HTML as in text', (write) => {
    const letter = write(registered)
    const html = letterHtml({ to: facts.username, firstName: 'Jade', letter })
    for (const sentence of [letter.subject, 'Hallo Jade,', ...letter.paragraphs, ...letter.afterwards])
      expect(html.replace(/<\/?a\b[^>]*>/g, '')).toContain(sentence)
    expect(html).toContain(`href="${facts.href}"`)
  })

  test('takes a name for a name, whatever it contains', () => {
    const letter = letters['password-reset-letter'](facts)
    const html = letterHtml({ to: facts.username, firstName: `<img src="x" onerror='x'>&`, letter })
    expect(html).toContain('Hallo &lt;img src=&quot;x&quot; onerror=&#39;x&#39;&gt;&amp;,')
  })

  test('keeps the times of a test moment on one line', () => {
    const letter = {
      ...letters['activation-letter'](registered),
      paragraphs: ['Op di 24 nov, 09:00–11:30 in zaal 3.14.'],
    }
    const html = letterHtml({ to: facts.username, firstName: '', letter })
    expect(html).toContain('nov, <span style="white-space:nowrap">09:00–11:30</span> in')
  })

  test('fetches nothing, so that opening it reveals nothing', () => {
    const html = letterHtml({ to: facts.username, firstName: '', letter: letters['activation-letter'](registered) })
    expect(html).not.toMatch(/<img|<link|@import|url\(/)
  })
})
