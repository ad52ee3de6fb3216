export const letterTexts = {
  product: 'Wiskunde inschrijven',
  automatic: 'Dit is een automatisch bericht. Je kunt er niet op antwoorden.',
  noReply: 'Je kunt niet antwoorden op deze e-mail.',
  orOpenLink: 'Werkt de knop niet? Open dan deze link:',
} as const
