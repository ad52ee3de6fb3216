import type { Letter } from '#api-server/platform/mail/letter.ts'
import type { OutboxTasks } from '#database/outbox/outbox-tasks.ts'

/** Subjects by kind of change. */
export const loginChangeTexts = {
  'school-linked': 'Je schoolaccount is gekoppeld aan je account',
  'school-unlinked': 'Je schoolaccount is losgekoppeld van je account',
  'passkey-added': 'Er is een passkey toegevoegd aan je account',
  'passkey-removed': 'Er is een passkey verwijderd van je account',
  'second-factor-made': 'Voor je account is een tweede stap ingesteld',
  'second-factor-removed': 'Van je account is een tweede stap verwijderd',
  'second-factor-reset': 'Een collega heeft de tweede stap van je account gereset',
  'recovery-codes-renewed': 'Voor je account zijn nieuwe herstelcodes gemaakt',
  'recovery-code-used': 'Er is ingelogd met een herstelcode op je account',
  'codes-guessed': 'Iemand met je wachtwoord vulde steeds verkeerde codes in bij je account',
} satisfies Record<OutboxTasks['login-changed-letter']['changed'], string>

/** Each letter about a change also says what an owner does who did not make it. */
export const loginChangedTexts = {
  subject: (change: string) => `${change} van Wiskunde inschrijven`,
  happened: (change: string, username: string) => `${change} ${username}.`,
  notYou:
    'Was jij het niet? Kies dan meteen een nieuw wachtwoord, kijk bij Instellingen waarmee je inlogt en waarschuw een collega of docent.',
  toSettings: 'Naar je instellingen',
  you: 'Was jij het wel? Dan hoef je niets te doen.',
}

/** To a former address. It does not name the new one: the mailbox may be somebody else's by now. */
export const addressChangedLetter = (username: string): Letter => ({
  subject: 'Je account van Wiskunde inschrijven heeft een ander e-mailadres',
  paragraphs: [
    `Je account hoorde bij het e-mailadres ${username}. Bij de administratie van je opleiding staat nu een ander e-mailadres, en een docent heeft dat bevestigd.`,
    'Log voortaan in met je nieuwe e-mailadres. Je wachtwoord blijft hetzelfde. Je bent overal uitgelogd, en links in eerdere e-mails werken niet meer.',
  ],
  afterwards: ['Klopt dit niet? Waarschuw dan meteen je docent.'],
})

export const secondFactorLetterTexts = {
  subject: 'Stel je tweede stap in voor Wiskunde inschrijven',
  why: (username: string) =>
    `Iemand heeft ingelogd met het wachtwoord van je account ${username}. Voor een docent is een wachtwoord alleen niet genoeg.`,
  what: 'Stel een passkey of een authenticator-app in als tweede stap. Daarna ben je ingelogd.',
  setUp: 'Tweede stap instellen',
  linkLife: 'De link is 60 minuten geldig en werkt één keer.',
  notYou: 'Was jij het niet? Kies dan meteen een nieuw wachtwoord: iemand anders kent het.',
}
